// The passive walker against published gaits, and its impacts against balances of angular momentum.
import { expect, test } from "vitest";
import type { Run } from "../../bindings/js/index";
import { load } from "../lib/built";
import { last, oracle, runOf, times } from "./oracle";

interface Leg {
  readonly angle: number;
  readonly rate: number;
}

/** The states just after heel strikes, the standing leg first: the event records a row before and one after. */
function strikes(run: Run): { before: number; after: number; stance: Leg; swing: Leg }[] {
  const t = run.column("t");
  return times(run, "heel_strike").map((time) => {
    const rows = [...t.keys()].filter((row) => Math.abs((t[row] ?? NaN) - time) < 1e-12);
    const [before, after] = [rows[0] ?? NaN, rows.at(-1) ?? NaN];
    const leg = (k: 1 | 2): Leg => ({
      angle: run.column(`theta_${k}`)[after] ?? NaN,
      rate: run.column(`w_${k}`)[after] ?? NaN,
    });
    const legs = [leg(1), leg(2)] as const;
    const [stance, swing] = legs[0].angle > 0 ? legs : [legs[1], legs[0]];
    return { before, after, stance, swing };
  });
}

test("the walker has the published gait on a slope of 3 degrees", async () => {
  const slope = Math.PI / 60;
  const run = await runOf("compass-walker", { set: { slope }, until: 60 });
  const found = strikes(run).at(-1)!;
  // Goswami's angles are from the vertical. The six digits are those of states in use for this walker; the gait
  // attracts by 0.6 a step, so that after 80 steps nothing is left of the start.
  const published = { stance: [0.218669, -1.092386], swing: [-0.323389, -0.377377] } as const;
  for (const leg of ["stance", "swing"] as const) {
    const { angle, rate } = found[leg];
    oracle("compass-walker", "angle", 2e-6, angle - slope - published[leg][0]);
    oracle("compass-walker", "angular velocity", 5e-6, rate - published[leg][1]);
  }
  const all = times(run, "heel_strike");
  oracle("compass-walker", "period", 5e-4, all.at(-1)! - all.at(-2)! - 0.734);
});

test("with light legs it has the gait of the simplest walker", async () => {
  // The walker of Garcia and others with feet of a thousandth of the hip's mass, at 0.009 rad.
  const set = {
    m_H: 1000,
    m: 1,
    b: 1,
    g: 1,
    slope: 0.009,
    angle: 0.2,
    rate_1: -0.2,
    rate_2: -0.18,
  };
  const model = await load(
    new URL("../../web/models/compass-walker.porthos.json", import.meta.url),
  );
  const text = JSON.parse(model.text()) as {
    parameters: Record<string, { min?: number; max?: number }>;
  };
  model.dispose();
  for (const name of Object.keys(set)) {
    delete text.parameters[name]?.min;
    delete text.parameters[name]?.max;
  }
  const light = await load(text as never);
  const run = light.run({ set, until: 240 });
  light.dispose();
  expect(run.outcome, run.message).toBe("finished");
  const { stance, swing } = strikes(run).at(-1)!;
  oracle("compass-walker", "angle with light legs", 1e-6, stance.angle - 0.20016107216975);
  oracle("compass-walker", "rate with light legs", 1e-6, stance.rate + 0.199906060087682);
  // The published angle phi of the swinging leg is from the standing one: its rate is the difference.
  oracle(
    "compass-walker",
    "swing with light legs",
    1e-6,
    stance.rate - swing.rate + 0.015805473227965,
  );
});

test("its impacts keep two angular momenta, and take what the slope gives", async () => {
  const [M, m, l, b, g, slope] = [10, 5, 1, 0.5, 9.81, 0.0524];
  const run = await runOf("compass-walker", { until: 30 });
  const value = (name: string, row: number): number => run.column(name)[row] ?? NaN;
  const found = strikes(run);
  for (const { before, after } of found) {
    const first = value("theta_1", after) > 0; // the first leg stands from now on
    const momenta = (row: number): [number, number] => {
      const hip = [value("x", row), value("y", row)] as const;
      const velocity = [value("u", row), value("v", row)] as const;
      const leg = (k: 1 | 2) => {
        const [angle, rate] = [value(`theta_${k}`, row), value(`w_${k}`, row)];
        const arm = [b * Math.sin(angle), -b * Math.cos(angle)] as const;
        const speed = [velocity[0] - arm[1] * rate, velocity[1] + arm[0] * rate] as const;
        return { arm, speed, foot: hip[0] + l * Math.sin(angle) };
      };
      const legs = first ? [leg(1), leg(2)] : [leg(2), leg(1)];
      const foot = legs[0]!.foot;
      const about = (x: number, y: number, v: readonly [number, number]): number =>
        x * v[1] - y * v[0];
      const whole = legs.reduce(
        (sum, { arm, speed }) => sum + m * about(hip[0] + arm[0] - foot, hip[1] + arm[1], speed),
        M * about(hip[0] - foot, hip[1], velocity),
      );
      return [whole, m * about(...legs[1]!.arm, legs[1]!.speed)];
    };
    const [old, young] = [momenta(before), momenta(after)];
    oracle("compass-walker", "angular momentum about the foot", 1e-12, young[0] - old[0]);
    oracle("compass-walker", "angular momentum about the hip", 1e-12, young[1] - old[1]);
  }
  const [one, two] = found.slice(-2);
  const loss = value("energy.stored", two!.before) - value("energy.stored", two!.after);
  const length = value("walked", two!.after) - value("walked", one!.after);
  oracle(
    "compass-walker",
    "energy of a step",
    1e-6,
    loss - (M + 2 * m) * g * length * Math.sin(slope),
  );
  expect(last(run, "walked")).toBeGreaterThan(15);
});

test("on a steeper slope it limps, and a slow start lets it fall", async () => {
  const steep = await runOf("compass-walker", {
    set: { slope: 0.08, angle: 0.3, rate_1: -1.1 },
    until: 60,
  });
  const all = times(steep, "heel_strike");
  const periods = all.slice(-4).map((t, k, some) => t - (some[k - 1] ?? NaN));
  expect(Math.abs(periods[3]! - periods[1]!)).toBeLessThan(1e-6); // two steps make a period
  expect(Math.abs(periods[3]! - periods[2]!)).toBeGreaterThan(0.05); // one does not
  const model = await load(
    new URL("../../web/models/compass-walker.porthos.json", import.meta.url),
  );
  expect(model.run({ set: { rate_1: -1 } }).outcome).toBe("stopped");
  model.dispose();
});
