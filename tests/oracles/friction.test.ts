// Gallery models with dry friction against closed forms (theory 13).
import { expect, test } from "vitest";
import { largest, last, oracle, residual, root, runOf, times } from "./oracle";

const g = 9.81;

test("the block on the incline stops where it must, and slides back or stays", async () => {
  const [mu, v0] = [0.4, 3];
  for (const alpha of [0.3, 0.5]) {
    const [up, down] = [1, -1].map((s) => g * (Math.sin(alpha) + s * mu * Math.cos(alpha))) as [
      number,
      number,
    ];
    const turn = v0 / up;
    const run = await runOf("incline", { set: { alpha } });
    const s = (t: number): number =>
      t < turn
        ? v0 * t - (up / 2) * t * t
        : (v0 * v0) / (2 * up) - (Math.max(down, 0) / 2) * (t - turn) ** 2;
    // The motion is quadratic in time, which gauss(2) integrates exactly. The end of a slip is found to a
    // rounding of the speed.
    oracle(
      "incline",
      "place",
      1e-11,
      residual(run, (at) => at("s") - s(at("t"))),
    );
    oracle("incline", "time of the turn", 1e-12, (times(run, "plane.slip")[0] ?? NaN) - turn);
    if (down < 0) expect(Math.abs(last(run, "v"))).toBeLessThan(1e-100);
  }
  const still = await runOf("incline", { set: { alpha: 0.3, v_0: 0 }, until: 1e6, step: 1e4 });
  expect(largest(still.column("s"))).toBe(0);
});

test("the mass on the rough table rests after three half swings", async () => {
  const [k, x0] = [100, 0.32];
  const b = (0.5 * g) / k,
    half = Math.PI / 10;
  const run = await runOf("dry-oscillator");
  const x = (t: number): number => {
    const n = Math.min(Math.floor(t / half), 3);
    if (n === 3) return -(x0 - 6 * b);
    const sign = n % 2 ? -1 : 1;
    return sign * (b + (x0 - 2 * n * b - b) * Math.cos(10 * (t - n * half)));
  };
  // gauss(2) with 5 ms at 10 rad/s: (w h)^4/720 of the phase, 3 rad; 0.3 m of amplitude.
  oracle(
    "dry-oscillator",
    "place",
    1e-7,
    residual(run, (at) => at("x") - x(at("t"))),
  );
  oracle("dry-oscillator", "place of rest", 1e-7, last(run, "x") - x(10));
  times(run, "table").forEach((t, n) =>
    oracle("dry-oscillator", "times of the turns", 1e-7, t - (n + 1) * half),
  );
  expect(last(run, "mode.table")).toBe(2);
  const way = 6 * x0 - 18 * b; // of the swings from x0 to -(x0 - 2b), x0 - 4b and -(x0 - 6b)
  oracle("dry-oscillator", "loss", 1e-6, last(run, "energy.dissipated") - 0.5 * g * way);
  const still = await runOf("dry-oscillator", { set: { x_0: 0.04 } });
  expect(largest(still.column("v"))).toBeLessThan(1e-50);
});

test("the block on the belt has the cycle of stick and slip", async () => {
  const [k, v, statics, slips] = [60, 0.1, 0.6 * g, 0.35 * g];
  const omega = Math.sqrt(k),
    d = (statics - slips) / k;
  const stick = (2 * d) / v,
    slip = (2 * Math.PI - 2 * Math.atan((omega * d) / v)) / omega;
  const run = await runOf("belt-oscillator", { step: 0.002 });
  const found = times(run, "belt");
  expect(found.length).toBe(8);
  let t = statics / k / v;
  found.forEach((time, n) => {
    // The phase of gauss(2): (w h)^4/720 of a slip of 3.7 rad, 8 of them.
    oracle("belt-oscillator", "times of the switches", 1e-8, time - t);
    t += n % 2 ? stick : slip;
  });
  // In a cycle: friction times the way of the slip, v slip - (the way of the block, -2 d).
  const cycle = slips * (v * slip + 2 * d);
  const lossAt = (time: number): number => {
    const row = run.column("t").findIndex((value) => value >= time);
    return run.column("energy.dissipated")[row] ?? NaN;
  };
  oracle(
    "belt-oscillator",
    "loss of a cycle",
    1e-8,
    lossAt(found[3]! + 0.1) - lossAt(found[1]! + 0.1) - cycle,
  );
});

test("the bowling ball slides on a parabola, then rolls straight on", async () => {
  const [mu, r] = [0.12, 0.108];
  const run = await runOf("bowling");
  const slip = [8, 0.52 + 30 * r] as const;
  const size = Math.hypot(...slip),
    end = (2 * size) / (7 * mu * g);
  const path = (i: 0 | 1, v0: number, start: number) => (t: number) => {
    const a = (-mu * g * slip[i]) / size,
      s = Math.min(t, end);
    return start + v0 * s + (a / 2) * s * s + (v0 + a * end) * (t - s);
  };
  const [x, y] = [path(0, 8, 0), path(1, 0.52, 0.1)];
  oracle(
    "bowling",
    "path",
    1e-11,
    residual(run, (at) => Math.hypot(at("r_C.1") - x(at("t")), at("r_C.2") - y(at("t")))),
  );
  // The slip ends where its speed is below the rounding of its accelerations, 1e-10 s early or late.
  oracle("bowling", "time of rolling", 1e-9, (times(run, "lane.slip")[0] ?? NaN) - end);
  oracle(
    "bowling",
    "velocity of rolling",
    1e-11,
    Math.hypot(
      last(run, "v.1") - (8 - (2 / 7) * slip[0]),
      last(run, "v.2") - (0.52 - (2 / 7) * slip[1]),
    ),
  );
});

test("the clutch takes the rotor along, and slips in the shock", async () => {
  const [J1, J2, w0, Tk] = [0.4, 0.2, 30, 4];
  const run = await runOf("clutch");
  // The torque grows evenly for half a second from 0.5 s on: a quarter of a second's full impulse.
  const joined = 0.75 + w0 / (Tk * (1 / J1 + 1 / J2));
  const found = times(run, "clutch");
  oracle("clutch", "time of the joining", 1e-11, (found[0] ?? NaN) - joined);
  const together = (J1 * w0) / (J1 + J2);
  // 9 N m for 0.1 s on the rotor, with 4 N m of the slipping clutch from both sides.
  const [a1, a2] = [-Tk / J1, (Tk - 9) / J2];
  const apart = 0.1 * (a1 - a2),
    again = 4.1 + apart / (Tk / J1 + Tk / J2);
  oracle("clutch", "end of the slip after the shock", 1e-11, (found[2] ?? NaN) - again);
  oracle("clutch", "last speed", 1e-11, last(run, "w_1") - (together - (9 * 0.1) / (J1 + J2)));
  const loss = ((J1 * J2) / (J1 + J2) / 2) * w0 * w0;
  const quiet = await runOf("clutch", { set: { M: 0 } });
  oracle("clutch", "loss", 1e-10, last(quiet, "energy.dissipated") - loss);
  expect(times(await runOf("clutch", { set: { M: 7 } }), "clutch")).toHaveLength(1);
});

test("the stack moves with its table, until the top block slips", async () => {
  const [A, W, T0, mu] = [0.03, 12, 8, 0.2];
  const V = (t: number): number => ((A * W) / T0) * t * Math.sin(W * t);
  const X = (t: number): number => (A / T0) * (Math.sin(W * t) / W - t * Math.cos(W * t));
  const a = (t: number): number => ((A * W) / T0) * (Math.sin(W * t) + W * t * Math.cos(W * t));
  const run = await runOf("shaken-stack", { until: 3.9 });
  const slips = root((t) => Math.abs(a(t)) - mu * g, 3.6, (Math.PI * 14) / W); // before the peak near 14 pi/12
  const [first = NaN, ...more] = times(run, "top.slip");
  oracle("shaken-stack", "begin of the slip", 1e-9, first - slips);
  const sign = Math.sign(a(slips));
  const ends = root(
    (t) => V(t) - V(slips) - sign * mu * g * (t - slips),
    slips + 0.005,
    slips + 0.1,
  );
  oracle(
    "shaken-stack",
    "end of the slip",
    1e-8,
    (more.find((t) => t > first + 1e-6) ?? NaN) - ends,
  );
  const way =
    V(slips) * (ends - slips) + (sign * mu * g * (ends - slips) ** 2) / 2 - X(ends) + X(slips);
  const at = run.column("t").findIndex((t) => t > ends + 0.005);
  oracle("shaken-stack", "way of the slip", 1e-9, (run.column("shift_3")[at] ?? NaN) - way);
  const still = await runOf("shaken-stack", { set: { A: 0.012 }, until: 8 });
  for (const shift of ["shift_1", "shift_2", "shift_3"])
    oracle("shaken-stack", "shift of blocks that stick", 1e-14, largest(still.column(shift)));
});
