// The mechanisms of the comparison with packages from npm: their numbers, and the names of the
// positions. Each program has its own model of the same bodies (porthos.mjs, mujoco.mjs, ...).

/**
 * A body along its axis x. It moves in the plane of x and z, where z is up; a positive angle lifts
 * its tip, a rotation about -y.
 * @typedef {{ m: number, length: number, I: [number, number, number] }} Rod
 */

/** A round rod. @param {number} m @param {number} length @returns {Rod} */
const rod = (m, length, radius = 0.01) => {
  const across = (m / 12) * (3 * radius ** 2 + length ** 2);
  return { m, length, I: [(m / 2) * radius ** 2, across, across] };
};

export const g = 9.81;

/** Hangs from a hinge; the angle is measured from the horizontal. */
export const pendulum = { rod: rod(1, 1), angle: 1 - Math.PI / 2, rate: 0 };

/** A disc on a massless stick with a fixed tip; I is about the centre of mass. */
export const top = {
  m: 0.5,
  h: 0.12,
  I: /** @type {[number, number, number]} */ ([0.00125, 0.00125, 0.0025]),
  tilt: 0.6,
  spin: 70,
  mark: 0.1, // m, from the centre of the disc to a point of its rim
};

/** The slider moves along x through the crank's hinge. */
export const crank = {
  crank: rod(0.5, 0.15),
  rod: rod(0.5, 0.4),
  slider: { m: 0.5, I: /** @type {[number, number, number]} */ ([0.001, 0.001, 0.001]) },
  angle: 0.5,
  rate: 10,
};

/** Positions and velocities of the parts of the slider-crank at the start. */
export function crankStart() {
  const { angle, rate } = crank;
  const [l, k] = [crank.crank.length, crank.rod.length];
  const rodAngle = -Math.asin((l / k) * Math.sin(angle));
  const rodRate = (-(l / k) * Math.cos(angle) * rate) / Math.cos(rodAngle);
  const pin = [l * Math.cos(angle), l * Math.sin(angle)];
  const pinSpeed = [-(pin[1] ?? 0) * rate, (pin[0] ?? 0) * rate];
  const half = [(k / 2) * Math.cos(rodAngle), (k / 2) * Math.sin(rodAngle)];
  const [px = 0, pz = 0] = pin;
  const [vx = 0, vz = 0] = pinSpeed;
  const [hx = 0, hz = 0] = half;
  return {
    crank: { angle, rate, r: [px / 2, 0, pz / 2], v: [vx / 2, 0, vz / 2] },
    rod: {
      angle: rodAngle,
      rate: rodRate,
      r: [px + hx, 0, pz + hz],
      v: [vx - hz * rodRate, 0, vz + hx * rodRate],
    },
    slider: { angle: 0, rate: 0, r: [px + 2 * hx, 0, 0], v: [vx - 2 * hz * rodRate, 0, 0] },
  };
}

/** @typedef {"pendulum" | "top" | "slider-crank"} Name */

/**
 * @typedef {object} Mechanism
 * @property {Name} name
 * @property {string} title
 * @property {string} kind
 * @property {string} points whose positions are compared; a row has three numbers for each
 * @property {number} until s
 */

export const rows = 20;

/** @type {Mechanism[]} */
export const mechanisms = [
  {
    name: "pendulum",
    title: "Pendulum",
    kind: "a rod on a hinge, 10 s",
    points: "its tip",
    until: 10,
  },
  {
    name: "top",
    title: "Heavy top",
    kind: "70 rad/s, its tip held in a ball joint, 2 s",
    points: "a point of its rim",
    until: 2,
  },
  {
    name: "slider-crank",
    title: "Slider-crank in space",
    kind: "three bodies, four joints, 10 s",
    points: "the middle of the rod, and the slider",
    until: 10,
  },
];

/** A quaternion, real part first: a turn by an angle about -y. @param {number} angle */
export const lifted = (angle) => [Math.cos(angle / 2), 0, -Math.sin(angle / 2), 0];

/**
 * The largest distance, m, of a point from its reference.
 * @param {number[][]} found
 * @param {number[][]} exact
 */
export const error = (found, exact) =>
  exact.reduce((most, row, i) => {
    for (let k = 0; k < row.length; k += 3) {
      const [dx, dy, dz] = [0, 1, 2].map((j) => (found[i]?.[k + j] ?? NaN) - (row[k + j] ?? NaN));
      most = Math.max(most, Math.hypot(dx ?? NaN, dy ?? NaN, dz ?? NaN));
    }
    return most;
  }, 0);
