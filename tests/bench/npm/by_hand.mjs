// A hand-written Runge-Kutta method of order 4 for equations of motion that were derived by hand in
// minimal coordinates: the lower bound for a program for one mechanism. With small steps it is also
// an independent reference.
import { crank, g, mechanisms, pendulum, rows, top } from "./mechanisms.mjs";

/**
 * @typedef {object} Motion
 * @property {number[]} start
 * @property {(y: Float64Array, dy: Float64Array) => void} rate
 * @property {(y: Float64Array) => number[]} points
 */

/** @returns {Motion} of the angle and its rate */
function pendulumMotion() {
  const { m, length, I } = pendulum.rod;
  const pull = (-m * g * length) / 2 / (I[1] + (m * length ** 2) / 4);
  return {
    start: [pendulum.angle, pendulum.rate],
    rate(y, dy) {
      dy[0] = y[1] ?? NaN;
      dy[1] = pull * Math.cos(y[0] ?? NaN);
    },
    points: ([angle = NaN]) => [length * Math.cos(angle), 0, length * Math.sin(angle)],
  };
}

/** @returns {Motion} of the angles of Euler (z, y, z) and the rate of the tilt */
function topMotion() {
  const { m, h, I, tilt, spin, mark } = top;
  const about = I[0] + m * h ** 2;
  // The angular momenta about the vertical and about the axis are constant.
  const own = I[2] * spin;
  const upright = own * Math.cos(tilt);
  return {
    start: [tilt, 0, 0, 0],
    rate(y, dy) {
      const cos = Math.cos(y[0] ?? NaN);
      const sin = Math.sin(y[0] ?? NaN);
      const turn = (upright - own * cos) / (about * sin * sin);
      dy[0] = y[3] ?? NaN;
      dy[1] = turn;
      dy[2] = own / I[2] - turn * cos;
      dy[3] = (turn * sin * (about * turn * cos - own) + m * g * h * sin) / about;
    },
    points([theta = NaN, phi = NaN, psi = NaN]) {
      const x = Math.cos(theta) * mark * Math.cos(psi) + h * Math.sin(theta);
      const y = mark * Math.sin(psi);
      return [
        Math.cos(phi) * x - Math.sin(phi) * y,
        Math.sin(phi) * x + Math.cos(phi) * y,
        h * Math.cos(theta) - Math.sin(theta) * mark * Math.cos(psi),
      ];
    },
  };
}

/** @returns {Motion} of the crank's angle and its rate */
function crankMotion() {
  const [l, k] = [crank.crank.length, crank.rod.length];
  const [m1, m2, m3] = [crank.crank.m, crank.rod.m, crank.slider.m];
  const ratio = l / k;
  const about = crank.crank.I[1] + (m1 * l ** 2) / 4;
  const turning = crank.rod.I[1];
  const weight = ((m1 + m2) * g * l) / 2;
  return {
    start: [crank.angle, crank.rate],
    rate(y, dy) {
      const cos = Math.cos(y[0] ?? NaN);
      const sin = Math.sin(y[0] ?? NaN);
      const rate = y[1] ?? NaN;
      // The rod's angle b, its middle (x, z) and the slider s: first and second derivatives with
      // respect to the crank's angle.
      const sinB = -ratio * sin;
      const cosB = Math.sqrt(1 - sinB * sinB);
      const b1 = (-ratio * cos) / cosB;
      const b2 = (ratio * sin + sinB * b1 * b1) / cosB;
      const along = cosB * b1 * b1 + sinB * b2;
      const x1 = -l * sin - (k / 2) * sinB * b1;
      const x2 = -l * cos - (k / 2) * along;
      const s1 = -l * sin - k * sinB * b1;
      const s2 = -l * cos - k * along;
      const z1 = (l / 2) * cos;
      const z2 = (-l / 2) * sin;
      const inertia = about + m2 * (x1 * x1 + z1 * z1) + turning * b1 * b1 + m3 * s1 * s1;
      const change = m2 * (x1 * x2 + z1 * z2) + turning * b1 * b2 + m3 * s1 * s2;
      dy[0] = rate;
      dy[1] = -(change * rate * rate + weight * cos) / inertia;
    },
    points([angle = NaN]) {
      const [x, z] = [l * Math.cos(angle), l * Math.sin(angle)];
      const reach = k * Math.sqrt(1 - (z / k) ** 2);
      return [x + reach / 2, 0, z / 2, x + reach, 0, 0];
    },
  };
}

const motions = {
  pendulum: pendulumMotion,
  top: topMotion,
  "slider-crank": crankMotion,
};

/**
 * @param {Motion} motion
 * @param {number} until
 * @param {number} steps per row
 */
function integrate({ start, rate, points }, until, steps) {
  const n = start.length;
  const h = until / rows / steps;
  const y = Float64Array.from(start);
  const [at, k1, k2, k3, k4] = Array.from({ length: 5 }, () => new Float64Array(n));
  if (!at || !k1 || !k2 || !k3 || !k4) throw new Error("never");
  const all = [points(y)];
  for (let row = 0; row < rows; row++) {
    for (let step = 0; step < steps; step++) {
      rate(y, k1);
      for (let i = 0; i < n; i++) at[i] = (y[i] ?? 0) + (h / 2) * (k1[i] ?? 0);
      rate(at, k2);
      for (let i = 0; i < n; i++) at[i] = (y[i] ?? 0) + (h / 2) * (k2[i] ?? 0);
      rate(at, k3);
      for (let i = 0; i < n; i++) at[i] = (y[i] ?? 0) + h * (k3[i] ?? 0);
      rate(at, k4);
      for (let i = 0; i < n; i++)
        y[i] =
          (y[i] ?? 0) + (h / 6) * ((k1[i] ?? 0) + 2 * ((k2[i] ?? 0) + (k3[i] ?? 0)) + (k4[i] ?? 0));
    }
    all.push(points(y));
  }
  return all;
}

/** @param {import("./mechanisms.mjs").Name} name */
export function prepare(name) {
  const until = mechanisms.find((one) => one.name === name)?.until ?? NaN;
  const motion = motions[name]();
  return (/** @type {{ steps: number }} */ { steps }) => ({
    go: () => integrate(motion, until, steps),
    rows: (/** @type {number[][]} */ found) => found,
    end() {},
  });
}
