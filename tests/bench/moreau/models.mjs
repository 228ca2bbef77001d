// Scenes with many contacts, and their texts for Porthos: discs in a planar box, balls in a box.

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {2 | 3} dimension
 * @property {number} radius m
 * @property {number} mass kg
 * @property {number} g
 * @property {number} friction
 * @property {number} restitution
 * @property {{ at: number[], normal: number[] }[]} walls
 * @property {{ r: number[], v: number[] }[]} starts
 */

/** A repeatable number in -1…1. @param {number} k */
const noise = (k) => {
  const x = Math.sin(12.9898 * k + 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
};

/** Places in a loose grid. @param {number} count @param {number[]} columns @param {number} gap */
function places(count, columns, gap) {
  return Array.from({ length: count }, (_, k) => {
    const at = [];
    let rest = k;
    for (const n of columns) {
      at.push(rest % n);
      rest = Math.floor(rest / n);
    }
    at.push(rest);
    return at.map((i, axis) => gap * (i + 0.5) + 0.1 * gap * noise(3 * k + axis));
  });
}

const common = { radius: 0.05, mass: 0.1, g: 9.81, friction: 0.3, restitution: 0.2 };

/** Discs that fall into a box of width 0.8 m. @param {number} count @returns {Scene} */
export function discs(count) {
  const width = 0.8;
  return {
    name: `${count} discs in a box`,
    dimension: 2,
    ...common,
    walls: [
      { at: [0, 0], normal: [0, 1] },
      { at: [0, 0], normal: [1, 0] },
      { at: [width, 0], normal: [-1, 0] },
    ],
    starts: places(count, [6], width / 6).map((r, i) => ({
      r,
      v: [noise(7 * i), noise(7 * i + 1)],
    })),
  };
}

/** Balls that fall into a box of width 0.5 m. @param {number} count @returns {Scene} */
export function balls(count) {
  const width = 0.5;
  return {
    name: `${count} balls in a box`,
    dimension: 3,
    ...common,
    walls: [
      { at: [0, 0, 0], normal: [0, 0, 1] },
      { at: [0, 0, 0], normal: [1, 0, 0] },
      { at: [width, 0, 0], normal: [-1, 0, 0] },
      { at: [0, 0, 0], normal: [0, 1, 0] },
      { at: [0, width, 0], normal: [0, -1, 0] },
    ],
    starts: places(count, [4, 4], width / 4).map((r, i) => ({
      r,
      v: [noise(7 * i), noise(7 * i + 1), noise(7 * i + 2)],
    })),
  };
}

/** The text for Porthos: an element for each body, each pair of bodies, and each body and wall.
 * @param {Scene} scene */
export function textOf({ name, dimension, radius, mass, g, friction, restitution, walls, starts }) {
  const isFlat = dimension === 2;
  const surface = { friction, restitution };
  const count = starts.length;
  /** @type {{ [name: string]: unknown }} */
  const components = {};
  starts.forEach((start, i) => {
    components[`body${i + 1}`] = isFlat
      ? {
          use: "porthos:planar-body",
          parameters: { m: mass, I: (mass * radius * radius) / 2 },
          start,
        }
      : { use: "porthos:ball", parameters: { m: mass, radius }, start };
  });
  walls.forEach(({ at, normal: [x = 0, y = 0, z = 0] }, k) => {
    for (let i = 1; i <= count; ++i)
      components[`wall${k + 1}_${i}`] = {
        use: isFlat ? "porthos:disc-on-line" : "porthos:ball-on-plane",
        between: { a: "ground", b: `body${i}` },
        parameters: {
          radius,
          at_a: at,
          ...(isFlat ? { direction: [y, -x] } : { normal: [x, y, z] }),
          ...surface,
        },
      };
  });
  for (let i = 1; i <= count; ++i)
    for (let j = i + 1; j <= count; ++j)
      components[`pair${i}_${j}`] = {
        use: isFlat ? "porthos:disc-on-disc" : "porthos:ball-on-ball",
        between: { a: `body${i}`, b: `body${j}` },
        parameters: { radius_a: radius, radius_b: radius, ...surface },
      };
  return {
    porthos: 1,
    name,
    environment: { gravity: isFlat ? [0, -g] : [0, 0, -g] },
    components,
    simulation: { until: 2, step: 0.001, method: "moreau", output_every: 20 },
  };
}
