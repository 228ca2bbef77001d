// The tippe top against Jellett's number, and against the equations of its axis.
import { expect, test } from "vitest";
import { last, oracle, runOf } from "./oracle";

type Vector = readonly [number, number, number];
const add = (a: Vector, b: Vector, s = 1): Vector => [
  a[0] + s * b[0],
  a[1] + s * b[1],
  a[2] + s * b[2],
];
const times = (a: Vector, s: number): Vector => [s * a[0], s * a[1], s * a[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const [m, A, C, R, a, mu, eps, g] = [0.006, 8e-7, 7e-7, 0.015, 0.003, 0.3, 5e-4, 9.81];

/** The axis, the angular velocity in space, and the velocity along the table. */
interface State {
  readonly e: Vector;
  readonly w: Vector;
  readonly v: Vector;
}

/**
 * The rates while the ball alone touches the table. The vertical acceleration -a e_z'' is linear in the load N, so that two
 * trials give N.
 */
function rate({ e, w, v }: State): State {
  const rho = add(times(e, a), [0, 0, -R]);
  const eRate = cross(w, e);
  const slip = add([v[0], v[1], -a * eRate[2]], cross(w, rho));
  const along = mu / (Math.hypot(slip[0], slip[1]) + (8 / (3 * Math.PI)) * eps * Math.abs(w[2]));
  const turn = (load: number): Vector => {
    const torque = cross(rho, [-along * load * slip[0], -along * load * slip[1], load]);
    const spin = dot(w, e);
    const change = add(times(e, dot(torque, e) / C), eRate, spin); // of spin e
    return times(add(torque, change, A - C), 1 / A);
  };
  const lift = (load: number): number =>
    -a * (cross(turn(load), e)[2] + cross(w, eRate)[2]) - load / m + g;
  const load = lift(0) / (lift(0) - lift(1));
  return {
    e: eRate,
    w: turn(load),
    v: [(-along * load * slip[0]) / m, (-along * load * slip[1]) / m, 0],
  };
}

/** The inclination every 0.1 s, by the Runge-Kutta method with steps of 50 us. */
function inclinations(until: number): { t: number; inclination: number }[] {
  const h = 5e-5;
  const tilt = 0.1;
  let state: State = {
    e: [0, -Math.sin(tilt), Math.cos(tilt)],
    w: times([0, -Math.sin(tilt), Math.cos(tilt)], 180),
    v: [0, 0, 0],
  };
  const go = (from: State, by: State, s: number): State => ({
    e: add(from.e, by.e, s),
    w: add(from.w, by.w, s),
    v: add(from.v, by.v, s),
  });
  const found = [];
  for (let n = 1; n * h < until + h / 2; n++) {
    const k1 = rate(state),
      k2 = rate(go(state, k1, h / 2)),
      k3 = rate(go(state, k2, h / 2)),
      k4 = rate(go(state, k3, h));
    state = go(go(go(go(state, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
    if (n % 2000 === 0) found.push({ t: n * h, inclination: Math.acos(state.e[2]) });
  }
  return found;
}

test("the top rises as the equations of its axis say", async () => {
  const run = await runOf("tippe-top", { step: 5e-4, until: 1.6 });
  const times = run.column("t");
  for (const { t, inclination } of inclinations(1.6)) {
    const row = times.findIndex((time) => time > t - 1e-6);
    // gauss(3) with 0.09 rad a step: (w h)^6/100800 of the phase in each of 3200 steps, and as much of the method beside it.
    oracle("tippe-top", "inclination", 1e-6, (run.column("inclination")[row] ?? NaN) - inclination);
  }
});

test("Jellett's number is conserved on the ball, and on the stem", async () => {
  const run = await runOf("tippe-top", { step: 0.001 });
  const touch = run.events.find((event) => event.name === "stem")?.t ?? NaN;
  expect(touch).toBeGreaterThan(1);
  const t = run.column("t");
  const spread = (name: string, from: number, to: number): number => {
    const values = run.column(name).filter((_, row) => (t[row] ?? 0) > from && (t[row] ?? 0) < to);
    return (Math.max(...values) - Math.min(...values)) / Math.abs(values[0] ?? NaN);
  };
  oracle("tippe-top", "Jellett's number on the ball", 1e-9, spread("jellett_ball", -1, touch));
  const settled = t[run.column("mode.ball").lastIndexOf(1)] ?? touch;
  oracle("tippe-top", "on the stem", 1e-9, spread("jellett_stem", settled + 0.01, 4));
  expect(last(run, "inclination")).toBeGreaterThan(3);
  expect(last(run, "omega.3") * (run.column("omega.3")[0] ?? NaN)).toBeLessThan(0);
});

test("the stem touches at the inclination of both contacts", async () => {
  const whole = await runOf("tippe-top", { until: 2 });
  const touch = whole.events.find((event) => event.name === "stem")?.t ?? NaN;
  const run = await runOf("tippe-top", { until: touch });
  oracle(
    "tippe-top",
    "inclination of the stem",
    1e-9,
    Math.cos(last(run, "inclination")) - (0.005 - 0.015) / (0.016 - 0.003),
  );
});
