// Euler's disc against the equations in Euler's angles (Neimark and Fufaev), and against its power law.
import { expect, test } from "vitest";
import type { Run } from "../../bindings/js/index";
import { largest, last, oracle, residual, root, runOf } from "./oracle";

const [m, r, g] = [1, 0.075, 9.81];

/**
 * Inclination, its rate, precession and spin about the axis every 0.4 s, by the Runge-Kutta method with steps of 0.1 ms:
 * the model has a quaternion and constraints instead.
 */
function eulerAngles(
  c: number,
  until: number,
): { t: number; theta: number; Omega: number; spin: number }[] {
  const [A, C, F] = [(m * r * r) / 4, (m * r * r) / 2, c * m * g];
  const h = 1e-4;
  type State = readonly number[];
  const rate = ([theta = 0, q = 0, Omega = 0, spin = 0]: State): State => {
    const [sine, cosine] = [Math.sin(theta), Math.cos(theta)];
    return [
      q,
      (A * Omega ** 2 * sine * cosine -
        (C + m * r * r) * spin * Omega * sine -
        m * g * r * cosine) /
        (A + m * r * r),
      ((C * spin * q - (F * r * cosine) / sine) / A - 2 * Omega * q * cosine) / sine,
      (m * r * r * q * Omega * sine + F * r) / (C + m * r * r),
    ];
  };
  const add = (y: State, d: State, s: number): State => y.map((value, k) => value + s * d[k]!);
  let y: State = [0.3, 0, 2 * Math.sqrt(g / (r * Math.sin(0.3))), 0];
  const found = [];
  for (let n = 1; n * h < until + h / 2; n++) {
    const a = rate(y),
      b = rate(add(y, a, h / 2)),
      d = rate(add(y, b, h / 2)),
      e = rate(add(y, d, h));
    y = y.map((value, k) => value + (h / 6) * (a[k]! + 2 * b[k]! + 2 * d[k]! + e[k]!));
    if (n % 4000 === 0) found.push({ t: n * h, theta: y[0]!, Omega: y[2]!, spin: y[3]! });
  }
  return found;
}

const at = (run: Run, t: number, column: string): number => {
  const row = run.column("t").findIndex((time) => time > t - 1e-6);
  return run.column(column)[row] ?? NaN;
};

test("the disc sinks as the equations in Euler's angles say", async () => {
  const run = await runOf("euler-disc", { step: 0.002 });
  for (const { t, theta, Omega, spin } of eulerAngles(0.00088, 8)) {
    // gauss(3) with 0.3 rad a step at the end: (w h)^6/100800 of the phase, over hundreds of steps.
    oracle("euler-disc", "inclination", 1e-7, at(run, t, "theta") - theta);
    oracle("euler-disc", "precession", 1e-6, at(run, t, "Omega") / Omega - 1);
    oracle("euler-disc", "spin", 1e-6, at(run, t, "omega_3") - spin);
  }
  expect(last(run, "theta")).toBeLessThan(0.03);
  expect(last(run, "Omega")).toBeGreaterThan(3 * (run.column("Omega")[0] ?? NaN));
});

test("with little friction it keeps its inclination, its speed and its place", async () => {
  const run = await runOf("euler-disc", { set: { c: 0.0002 }, until: 0.4 });
  const lost = largest(run.column("energy.dissipated")) / (run.column("energy.stored")[0] ?? NaN);
  expect(lost).toBeLessThan(0.02);
  oracle(
    "euler-disc",
    "steady motion",
    0.02,
    residual(run, (column) => (column("Omega") ** 2 * r * Math.sin(column("theta"))) / (4 * g) - 1),
  );
  expect(largest(run.column("spread"))).toBeLessThan(0.02 * r);
});

test("the end comes at one moment, with the exponent 2/3", async () => {
  const run = await runOf("euler-disc", { step: 0.002 });
  // theta^(3/2) is a straight line to zero: two thirds of its last second tell where it ends, and the power law then
  // holds in between. What oscillates about the line is a hundredth of the inclination.
  const line = (t: number): number => at(run, t, "theta") ** 1.5;
  const end = 7 + line(7) / ((line(7) - line(7.9)) / 0.9);
  const exponent = root(
    (p) => at(run, 7.5, "theta") / at(run, 7, "theta") - ((end - 7.5) / (end - 7)) ** p,
    0.1,
    2,
  );
  oracle("euler-disc", "exponent", 0.02, exponent - 2 / 3);
  const expected = (0.3 ** 1.5 / (2 * 0.00088)) * Math.sqrt(r / g);
  oracle("euler-disc", "end, of the time by formula", 0.03, end / expected - 1);
});
