// Mechanisms of library elements, for Porthos and as models of MuJoCo: trees of hinges, and loops.

/** @typedef {{ [key: string]: any }} Json */
/** @typedef {[number, number, number]} Vector */
/**
 * @typedef {object} Part a body that a joint connects to the body before it
 * @property {string} name
 * @property {number} parent index of that body; -1: the ground
 * @property {"revolute" | "free"} kind
 * @property {Vector} axis
 * @property {Vector} at in the frame of the parent: where the joint is
 * @property {number} length of the rod, which begins at the joint and lies along its own axis x
 * @property {number} radius
 * @property {number} m
 * @property {number} angle at the start
 */

export const g = 9.81;

/** The inertia of the library's rod. @param {Part} part @returns {Vector} */
export const inertia = ({ m, length, radius }) => {
  const across = (m / 12) * (3 * radius ** 2 + length ** 2);
  return [(m / 2) * radius ** 2, across, across];
};

/** A chain of n equal links whose axes alternate. @param {number} n @returns {Part[]} */
export const arm = (n) =>
  Array.from({ length: n }, (_, i) => ({
    ...{ name: `link${i}`, parent: i - 1, kind: "revolute", axis: i % 2 ? [0, 0, 1] : [0, 1, 0] },
    ...{ at: i ? [0.3, 0, 0] : [0, 0, 0], length: 0.3, radius: 0.03, m: 1 },
    angle: (i % 2 ? 0.3 : 0.4) / Math.max(1, n / 7),
  }));

/** A pelvis that floats, and 27 hinges: three in the trunk, two in the head, five in each arm and six in each leg. */
export function humanoid() {
  /** @type {Part[]} */
  const parts = [];
  /** @param {Omit<Part, "kind">} part */
  const add = (part) =>
    parts.push({ ...part, kind: part.name === "pelvis" ? "free" : "revolute" }) - 1;
  const [x, y, z] = /** @type {Vector[]} */ ([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  /**
   * Hinges in a row: those before the last have short links.
   * @param {string} name @param {number} from @param {Vector} at
   * @param {[Vector, number, number, number][]} links axis, length, mass, angle
   */
  const limb = (name, from, at, links) =>
    links.reduce(
      ({ parent, at }, [axis, length, m, angle], i) => ({
        parent: add({ name: `${name}${i}`, parent, axis, at, length, radius: 0.05, m, angle }),
        at: /** @type {Vector} */ ([length, 0, 0]),
      }),
      { parent: from, at },
    ).parent;
  const pelvis = add({
    ...{ name: "pelvis", parent: -1, axis: z, at: [0, 0, 0], length: 0.2, radius: 0.1, m: 10 },
    angle: 0,
  });
  const chest = limb(
    "trunk",
    pelvis,
    [0.2, 0, 0],
    [
      [x, 0.05, 1, 0.1],
      [y, 0.05, 1, 0.1],
      [z, 0.4, 15, 0.1],
    ],
  );
  limb(
    "head",
    chest,
    [0.4, 0, 0],
    [
      [z, 0.05, 0.5, 0.1],
      [y, 0.2, 4, 0.2],
    ],
  );
  for (const side of [-1, 1]) {
    const name = side < 0 ? "right" : "left";
    limb(
      `${name}_arm`,
      chest,
      [0.35, 0.2 * side, 0],
      [
        [y, 0.05, 0.5, 0.3],
        [z, 0.05, 0.5, 1.2 * side],
        [x, 0.25, 2, 0.2],
        [y, 0.25, 1.5, 0.5],
        [x, 0.1, 0.5, 0.1],
      ],
    );
    limb(
      `${name}_leg`,
      pelvis,
      [0, 0.1 * side, 0],
      [
        [z, 0.05, 1, 0.2 * side],
        [x, 0.05, 1, 0.1],
        [y, 0.4, 6, 2.9],
        [y, 0.4, 4, -0.4],
        [y, 0.05, 0.5, 0.2],
        [z, 0.15, 1, 0.1],
      ],
    );
  }
  return parts;
}

/** The model of a tree of hinges. @param {Part[]} parts @returns {Json} */
export function tree(parts) {
  /** @type {Json} */
  const components = {};
  for (const { name, parent, kind, axis, at, length, radius, m, angle } of parts) {
    components[name] = { use: "porthos:rod", parameters: { m, length, radius } };
    if (kind === "free") components[name].start = { omega: [0.3, 0.2, 0.1] };
    const before = parts[parent];
    if (kind === "revolute")
      components[`joint_${name}`] = {
        use: "porthos:revolute",
        between: { a: before ? `${before.name}.center` : "ground", b: `${name}.tail` },
        parameters: { axis, at_a: before ? [at[0] - before.length / 2, at[1], at[2]] : at },
        start: { angle },
      };
  }
  return { porthos: 1, environment: { gravity: [0, 0, -g] }, components };
}

const diagonal = (/** @type {Vector} */ [x, y, z]) => [
  [x, 0, 0],
  [0, y, 0],
  [0, 0, z],
];

/** Lengths and masses of a slider-crank; the crank begins at this angle, without a speed. */
export const crank = { length: 0.15, m: 0.5, angle: 0.5, rod: 0.4, slider: 0.5, size: 0.001 };

/** A slider-crank of bodies and joints in space, with one loop. @returns {Json} */
export function sliderCrank() {
  const hinge = (/** @type {string} */ a, /** @type {string} */ b, more = {}) => ({
    ...{ use: "porthos:revolute", between: { a, b }, parameters: { axis: [0, -1, 0] } },
    ...more,
  });
  const { length, m, angle, rod, slider, size } = crank;
  const pin = [length * Math.cos(angle), 0, length * Math.sin(angle)];
  const reach = (pin[0] ?? 0) + Math.sqrt(rod ** 2 - (pin[2] ?? 0) ** 2);
  return {
    porthos: 1,
    environment: { gravity: [0, 0, -g] },
    components: {
      crank: { use: "porthos:rod", parameters: { length, m, radius: 0.01 } },
      rod: {
        ...{ use: "porthos:rod", parameters: { length: rod, m, radius: 0.01 } },
        start: { r: [((pin[0] ?? 0) + reach) / 2, 0, (pin[2] ?? 0) / 2] },
      },
      slider: {
        ...{
          use: "porthos:rigid-body",
          parameters: { m: slider, I: diagonal([size, size, size]) },
        },
        start: { r: [reach, 0, 0] },
      },
      O: hinge("ground", "crank.tail", { start: { angle } }),
      A: hinge("crank.tip", "rod.tail"),
      B: hinge("rod.tip", "slider"),
      rail: {
        ...{ use: "porthos:prismatic", between: { a: "ground", b: "slider" } },
        parameters: { axis: [1, 0, 0] },
      },
    },
  };
}

/** Lengths of a four-bar: crank, coupler, rocker and the distance of the hinges of the frame. */
export const bars = { crank: 0.2, coupler: 0.5, rocker: 0.4, frame: 0.5, angle: 1, m: 1 };

/** The angles of coupler and rocker. */
export function fourBarAngles() {
  const { crank: l, coupler, rocker, frame, angle } = bars;
  const [x, y] = [l * Math.cos(angle) - frame, l * Math.sin(angle)];
  const square = x * x + y * y;
  const inside = Math.acos(
    (rocker ** 2 + square - coupler ** 2) / (2 * rocker * Math.sqrt(square)),
  );
  const rockerAngle = Math.atan2(y, x) - inside;
  const [ex, ey] = [rocker * Math.cos(rockerAngle) - x, rocker * Math.sin(rockerAngle) - y];
  return { coupler: Math.atan2(ey, ex), rocker: rockerAngle };
}

/** A four-bar of planar rods and pins. @returns {Json} */
export function fourBar() {
  const angles = fourBarAngles();
  const rod = (/** @type {number} */ length, /** @type {number} */ phi, x = 0, y = 0) => ({
    ...{ use: "porthos:planar-rod", parameters: { length, m: bars.m } },
    start: { r: [x + (length / 2) * Math.cos(phi), y + (length / 2) * Math.sin(phi)], phi },
  });
  const pin = (/** @type {string} */ a, /** @type {string} */ b, parameters = {}) => ({
    ...{ use: "porthos:pin", between: { a, b }, parameters },
  });
  const [x, y] = [bars.crank * Math.cos(bars.angle), bars.crank * Math.sin(bars.angle)];
  return {
    porthos: 1,
    environment: { gravity: [0, -g] },
    components: {
      crank: rod(bars.crank, bars.angle),
      coupler: rod(bars.coupler, angles.coupler, x, y),
      rocker: rod(bars.rocker, angles.rocker, bars.frame, 0),
      O: pin("ground", "crank.tail"),
      A: pin("crank.tip", "coupler.tail"),
      B: pin("coupler.tip", "rocker.tip"),
      C: pin("ground", "rocker.tail", { at_a: [bars.frame, 0] }),
    },
  };
}

/** A platform on six legs. Each leg is a tube on a universal joint with a piston and a spring. */
export const stewart = {
  base: 0.6,
  top: 0.4,
  height: 0.7,
  m: 5,
  part: 0.3,
  mass: 0.3,
  k: 4000,
  c: 20,
};

/** The ends of the legs, at the ground and from the centre of the platform. */
export function legs() {
  return Array.from({ length: 6 }, (_, i) => {
    const pair = Math.floor(i / 2);
    const side = i % 2 ? 1 : -1;
    const at = (/** @type {number} */ radius, /** @type {number} */ angle, z = 0) =>
      /** @type {Vector} */ ([radius * Math.cos(angle), radius * Math.sin(angle), z]);
    const below = at(stewart.base, (2 * Math.PI * pair) / 3 + 0.2 * side);
    const above = at(stewart.top, (2 * Math.PI * pair) / 3 + 0.85 * side);
    const line = /** @type {Vector} */ (
      [0, 1, 2].map((k) => (above[k] ?? 0) + (k === 2 ? stewart.height : 0) - (below[k] ?? 0))
    );
    const length = Math.hypot(...line);
    const along = /** @type {Vector} */ (line.map((one) => one / length));
    return { below, above, along, length };
  });
}

/** The quaternion of the shortest turn of x to a direction. @param {Vector} to */
export function turned([x, y, z]) {
  const w = 1 + x;
  const size = Math.hypot(w, y, z);
  return [w / size, 0, -z / size, y / size];
}

/** @returns {Json} */
export function stewartPlatform() {
  const { height, m, part, mass, k, c } = stewart;
  /** @type {Json} */
  const components = {
    top: {
      ...{ use: "porthos:rigid-body", parameters: { m, I: diagonal([0.2, 0.2, 0.4]) } },
      start: { r: [0, 0, height], v: [0.2, 0.1, 0], omega: [0.2, 0, 0.5] },
    },
  };
  legs().forEach(({ below, above, along, length }, i) => {
    const rod = (/** @type {number} */ from) => ({
      ...{ use: "porthos:rod", parameters: { m: mass, length: part, radius: 0.02 } },
      start: {
        r: below.map((at, j) => at + (from + part / 2) * (along[j] ?? 0)),
        q: turned(along),
      },
    });
    components[`tube${i}`] = rod(0);
    components[`piston${i}`] = rod(length - part);
    const first = cross(along, [0, 0, 1]);
    components[`foot${i}`] = {
      ...{ use: "porthos:universal", between: { a: "ground", b: `tube${i}.tail` } },
      parameters: { at_a: below, axis_a: first, axis_b: [0, 0, 1] },
    };
    components[`slide${i}`] = {
      ...{ use: "porthos:prismatic", between: { a: `tube${i}.center`, b: `piston${i}.center` } },
      parameters: { axis: [1, 0, 0] },
    };
    components[`ball${i}`] = {
      ...{ use: "porthos:spherical", between: { a: `piston${i}.tip`, b: "top" } },
      parameters: { at_b: above },
    };
    components[`spring${i}`] = {
      ...{ use: "porthos:spring-damper", between: { a: `tube${i}.tail`, b: `piston${i}.tip` } },
      parameters: { k, c, rest: length },
    };
  });
  return { porthos: 1, environment: { gravity: [0, 0, -g] }, components };
}

/** @param {Vector} a @param {Vector} b @returns {Vector} of length 1 */
export function cross([ax, ay, az], [bx, by, bz]) {
  const made = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const size = Math.hypot(...made);
  return /** @type {Vector} */ (made.map((one) => one / size));
}
