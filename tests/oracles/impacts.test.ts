// Gallery models with impacts and ropes against closed forms (theory 13.3).
import { expect, test } from "vitest";
import { impacts, largest, last, oracle, residual, root, runOf, times } from "./oracle";

const g = 9.81;

test("the ball with backspin trades spin for speed, bounce by bounce", async () => {
  const [e, mu, r, h, v0, w0] = [0.7, 0.15, 0.05, 0.6, 0.8, 90];
  const run = await runOf("backspin-ball");
  const found = times(run, "floor");
  let [t, u, v, w] = [Math.sqrt((2 * h) / g), Math.sqrt(2 * g * h), v0, w0];
  for (let n = 0; n < 8; n++) {
    oracle("backspin-ball", "times of the bounces", 1e-12, (found[n] ?? NaN) - t);
    // Impulses for a unit of mass: friction stops the slip, or is at most mu times the normal one.
    const most = mu * (1 + e) * u,
      stop = (-2 / 7) * (v + r * w);
    const p = Math.max(-most, Math.min(most, stop));
    v += p;
    w += (5 * p) / (2 * r);
    u *= e;
    const row = run.column("t").findIndex((time) => time > t + 1e-9);
    oracle("backspin-ball", "speed after a bounce", 1e-12, (run.column("v")[row] ?? NaN) - v);
    t += (2 * u) / g;
  }
  const ends = (Math.sqrt((2 * h) / g) * (1 + e)) / (1 - e);
  // The series ends with flights of 1e-14 of the largest position, 88 rad: 4e-7 s and more.
  oracle("backspin-ball", "end of the hops", 5e-6, (found.at(-1) ?? NaN) - ends);
  oracle(
    "backspin-ball",
    "speed of rolling",
    1e-12,
    last(run, "v") - (5 / 7) * (v0 - 0.4 * r * w0),
  );
  const rest = await runOf("backspin-ball", { set: { w_0: 40 } });
  expect(Math.hypot(last(rest, "v"), last(rest, "u"), r * last(rest, "w"))).toBeLessThan(1e-14);
});

/** The complete elliptic integral of the first kind, by the arithmetic-geometric mean. */
function elliptic(k: number): number {
  let [a, b] = [1, Math.sqrt(1 - k * k)];
  for (let n = 0; n < 8; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

test("the cradle passes its ball on, and loses what the impacts take", async () => {
  const [l, a0] = [0.25, 0.7];
  const quarter = Math.sqrt(l / g) * elliptic(Math.sin(a0 / 2));
  const ideal = await runOf("newtons-cradle", { set: { e: 1 }, until: 1 });
  // All balls are struck at each impact.
  for (const name of ["hit_12", "hit_45"])
    for (const n of [0, 1])
      oracle(
        "newtons-cradle",
        "times of the impacts, e = 1",
        1e-8, // gauss(2): (w h)^4/720 of half a swing
        (impacts(ideal, name)[n] ?? NaN) - (2 * n + 1) * quarter,
      );
  for (const e of [0.98, 0.95]) {
    const run = await runOf("newtons-cradle", { set: { e }, until: 0.7, step: 0.002 });
    const height = l * (1 - Math.cos(a0)) * ((1 + e) / 2) ** 8;
    const top = run.column("phi_5").reduce((most, value) => Math.max(most, value), 0);
    // The top lies between two rows: g t^2/2 with t up to a millisecond, and sin(a0) of it.
    oracle("newtons-cradle", "height of the last ball", 5e-6, l * (1 - Math.cos(top)) - height);
    const first = Math.sqrt(2 * g * l * (1 - Math.cos(a0)));
    const row = run.column("t").findIndex((t) => t > quarter + 1e-9);
    const before = (run.column("t")[row] ?? NaN) - quarter;
    // The weight of the last ball has changed the momentum since, by g sin(phi) of at most 4 mm.
    oracle(
      "newtons-cradle",
      "momentum",
      (1e-3 * before) / 0.002,
      (run.column("momentum")[row] ?? NaN) / 0.1 - first,
    );
  }
});

test("the rocking block changes its foot as Housner says", async () => {
  const [R, alpha, tilt, m] = [1, 0.3, 0.2, 100];
  const run = await runOf("rocking-block");
  const ratio = 1 - 1.5 * Math.sin(alpha) ** 2;
  const stored = run.column("energy.stored"),
    t = run.column("t");
  const height = (phi: number): number => m * g * R * (Math.cos(alpha - phi) - Math.cos(alpha));
  const feet = ["left", "right"].flatMap((name) => impacts(run, name)).sort((a, b) => a - b);
  let energy = height(tilt),
    phi = tilt,
    time = 0;
  for (let n = 0; n < 4; n++) {
    // From rest at phi to upright: the substitution phi = p cos^2... of the root at rest; Simpson's rule.
    const quarter = ((): number => {
      const N = 400;
      const f = (s: number): number => {
        const x = phi * (1 - s * s); // s = 0 at rest
        const fallen = height(phi) - height(x);
        if (s === 0) return Math.sqrt(((4 / 3) * R * phi) / (g * Math.sin(alpha - phi)) / 2) * 2;
        return (2 * phi * s) / Math.sqrt((2 * fallen) / ((4 / 3) * m * R * R));
      };
      let sum = 0;
      for (let i = 0; i < N; i++) {
        const [a, b] = [i / N, (i + 1) / N];
        sum += ((b - a) / 6) * (f(a) + 4 * f((a + b) / 2) + f(b));
      }
      return sum;
    })();
    time += n === 0 ? quarter : 2 * quarter;
    oracle("rocking-block", "times of the first impacts", 1e-7, (feet[n] ?? NaN) - time);
    energy *= ratio * ratio;
    const row = t.findIndex((value) => value > time + 1e-6);
    oracle(
      "rocking-block",
      "energy after an impact, of the first",
      1e-9,
      ((stored[row] ?? NaN) - energy) / height(tilt),
    );
    const left = energy;
    phi = root((x) => height(x) - left, 0, tilt);
  }
  expect(Math.abs(last(run, "w"))).toBeLessThan(1e-14);
  oracle(
    "rocking-block",
    "loss until rest, of the first energy",
    1e-9,
    last(run, "energy.dissipated") / height(tilt) - 1,
  );
});

test("the tackle is jerked, rises, and is jerked again", async () => {
  const [M, m, s, z0] = [8, 2.5, 0.3, 1.2];
  const run = await runOf("block-and-tackle");
  const mass = M + 16 * m,
    rise = (g * (4 * m - M)) / mass;
  const u = Math.sqrt(2 * g * s),
    taut = u / g,
    v = (4 * m * u) / mass;
  const [first, second] = impacts(run, "rope");
  oracle("block-and-tackle", "time of the jerk", 1e-12, (first ?? NaN) - taut);
  const top = z0 / 4; // of the load when the weight lands
  const landed = taut + (-v + Math.sqrt(v * v + 2 * rise * top)) / rise;
  oracle(
    "block-and-tackle",
    "time of the landing",
    1e-12,
    (times(run, "landing")[0] ?? NaN) - landed,
  );
  const y = (t: number): number => (t < taut ? 0 : v * (t - taut) + (rise / 2) * (t - taut) ** 2);
  const early = await runOf("block-and-tackle", { until: 0.74 });
  oracle(
    "block-and-tackle",
    "rise of the load",
    1e-12,
    residual(early, (at) => at("y") - y(at("t"))),
  );
  oracle(
    "block-and-tackle",
    "loss of the jerk",
    1e-12,
    last(early, "energy.dissipated.rope") - ((M / mass) * m * u * u) / 2,
  );
  // Above, the load flies until it falls into the slack rope with the speed at which it left.
  const up = v + rise * (landed - taut);
  oracle(
    "block-and-tackle",
    "time of the second jerk",
    1e-12,
    (second ?? NaN) - landed - (2 * up) / g,
  );
  oracle("block-and-tackle", "tension at rest", 1e-10, last(run, "tension") - (M * g) / 4);
});

test("the stone flies, is jerked, and swings", async () => {
  const run = await runOf("slack-rope");
  const x = (t: number): number => 0.3 + 2 * t,
    y = (t: number): number => -0.2 + 3 * t - (g / 2) * t * t;
  const taut = root((t) => x(t) ** 2 + y(t) ** 2 - 1, 0.1, 0.45);
  oracle("slack-rope", "time of the jerk", 1e-12, (times(run, "rope")[0] ?? NaN) - taut);
  const radial = 2 * x(taut) + (3 - g * taut) * y(taut);
  const loss = run.column("energy.dissipated").find((value) => value > 0) ?? NaN;
  oracle("slack-rope", "loss of the jerk", 1e-12, loss - (radial * radial) / 2);
  const row = run.column("t").findIndex((t) => t > taut);
  const spin = x(taut) * (3 - g * taut) - y(taut) * 2;
  // The torque of the weight since then, to second order in at most 5 ms.
  const since = (run.column("t")[row] ?? NaN) - taut;
  oracle(
    "slack-rope",
    "angular momentum",
    1e-3,
    (run.column("spin")[row] ?? NaN) - spin + g * x(taut) * since,
  );
  const tension = residual(run, (at) =>
    at("mode.rope") === 1
      ? at("tension") - (at("u") ** 2 + at("v") ** 2 - g * at("y"))
      : at("tension"),
  );
  oracle("slack-rope", "tension", 1e-10, tension);
  expect(largest(run.column("tension"))).toBeGreaterThan(10);
});
