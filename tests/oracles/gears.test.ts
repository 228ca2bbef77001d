// The planetary gear and the differential against Willis' equation and the balance of momenta.
import { expect, test } from "vitest";
import type { ModelText, Run } from "../../bindings/js/index";
import { load } from "../lib/built";
import { largest, last, residual } from "./oracle";

type Components = NonNullable<ModelText["components"]>;

async function runOf(components: Components, inputs: Record<string, string>): Promise<Run> {
  const model = await load({
    porthos: 1,
    components,
    inputs,
    simulation: { until: 2, step: 0.01, method: "gauss(2)" },
  } as ModelText);
  expect(model.problems).toEqual([]);
  const run = model.run();
  model.dispose();
  expect(run.outcome).toBe("finished");
  expect(largest(run.column("energy.balance_error"))).toBeLessThan(
    1e-12 * largest(run.column("energy.kinetic")),
  );
  return run;
}

const rotor = (I: number): Components[string] => ({ use: "porthos:rotor", parameters: { I } });

/**
 * The accelerations of rotors with constant torques and one constraint sum(c w) = 0: I w' = T - c lambda, so that
 * lambda = sum(c T/I)/sum(c^2/I). A motion with constant accelerations is exact with gauss(2), but for rounding.
 */
function motion(I: readonly number[], T: readonly number[], c: readonly number[]) {
  const sum = (of: (k: number) => number): number => I.reduce((total, _, k) => total + of(k), 0);
  const lambda = sum((k) => (c[k]! * T[k]!) / I[k]!) / sum((k) => c[k]! ** 2 / I[k]!);
  return {
    torques: c.map((ck) => -ck * lambda),
    rates: I.map((Ik, k) => (T[k]! - c[k]! * lambda) / Ik),
  };
}

function checkMotion(
  run: Run,
  shafts: readonly string[],
  outputs: readonly string[],
  expected: ReturnType<typeof motion>,
): void {
  shafts.forEach((shaft, k) => {
    const rate = expected.rates[k]!;
    const speed = residual(run, (at) => at(`${shaft}.omega`) - rate * at("t"));
    expect(speed, shaft).toBeLessThan(1e-12 * Math.max(1, Math.abs(rate)));
    const angle = residual(run, (at) => at(`${shaft}.phi`) - (rate / 2) * at("t") ** 2);
    expect(angle, shaft).toBeLessThan(1e-12 * Math.max(1, Math.abs(rate)));
    const torque = residual(run, (at) => at(`gear.${outputs[k]}`) - expected.torques[k]!);
    expect(torque, shaft).toBeLessThan(1e-11);
  });
}

const planetary = (between: Record<string, string>, ratio: number): Components[string] => ({
  use: "porthos:planetary-gear",
  between,
  parameters: { ratio },
});
const differential = (between: Record<string, string>, ratio: number): Components[string] => ({
  use: "porthos:differential",
  between,
  parameters: { ratio },
});

test("a planetary gear obeys Willis' equation, and its torques are as 1 : k : -(1 + k)", async () => {
  const [I, T, k] = [[0.02, 0.3, 0.7], [0.5, -0.2, 1.1], 2.5];
  const shafts = ["sun", "ring", "carrier"];
  const run = await runOf(
    {
      ...Object.fromEntries(shafts.map((name, i) => [name, rotor(I[i]!)])),
      gear: planetary({ sun: "sun", ring: "ring", carrier: "carrier" }, k),
    },
    Object.fromEntries(shafts.map((name, i) => [`${name}.torque`, String(T[i])])),
  );
  const willis = residual(
    run,
    (at) => at("sun.omega") + k * at("ring.omega") - (1 + k) * at("carrier.omega"),
  );
  expect(willis).toBeLessThan(1e-12);
  const outputs = ["torque_sun", "torque_ring", "torque_carrier"];
  checkMotion(run, shafts, outputs, motion(I, T, [1, k, -(1 + k)]));
  expect(last(run, "gear.torque_ring") / last(run, "gear.torque_sun")).toBeCloseTo(k, 12);
  const power = residual(run, (at) =>
    shafts.reduce((sum, name) => sum + at(`gear.torque_${name}`) * at(`${name}.omega`), 0),
  );
  expect(power).toBeLessThan(1e-12);
});

test.each([
  { held: "ring", input: "sun", output: "carrier", ratio: 1 + 3 },
  { held: "carrier", input: "sun", output: "ring", ratio: -3 },
  { held: "sun", input: "ring", output: "carrier", ratio: (1 + 3) / 3 },
])(
  "with its $held held it is a plain gear of ratio $ratio",
  async ({ held, input, output, ratio }) => {
    const run = await runOf(
      {
        fast: rotor(0.04),
        slow: rotor(2),
        gear: planetary({ [held]: "ground", [input]: "fast", [output]: "slow" }, 3),
      },
      { "fast.torque": "1.5" },
    );
    const rate = 1.5 / (0.04 + 2 / ratio ** 2);
    expect(residual(run, (at) => at("fast.omega") - rate * at("t"))).toBeLessThan(1e-12 * rate);
    expect(residual(run, (at) => at("fast.omega") - ratio * at("slow.omega"))).toBeLessThan(1e-11);
  },
);

test("a differential splits the torque evenly, whatever the outputs do", async () => {
  const [I, T, n] = [[0.1, 1, 0.3], [4, 0, -0.7], 3.5];
  const shafts = ["engine", "left", "right"];
  const run = await runOf(
    {
      ...Object.fromEntries(shafts.map((name, i) => [name, rotor(I[i]!)])),
      gear: differential({ input: "engine", a: "left", b: "right" }, n),
    },
    Object.fromEntries(shafts.map((name, i) => [`${name}.torque`, String(T[i])])),
  );
  const mean = residual(
    run,
    (at) => at("engine.omega") - (n / 2) * (at("left.omega") + at("right.omega")),
  );
  expect(mean).toBeLessThan(1e-12);
  checkMotion(run, shafts, ["torque_input", "torque", "torque"], motion(I, T, [1, -n / 2, -n / 2]));
  expect(last(run, "left.omega") - last(run, "right.omega")).not.toBeCloseTo(0, 1);
});

test("with one output held the other turns twice as fast, and gets no more torque", async () => {
  const run = await runOf(
    {
      engine: rotor(0.1),
      right: rotor(0.5),
      gear: differential({ input: "engine", a: "ground", b: "right" }, 4),
    },
    { "engine.torque": "2" },
  );
  // The engine feels right through a gear of ratio 4/2.
  const rate = 2 / (0.1 + 0.5 / 4);
  expect(residual(run, (at) => at("engine.omega") - rate * at("t"))).toBeLessThan(1e-12 * rate);
  expect(residual(run, (at) => at("right.omega") - (rate / 2) * at("t"))).toBeLessThan(
    1e-12 * rate,
  );
  expect(residual(run, (at) => at("gear.torque") - (0.5 * rate) / 2)).toBeLessThan(1e-11);
});

test("hinges in space are shafts too, about any axis", async () => {
  const I = [0.2, 0.9, 0.4];
  const shafts = ["sun", "ring", "carrier"];
  const bodies = shafts.flatMap((name, k): [string, Components[string]][] => [
    [
      name,
      {
        use: "porthos:rigid-body",
        parameters: {
          m: 1,
          I: [
            [I[k], 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        },
      } as Components[string],
    ],
    [
      `${name}_hinge`,
      {
        use: "porthos:revolute",
        between: { a: "ground", b: name },
        parameters: { axis: [1, 0, 0] },
      },
    ],
  ]);
  const run = await runOf(
    {
      ...Object.fromEntries(bodies),
      gear: planetary(
        { sun: "sun_hinge.shaft", ring: "ring_hinge.shaft", carrier: "carrier_hinge.shaft" },
        1.7,
      ),
    },
    { "sun_hinge.torque": "0.6" },
  );
  const { rates, torques } = motion(I, [0.6, 0, 0], [1, 1.7, -2.7]);
  shafts.forEach((name, k) => {
    // gauss(2) with 10 ms in quaternions: the angle has an error of order four, (w h)^4/720 of a radian.
    const speed = residual(run, (at) => at(`${name}_hinge.speed`) - rates[k]! * at("t"));
    expect(speed, name).toBeLessThan(1e-9);
    const torque = residual(run, (at) => at(`gear.torque_${name}`) - torques[k]!);
    expect(torque, name).toBeLessThan(1e-9);
  });
});

test.each([
  [
    "planetary-gear",
    { sun: "a", ring: "b", carrier: "c" },
    1,
    "a ring with more teeth than the sun",
  ],
  ["differential", { input: "a", a: "b", b: "c" }, 0, "a ratio that is not 0"],
])("a %s refuses an impossible ratio", async (name, between, ratio, sentence) => {
  const model = await load({
    porthos: 1,
    components: {
      a: rotor(1),
      b: rotor(1),
      c: rotor(1),
      gear: { use: `porthos:${name}`, between, parameters: { ratio } },
    },
  } as ModelText);
  expect(model.problems.map(({ code, expected }) => [code, expected])).toEqual([
    ["PH104", sentence],
  ]);
  model.dispose();
});
