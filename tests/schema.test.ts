// The schema of the model text is the only declaration of its keys: generated files are up to date,
// and schema and engine accept and refuse the same texts.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import schema from "../src/model/schema/model-1.json";
import type { ModelText } from "../bindings/js/model-text.js";
import { texts } from "../tools/keys.mjs";
import { load } from "./lib/built.js";
import { pendulum } from "./lib/models.js";

const root = join(import.meta.dirname, "..");
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addKeyword("unit");
const validate: ValidateFunction = ajv.compile(schema);

function models(folder: string): [string, object][] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".porthos.json"))
    .map((name) => [name, JSON.parse(readFileSync(join(root, folder, name), "utf8")) as object]);
}

test("the tables of the format and the typings are those of the schema", async () => {
  for (const [place, text] of Object.entries(await texts()))
    expect(readFileSync(place, "utf8"), `${place}: node tools/keys.mjs`).toBe(text);
});

const all = [...models("web/models"), ...models("src/elements")];

test.each(all)("%s is valid", (_, model) => {
  expect(validate(model), JSON.stringify(validate.errors)).toBe(true);
});

/** The places of an unknown key in a text: the text itself and each object with known keys. */
const intruded: [string, object][] = [
  ["itself", {}],
  ["a parameter", { parameters: { m: { value: 1, mim: 0 } } }],
  ["a state", { positions: { phi: { start: 0, fixd: true } } }],
  ["a port", { ports: { motor: { flow: "omega", unit: "N m" } } }],
  ["a junction", { junctions: { j: { kind: "common_flow", ports: ["a", "b"], port: 1 } } }],
  ["an interconnection", { interconnection: { ports: ["motor"], matrix: [[0]], matrices: 1 } }],
  ["an interface", { interfaces: { line: { quantities: { p: "Pa" }, grund: true } } }],
  ["a quantity", { interfaces: { line: { quantities: { p: { units: "Pa" } } } } }],
  ["an input", { inputs: { motor: { torque: "1" } } }],
  ["an output", { outputs: { x: { formula: "phi", units: "m" } } }],
  ["a dissipation", { dissipation: { d: { flow: "omega", effort: "omega", heat: "s" } } }],
  ["a constraint", { position_constraints: { c: { formula: "phi", units: "m" } } }],
  ["an event", { events: { e: { when: "phi", do: "stop", then: "record" } } }],
  ["an action", { events: { e: { when: "phi", do: { reste: {} } } } }],
  ["a component", { components: { c: { model: pendulum, parameter: {} } } }],
  ["a component's model", { components: { c: { model: { ...pendulum, positon: {} } } } }],
  ["the simulation", { simulation: { til: 3 } }],
  ["the view", { view: { body: [] } }],
  ["the camera", { view: { camera: { widht: 3 } } }],
  ["a body", { view: { bodies: [{ shape: [] }] } }],
  ["a shape", { view: { bodies: [{ shapes: [{ type: "sphere", size: 1 }] }] } }],
  ["a trail", { view: { bodies: [{ name: "b" }], trails: [{ body: "b", points: [] }] } }],
  ["a vector", { view: { vectors: [{ from: [0, 0] }] } }],
];

test.each(intruded)("an unknown key of %s is refused by both", async (where, more) => {
  const text = { ...pendulum, ...(where === "itself" ? { kinetics: {} } : more) };
  expect(validate(text)).toBe(false);
  const { problems } = await load(text);
  expect(problems.map(({ code }) => code)).toContain("PH101");
});

const wrong: [string, object][] = [
  ["a text for a number", { simulation: { until: "ten" } }],
  ["a tolerance out of bounds", { simulation: { tolerance: 0.5 } }],
  ["half a step", { simulation: { output_every: 1.5 } }],
  ["an unknown method", { simulation: { method: "euler" } }],
  ["an object for a text", { name: {} }],
  ["a number for an object", { positions: 3 }],
  ["a version to come", { porthos: 2 }],
  ["an event without an action", { events: { e: { when: "phi" } } }],
  ["an output without a formula", { outputs: { x: { unit: "m" } } }],
  ["a dissipation without an effort", { dissipation: { d: { flow: "omega" } } }],
  ["an unknown shape", { view: { bodies: [{ shapes: [{ type: "ball" }] }] } }],
  ["a rod with one end", { view: { bodies: [{ shapes: [{ type: "rod", from: [0, 0] }] }] } }],
  ["an unknown role", { view: { bodies: [{ role: "hero" }] } }],
  ["an unknown direction", { events: { e: { when: "phi", direction: "up", do: "stop" } } }],
  ["an unknown group", { velocity_group: "SO(4)" }],
  ["an interface of no quantities", { interfaces: { line: { ground: true } } }],
  ["an offer of no interface", { offers: { o: { r: [0, 0], phi: 0 } } }],
  ["effort and flow", { inputs: { motor: { effort: 1, flow: 2 } } }],
  ["a connection of one", { connections: { c: ["motor"] } }],
];

test.each(wrong)("%s is refused by both", async (_, more) => {
  const text = { ...pendulum, ...more };
  expect(validate(text)).toBe(false);
  const { problems } = await load(text);
  expect(problems.filter(({ severity }) => severity === "error")).not.toEqual([]);
});

test("a text without a version is refused by both", async () => {
  const text: { porthos?: number } = { ...pendulum };
  delete text.porthos;
  expect(validate(text)).toBe(false);
  expect((await load(text)).problems[0]).toMatchObject({ code: "PH103" });
});

test("words with a registry of their own are those of the registry", async () => {
  const text = { ...pendulum, simulation: { method: "" }, velocity_group: "" };
  const { problems } = await load({ ...text, between: {}, offers: { o: { interface: "" } } });
  const known = (where: string) =>
    problems
      .find((problem) => problem.where === where)
      ?.expected.replace("one of ", "")
      .split(", ");
  const { $defs } = schema;
  expect(known("/velocity_group")).toEqual($defs.group_name.enum);
  expect(known("/offers/o/interface")).toEqual([...($defs.interface.anyOf[0]?.enum ?? [])].sort());
  const { problems: late } = await load({ ...pendulum, simulation: { method: "" } });
  const methods = late[0]?.expected.replace("one of ", "").split(", ");
  expect(methods?.sort()).toEqual([...$defs.simulation.properties.method.enum].sort());
});

test("the type of a model's text knows its keys", () => {
  const text: ModelText = {
    porthos: 1,
    parameters: { m: { value: 1, unit: "kg" }, g: [0, 0, -9.81] },
    positions: { phi: { start: 1, unit: "rad" } },
    velocities: { omega: 0 },
    kinematics: { phi: "omega" },
    kinetic_energy: "m/2*omega^2",
    simulation: { method: "gauss(2)" },
    view: { bodies: [{ shapes: [{ type: "sphere", radius: 0.1 }] }] },
  };
  // @ts-expect-error a version to come
  const later: ModelText = { porthos: 2 };
  // @ts-expect-error an unknown key
  const unknown: ModelText = { porthos: 1, kinetics: {} };
  // @ts-expect-error an unknown method
  const euler: ModelText = { porthos: 1, simulation: { method: "euler" } };
  // @ts-expect-error a shape without its type
  const shapeless: ModelText = { porthos: 1, view: { bodies: [{ shapes: [{ radius: 1 }] }] } };
  expect(validate(text)).toBe(true);
  for (const one of [later, unknown, euler, shapeless]) expect(validate(one)).toBe(false);
});
