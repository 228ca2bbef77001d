// The slider-crank with clearance against a time-stepping method, its flights and the ideal mechanism.
import { expect, test } from "vitest";
import { largest, oracle, runOf, times } from "./oracle";

const [n, a, l, rod, slider, c, e] = [10, 0.1, 0.25, 0.3, 0.5, 0.006, 0.3];

/** Moreau's method for the angle of the rod and the place of the slider; the strokes are those above 0.02 m/s. */
function moreau(h: number, until: number): { strokes: number[]; phi: number; x: number } {
  const J = (rod * l * l) / 3; // about the end of the crank
  let [phi, x, p, v] = [0, a + l + c, (n * a) / l, 0];
  const strokes: number[] = [];
  for (let k = 0; k < Math.round(until / h); k++) {
    const theta = n * (k + 0.5) * h;
    const [middle, place] = [phi + (h / 2) * p, x + (h / 2) * v];
    const [sine, cosine] = [Math.sin(middle), Math.cos(middle)];
    const [ax, ay] = [-n * n * a * Math.cos(theta), -n * n * a * Math.sin(theta)];
    let [q, u] = [p + ((h * rod * l) / 2 / J) * (ax * sine + ay * cosine), v];
    const dx = a * Math.cos(theta) + l * cosine - place;
    const dy = a * Math.sin(theta) - l * sine;
    const d = Math.hypot(dx, dy);
    if (d >= c) {
      const [nx, ny] = [dx / d, dy / d];
      const [gp, g0] = [
        nx * l * sine + ny * l * cosine,
        n * a * (nx * Math.sin(theta) - ny * Math.cos(theta)),
      ];
      const before = gp * p + nx * v + g0;
      const push =
        -(gp * q + nx * u + g0 + e * Math.min(0, before)) / ((gp * gp) / J + (nx * nx) / slider);
      if (push > 0) {
        if (before < -0.02) strokes.push((k + 1) * h);
        q += (gp * push) / J;
        u += (nx * push) / slider;
      }
    }
    [p, v] = [q, u];
    [phi, x] = [middle + (h / 2) * p, place + (h / 2) * v];
  }
  return { strokes, phi, x };
}

test("the joint opens and strikes when a time-stepping method says", async () => {
  const run = await runOf("loose-crank", { until: 0.6, step: 0.001 });
  const { strokes, phi, x } = moreau(1e-6, 0.6);
  const [, ...impacts] = times(run, "pin"); // the first one is the release
  expect(strokes.length).toBe(3);
  // Time stepping has order one: its errors at 4e-6 s are four times those at 1e-6 s.
  strokes.forEach((t, k) =>
    oracle("loose-crank", "times of the impacts", 2e-4, (impacts[k] ?? NaN) - t),
  );
  oracle("loose-crank", "angle of the rod", 2e-4, (run.column("phi").at(-1) ?? NaN) - phi);
  oracle("loose-crank", "place of the slider", 2e-4, (run.column("x").at(-1) ?? NaN) - x);
});

test("in flight the slider keeps its velocity, and it stays near its ideal place", async () => {
  const run = await runOf("loose-crank");
  const [mode, v, t] = [run.column("mode.pin"), run.column("v"), run.column("t")];
  const switches = times(run, "pin");
  let flights = 0;
  for (let row = 1; row < t.length; row++) {
    const [from, to] = [t[row - 1]!, t[row]!];
    if (mode[row] !== 0 || mode[row - 1] !== 0 || switches.some((at) => at >= from && at <= to))
      continue;
    flights++;
    oracle("loose-crank", "velocity in flight", 1e-12, v[row]! - v[row - 1]!);
  }
  expect(flights).toBeGreaterThan(50);
  // At the dead centres the play is that of the pin; in between the rod is oblique: c/cos(phi) at most, in first order.
  expect(largest(run.column("play"))).toBeLessThan(1.2 * c);
  expect(largest(run.column("play"))).toBeGreaterThan(0.9 * c);
  const tight = await runOf("loose-crank", { set: { c: 0.001 } });
  expect(largest(tight.column("play"))).toBeLessThan(1.2e-3);
});
