// A model as one self-contained text that gives the same run to the bit.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Model, ModelText, Run, RunOptions } from "../../bindings/js/index.js";
import { built, load } from "./built.js";
import { pair, pendulum } from "./models.js";

const { connect } = await built("worker");
const folder = resolve(import.meta.dirname, "..", "..", "web", "models");
const gallery = readdirSync(folder).filter((file) => file.endsWith(".porthos.json"));

/** Without any file. */
const alone = (text: string) => load(text, { isText: true, base: "file:///nowhere/" });

const gist = ({ summary: { problems, ...summary }, table }: Run) => ({
  summary,
  problems: problems.map(({ code, found }) => ({ code, found })),
  table: [...table],
});

/** Two settable values near those of the text, neither of them 0. */
function turned({ parameters }: Model): { [name: string]: number } {
  const set: { [name: string]: number } = {};
  for (const { name, value, derived, min = -Infinity, max = Infinity } of parameters) {
    const next = value * 1.01;
    if (!derived && value !== 0 && next > min && next < max) set[name] = next;
    if (Object.keys(set).length === 2) break;
  }
  return set;
}

test("a text without files and options stays as it is", async () => {
  const text = `\n${JSON.stringify(pendulum)}  `;
  expect((await alone(text)).text()).toBe(text);
});

test.each(gallery)("%s runs anywhere", async (file) => {
  const path = join(folder, file);
  const model = await load(pathToFileURL(path));
  const until = Math.min(model.simulation.until, 20 * model.simulation.step);
  const text = model.text();
  const uses = /"use": "(?!porthos:)/.test(readFileSync(path, "utf8"));
  expect(text === readFileSync(path, "utf8")).toBe(!uses);
  expect(text).not.toMatch(/"use": "(?!porthos:)/);
  const there = await alone(text);
  expect(there.problems).toEqual(model.problems);
  expect(gist(there.run({ until }))).toEqual(gist(model.run({ until })));
  const options = { set: turned(model), until };
  expect(gist((await alone(model.text(options))).run())).toEqual(gist(model.run(options)));
});

/** Loads a model and writes options into its text; both give the same run. */
async function mustBeSame(source: object, options: RunOptions, files = {}): Promise<ModelText> {
  const model = await load(source, { files });
  expect(model.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const text = model.text(options);
  const there = await alone(text);
  expect(gist(there.run())).toEqual(gist(model.run(options)));
  return JSON.parse(text) as ModelText;
}

const chain = (use: object): object => ({
  porthos: 1,
  parameters: { g: { value: [0, -9.81], unit: "m/s^2" }, N: 4 },
  components: { link: { ...use, model: { ...pendulum, ports: {} } } },
  simulation: { until: 0.1 },
});

describe("options have their place in the text", () => {
  test("values of parameters, of the text, of a component and of one in a component", async () => {
    const inner = { ...pair("p.json"), parameters: { unused: 1 } };
    const outer = {
      porthos: 1,
      parameters: { m: 3 },
      components: { a: { use: "q.json" }, b: { use: "q.json" } },
      simulation: { until: 0.1 },
    };
    const set = { m: 0.1, "a.unused": 1e-7, "b.left.m": 0.30000000000000004, "a.right.l": 2 };
    const files = { "p.json": pendulum, "q.json": inner };
    const written = await mustBeSame(outer, { set }, files);
    expect(written.parameters).toEqual({ m: 0.1 });
    expect(written.components!["a"]!.parameters).toEqual({ unused: 1e-7 });
    expect(written.components!["b"]!.model!.components!["left"]!.parameters).toEqual({
      m: 0.30000000000000004,
    });
  });

  test("a value in the place of a formula that an outer text gives", async () => {
    const outer = {
      porthos: 1,
      parameters: { m: 3 },
      components: { a: { model: pendulum, parameters: { m: "2*m", l: "m" } } },
      simulation: { until: 0.1 },
    };
    const written = await mustBeSame(outer, { set: { "a.m": 5, m: 4 } });
    expect(written.components!["a"]!.parameters).toEqual({ m: 5, l: "m" });
  });

  test("entries of vectors and matrices, and of the environment", async () => {
    const top = {
      porthos: 1,
      environment: { gravity: [0, 0, -9.81] },
      parameters: {
        I: { value: [[1e-3, 0, 0], [0, 1e-3, 0], [0, 0, 2e-3]], unit: "kg m^2" }, // prettier-ignore
        d: { value: "0.1*identity(3)" },
      },
      components: { body: { use: "porthos:rigid-body" } },
      velocities: { omega: [1, 0, 5] },
      kinetic_energy: "dot(omega, I*omega)/2",
      velocity_group: "SO(3)",
      dissipation: { omega: "d*omega" },
      simulation: { until: 0.1 },
    };
    const model = await load(top);
    if (!model.ok) delete (top.parameters as { d?: object }).d;
    const own = { "I.3.3": 3e-3, "gravity.3": -1.62 };
    const set = { ...own, ...entriesOf(await load(top), "body") };
    const written = await mustBeSame(top, { set });
    expect(written.environment).toEqual({ gravity: [0, 0, -1.62] });
    expect((written.parameters!["I"] as { value: unknown }).value).toEqual([
      [1e-3, 0, 0],
      [0, 1e-3, 0],
      [0, 0, 3e-3],
    ]);
  });

  /** Another value for an entry of a vector of a component, if it has any. */
  const entriesOf = ({ parameters }: Model, component: string) =>
    Object.fromEntries(
      parameters
        .filter(
          ({ name, derived }) => !derived && name.startsWith(`${component}.`) && /\.1$/.test(name),
        )
        .slice(0, 1)
        .map(({ name, value }) => [name, value + 0.25]),
    );

  test.each([
    ["count", { count: "N" }],
    ["for", { for: { j: [1, "N"] } }],
    ["for, with a formula", { for: { j: [1, "N"] }, parameters: { m: "j/2" } }],
  ])("one of many components: %s", async (_, use) => {
    const set = { "link[2].m": 0.7, "link[4].m": 0.2 };
    await mustBeSame(chain(use), { set, starts: { "link[3].phi": 0.25 } });
  });

  test("how many components there are", async () => {
    await mustBeSame(chain({ count: "N" }), { set: { N: 6 } });
  });

  test("starts, but for those that are fixed", async () => {
    const held = { ...pendulum, positions: { phi: { start: 1, fixed: true } } };
    const source = {
      porthos: 1,
      components: { a: { model: pendulum, start: { omega: 2 } }, b: { model: held } },
      positions: { x: { unit: "m" }, y: { size: 2 } },
      kinematics: { x: 0, y: "[0, 0]" },
      simulation: { until: 0.1 },
    };
    const starts = { "a.phi": 0.1, "b.phi": 7, x: 4, "y.2": 5 };
    const written = await mustBeSame(source, { starts });
    expect(written.positions).toEqual({ x: { unit: "m", start: 4 }, y: { start: [0, 5] } });
    expect(written.components!["b"]).not.toHaveProperty("start");
  });

  test("a start of a position that the text leaves open", async () => {
    const source = {
      porthos: 1,
      positions: { x: { start: 0.3 }, y: {} },
      velocities: { v: 0, w: 0 },
      kinematics: { x: "v", y: "w" },
      kinetic_energy: "(v^2 + w^2)/2",
      position_constraints: { together: "x - y" },
      simulation: { until: 0.1 },
    };
    // A position without a start follows the other; with one both give way alike, having the same mass.
    const model = await load(source);
    expect(model.run({ until: 0 }).final["x"]).toBeCloseTo(0.3, 12);
    expect(model.run({ until: 0, starts: { y: 0.9 } }).final["x"]).toBeCloseTo(0.6, 12);
    await mustBeSame(source, { starts: { y: 0.9 } });
  });

  test("a pose in the place of what a joint is given", async () => {
    const arm = {
      porthos: 1,
      environment: { gravity: [0, -9.81] },
      components: {
        rod: { use: "porthos:planar-rod" },
        pin: {
          use: "porthos:pin",
          between: { a: "ground", b: "rod.tail" },
          start: { angle: 0.5 },
        },
      },
      simulation: { until: 0.1 },
    };
    const other = { ...arm.components.pin, start: { angle: 0.9 } };
    const posed = await load({ ...arm, components: { ...arm.components, pin: other } });
    const { final } = posed.run({ until: 0 });
    const names = (await load(arm)).states.filter(({ kind }) => kind === "position");
    const starts = Object.fromEntries(names.map(({ name }) => [name, final[name]!]));
    const written = await mustBeSame(arm, { starts });
    expect(written.components!["pin"]!.start).toEqual({});
  });

  test("an input in the place of one of the same port by another name", async () => {
    const outer = {
      porthos: 1,
      components: { a: { model: pendulum }, b: { model: pendulum } },
      ports: { motor: "a.motor" },
      inputs: { "a.motor": "sin(t)", "b.motor": 1 },
      simulation: { until: 0.1 },
    };
    const written = await mustBeSame(outer, { inputs: { motor: { flow: "cos(t)" } } });
    expect(written.inputs).toEqual({ "b.motor": 1, motor: { flow: "cos(t)" } });
  });

  test("how it is run", async () => {
    const options = { until: 0.3, step: 0.02, method: "radau(3)", tolerance: 1e-6, outputEvery: 2 };
    const written = await mustBeSame(pendulum, options);
    expect(written.simulation).toEqual({
      ...{ until: 0.3, step: 0.02, method: "radau(3)", tolerance: 1e-6, output_every: 2 },
    });
  });
});

describe("what has no place in a text is refused", () => {
  test("a value deep in one of many", async () => {
    const source = chain({ count: 3 }) as { components: object };
    const inner = { porthos: 1, components: { a: { model: pendulum } } };
    const model = await load({ ...source, components: { link: { count: 3, model: inner } } });
    expect(() => model.text({ set: { "link[2].a.m": 2 } })).toThrow(RangeError);
  });

  test("files that are more than a text may have", async () => {
    const file = { ...pendulum, description: "x".repeat(900_000) };
    const components = Object.fromEntries([..."abcde"].map((name) => [name, { use: "p.json" }]));
    const model = await load({ porthos: 1, components }, { files: { "p.json": file } });
    expect(() => model.text()).toThrow(/more than 4 MB/);
  });

  test("options that the model refuses", async () => {
    const model = await load(pendulum);
    expect(() => model.text({ set: { nobody: 1 } })).toThrow(/PH111/);
    expect(() => model.text({ untill: 1 } as object)).toThrow(TypeError);
    model.dispose();
    expect(() => model.text()).toThrow(/PH406/);
  });
});

test("a worker writes the same text", async () => {
  using client = await connect();
  const files = { "p.json": pendulum };
  const there = await client.load(pair("p.json"), { files });
  const here = await load(pair("p.json"), { files });
  const options = { set: { "left.m": 2 } };
  expect(await there.text(options)).toBe(here.text(options));
  await expect(there.text({ set: { nobody: 1 } })).rejects.toThrow(/PH111/);
});
