// Gallery models with one-way laws against the exact solutions between their switches.
import { expect, test } from "vitest";
import { largest, last, oracle, root, runOf, times } from "./oracle";

test("the winch turns in strokes of closed form", async () => {
  const [M0, W, d] = [9, 4, 2];
  const hold = 4 * 9.81 * 0.1,
    J = 0.05 + 4 * 0.01;
  const run = await runOf("ratchet");
  const begin = Math.asin(hold / M0) / W;
  // J w' = M0 sin(W t) - hold - d w from rest at the begin.
  const size = M0 / (d * d + J * J * W * W);
  const steady = (t: number): number =>
    size * (d * Math.sin(W * t) - J * W * Math.cos(W * t)) - hold / d;
  const w = (t: number): number => steady(t) - steady(begin) * Math.exp((-d / J) * (t - begin));
  const end = root(w, begin + 0.3, begin + 0.9);
  const moved = (t: number): number =>
    size * ((-d * Math.cos(W * t)) / W - J * Math.sin(W * t)) -
    (hold * t) / d +
    ((steady(begin) * J) / d) * Math.exp((-d / J) * (t - begin));
  const found = times(run, "pawl");
  // gauss(2) with 5 ms on a rate of 22/s: (h d/J)^5/720 of the speed in a step, for some steps.
  [0, 1, 2].forEach((n) => {
    const shift = (2 * Math.PI * n) / W;
    oracle("ratchet", "begin of a stroke", 1e-9, (found[2 * n] ?? NaN) - begin - shift);
    oracle("ratchet", "end of a stroke", 1e-7, (found[2 * n + 1] ?? NaN) - end - shift);
  });
  oracle(
    "ratchet",
    "height after six strokes",
    1e-7,
    last(run, "height") - 0.6 * (moved(end) - moved(begin)),
  );
  const t = run.column("t");
  const errors = [...t].map((time, row) =>
    run.column("mode.pawl")[row] === 4
      ? (run.column("force")[row] ?? NaN) - (hold - M0 * Math.sin(W * time))
      : 0,
  );
  oracle("ratchet", "torque of the pawl at rest", 1e-12, largest(errors));
});

/** L i' = s - Rs i - u, C u' = i - u/R. The source is smooth, or constant between its corners. */
type Circuit = {
  steady?: boolean;
  L: number;
  C: number;
  R: number;
  Rs: number;
  source: (t: number) => number;
};

/** One step of Runge's and Kutta's method of order four. */
function step(
  { L, C, R, Rs, source, steady }: Circuit,
  t: number,
  [i, u]: readonly [number, number],
  h: number,
  conducts: boolean,
): [number, number] {
  const f = (time: number, a: number, b: number): [number, number] =>
    conducts
      ? [(source(steady ? t + h / 2 : time) - Rs * a - b) / L, (a - b / R) / C]
      : [0, -b / (R * C)];
  const [a1, b1] = f(t, i, u);
  const [a2, b2] = f(t + h / 2, i + (h / 2) * a1, u + (h / 2) * b1);
  const [a3, b3] = f(t + h / 2, i + (h / 2) * a2, u + (h / 2) * b2);
  const [a4, b4] = f(t + h, i + h * a3, u + h * b3);
  return [i + (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4), u + (h / 6) * (b1 + 2 * b2 + 2 * b3 + b4)];
}

/** The circuit with an ideal diode from rest; corners are the times at which the source jumps. */
function solve(circuit: Circuit, until: number, h: number, corners: readonly number[] = []) {
  let [t, conducts] = [0, circuit.source(1e-12) > 0];
  let state: [number, number] = [0, 0];
  const switches: number[] = [];
  while (t < until - 1e-15) {
    const corner = corners.find((time) => time > t + 1e-15) ?? until;
    const size = Math.min(h, corner - t, until - t);
    const next = step(circuit, t + 1e-15, state, size, conducts);
    const opens = (at: [number, number], time: number): number =>
      conducts ? at[0] : at[1] - circuit.source(time - 1e-15);
    if (opens(next, t + size) < 0) {
      const part = root(
        (x) => opens(step(circuit, t + 1e-15, state, x, conducts), t + x),
        1e-15,
        size,
      );
      state = step(circuit, t + 1e-15, state, part, conducts);
      t += part;
      conducts = !conducts;
      if (!conducts) state = [0, state[1]];
      switches.push(t);
    } else {
      [state, t] = [next, t + size];
      // A jump of the source may turn the diode on.
      if (!conducts && circuit.source(t + 1e-12) > state[1]) {
        conducts = true;
        switches.push(t);
      }
    }
  }
  return { state, switches };
}

test("the rectifier's pulses begin and end with their exact times", async () => {
  const circuit = {
    L: 0.005,
    C: 0.001,
    R: 100,
    Rs: 1,
    source: (t: number) => 12 * Math.sin(100 * Math.PI * t),
  };
  const { state, switches } = solve(circuit, 0.16, 1e-5);
  const run = await runOf("rectifier");
  const found = times(run, "diode");
  expect(found.length).toBe(switches.length);
  // Both methods have order four: 0.1 ms at 450/s, (w h)^4/720 of each pulse.
  switches.forEach((t, n) =>
    oracle("rectifier", "times of the switches", 1e-8, (found[n] ?? NaN) - t),
  );
  oracle("rectifier", "voltage", 1e-6, last(run, "u") - state[1]);
  expect(Math.min(...run.column("i"))).toBeGreaterThan(-1e-14);
});

test("the buck converter has the voltages of the textbook, in both modes", async () => {
  const [V, D, T, L, R] = [24, 0.5, 1e-3, 4e-3, 6];
  const source = (t: number): number => (t / T - Math.floor(t / T) < D ? V : 0);
  const until = 0.014;
  const corners = Array.from({ length: 60 }, (_, n) => (n * T) / 2);
  const { state, switches } = solve(
    { L, C: 1e-3, R, Rs: 0, source, steady: true },
    until,
    1e-6,
    corners,
  );
  const run = await runOf("buck-converter", { until });
  const found = times(run, "diode");
  expect(found.length).toBe(switches.length);
  switches.forEach((t, n) =>
    oracle("buck-converter", "times of the switches", 1e-9, (found[n] ?? NaN) - t),
  );
  oracle("buck-converter", "current", 1e-7, last(run, "i") - state[0]);
  oracle("buck-converter", "voltage", 1e-7, last(run, "u") - state[1]);
  const steady = await runOf("buck-converter", { until: 0.16 });
  const u = steady.column("u").slice(-50),
    i = steady.column("i").slice(-51);
  // The coil's mean voltage is exactly zero in the steady state; the mean of rows leaves out corners.
  oracle("buck-converter", "mean voltage", 2e-3, u.reduce((a, b) => a + b, 0) / 50 - D * V);
  // The formula takes u as even; it ripples by 1.6 %.
  oracle(
    "buck-converter",
    "ripple of the current",
    0.02,
    Math.max(...i) - Math.min(...i) - (V * D * (1 - D) * T) / L,
  );
  const light = await runOf("buck-converter", { set: { R: 100 }, until: 0.5, step: 5e-5 });
  const K = (2 * L) / (100 * T);
  oracle(
    "buck-converter",
    "voltage in discontinuous mode",
    0.02,
    last(light, "u") - (2 * V) / (1 + Math.sqrt(1 + (4 * K) / D ** 2)),
  );
});
