// Gallery models with friction in a plane, and with many contacts, against independent computations.
import { expect, test } from "vitest";
import { last, oracle, runOf, times } from "./oracle";

test("billiard balls part as the impulses say, and roll as their slip says", async () => {
  const [R, v0, mu, e, side] = [0.0286, 1.5, 0.05, 0.95, 0.5];
  const run = await runOf("billiards", { until: 1.2 });
  const n = [Math.sqrt(1 - side * side), side] as const,
    along = [-n[1], n[0]] as const;
  const t = (0.1 * 1.12 + 0.56 - 2 * R * n[0]) / v0;
  oracle("billiards", "time of the impact", 1e-10, (times(run, "balls")[0] ?? NaN) - t);
  // The slip of the contact: across v0 along[0], downwards R w n[0] of the rolling ball.
  const [across, down] = [v0 * along[0], -v0 * n[0]];
  const P = ((1 + e) / 2) * v0 * n[0]; // for a unit of mass
  // Friction acts against the slip after the impact. Both balls give 7 of inverse mass across and 5 down.
  let [sa, sd] = [across, down];
  for (let k = 0; k < 100; k++) {
    const size = Math.hypot(sa, sd);
    [sa, sd] = [across - (7 * mu * P * sa) / size, down - (5 * mu * P * sd) / size];
  }
  const slip = Math.hypot(sa, sd);
  const [pa, pd] = [(-mu * P * sa) / slip, (-mu * P * sd) / slip];
  const spin = (p: number): number => (5 * p) / (2 * R);
  const after = (sign: 1 | -1, v: number, w: number) => {
    const [vx, vy] = [0, 1].map(
      (i) => (sign > 0 ? [v, 0][i]! : 0) - sign * (P * n[i]! - pa * along[i]!),
    );
    // pd turns both balls about the horizontal tangent: w along it by n x z.
    const [wx, wy] = [spin(pd) * n[1], w - spin(pd) * n[0]];
    const s = [vx! - R * wy, vy! + R * wx];
    return [vx! - (2 / 7) * s[0]!, vy! - (2 / 7) * s[1]!] as const;
  };
  const [cue, object] = [after(1, v0, v0 / R), after(-1, 0, 0)];
  // dop853 with its tolerance of 1e-9.
  oracle(
    "billiards",
    "rolling of the cue ball",
    1e-7,
    Math.hypot(last(run, "v_1.1") - cue[0], last(run, "v_1.2") - cue[1]),
  );
  oracle(
    "billiards",
    "rolling of the object ball",
    1e-7,
    Math.hypot(last(run, "v_2.1") - object[0], last(run, "v_2.2") - object[1]),
  );
  const ideal = await runOf("billiards", { set: { mu_b: 0, e: 1 }, until: 1.2 });
  const [vx, vy] = [(2 / 7) * v0 + (5 / 7) * v0 * side * side, (-5 / 7) * v0 * n[0] * side];
  oracle(
    "billiards",
    "direction of the ideal half-ball hit",
    1e-8,
    last(ideal, "angle_1") - Math.atan2(vy, vx),
  );
});

/** Moreau's time stepping for the woodpecker's published numbers: the times and heights of its knocks. */
function knocks(h: number, until: number): [number, number][] {
  const [mM, JM, mS, JS, c, mu, g] = [3e-4, 5e-9, 4.5e-3, 7e-7, 5.6e-3, 0.3, 9.81];
  const [r0, rM, hM, lM, lG, hS, lS] = [2.5e-3, 3.1e-3, 5.8e-3, 0.01, 0.015, 0.02, 0.0201];
  type Three = [number, number, number];
  const dot = (p: Three, q: Three): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const cross = (p: Three, q: Three): Three => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const M: [Three, Three, Three] = [
    [mM + mS, mS * lM, mS * lG],
    [mS * lM, JM + mS * lM * lM, mS * lM * lG],
    [mS * lG, mS * lM * lG, JS + mS * lG * lG],
  ];
  const det = dot(M[0], cross(M[1], M[2]));
  const inverse = [cross(M[1], M[2]), cross(M[2], M[0]), cross(M[0], M[1])] as const; // symmetric
  const solve = (x: Three): Three => inverse.map((row) => dot(row, x) / det) as Three;
  const add = (p: Three, s: number, q: Three): Three => [
    p[0] + s * q[0],
    p[1] + s * q[1],
    p[2] + s * q[2],
  ];
  const laws = (
    [
      [[0, 0, -hS], [1, lM, lG - lS], 0.5],
      [[0, hM, 0], [1, rM, 0], 0],
      [[0, -hM, 0], [1, rM, 0], 0],
    ] as [Three, Three, number][]
  ).map(([n, t, e]) => ({ n, t, e, Mn: solve(n), Mt: solve(t) }));
  const found: [number, number][] = [];
  let q: Three = [0, -(rM - r0) / hM, -0.2788],
    w: Three = [-0.3411, 0, -7.4583],
    touched = false;
  for (let k = 0; k * h < until; k++) {
    q = add(q, h / 2, w);
    const before = w;
    w = add(
      w,
      h,
      solve([-(mM + mS) * g, -c * (q[1] - q[2]) - mS * g * lM, -c * (q[2] - q[1]) - mS * g * lG]),
    );
    const gaps = [lM + lG - lS - r0 - hS * q[2], rM - r0 + hM * q[1], rM - r0 - hM * q[1]];
    const active = laws.filter((_, i) => (gaps[i] ?? 0) <= 0).map((law) => ({ law, P: 0, Q: 0 }));
    for (let round = 0, change = 1; round < 2000 && change > 1e-15; round++) {
      change = 0;
      for (const one of active) {
        const { n, t, e, Mn, Mt } = one.law;
        const P = Math.max(0, one.P - (dot(n, w) + e * dot(n, before)) / dot(n, Mn));
        w = add(w, P - one.P, Mn);
        const Q = Math.max(-mu * P, Math.min(mu * P, one.Q - dot(t, w) / dot(t, Mt)));
        w = add(w, Q - one.Q, Mt);
        change += Math.abs(P - one.P) + Math.abs(Q - one.Q);
        [one.P, one.Q] = [P, Q];
      }
    }
    const touches = active.some(({ law, P }) => law.e > 0 && P > 0);
    if (touches && !touched) found.push([(k + 0.5) * h, q[0]]);
    touched = touches;
    q = add(q, h / 2, w);
  }
  return found;
}

test("the woodpecker knocks when a time-stepping method says", async () => {
  const run = await runOf("woodpecker");
  const found = times(run, "beak"),
    expected = knocks(5e-6, 1);
  expect(found.length).toBe(expected.length);
  // Time stepping has order one: 0.1 ms after seven cycles with its own steps of 5e-6 s (2e-4 s with 1e-5 s).
  expected.forEach(([t], n) =>
    oracle("woodpecker", "times of the knocks", 2e-4, (found[n] ?? NaN) - t),
  );
  const period = ((found.at(-1) ?? NaN) - (found[1] ?? NaN)) / (found.length - 2);
  oracle(
    "woodpecker",
    "period",
    3e-5,
    period - ((expected.at(-1)?.[0] ?? NaN) - (expected[1]?.[0] ?? NaN)) / (expected.length - 2),
  );
});
