import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { built, load } from "./built.js";
import { faulty, pair, pendulum } from "./models.js";

const { collect } = await built("resolve");

function folder(files: { [name: string]: string | object }): URL {
  const path = mkdtempSync(join(tmpdir(), "porthos-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(path, name), typeof text === "string" ? text : JSON.stringify(text));
  return pathToFileURL(`${path}/`);
}

test("a text, a plain object, a URL and the name of a file give the same model", async () => {
  const place = new URL("p.porthos.json", folder({ "p.porthos.json": pendulum }));
  const sources = [JSON.stringify(pendulum), pendulum, place, place.href];
  const models = await Promise.all(sources.map((source) => load(source)));
  for (const model of models) {
    expect(model.problems).toEqual([]);
    expect(model.ok).toBe(true);
    expect(model.describe()).toEqual(models[0]!.describe());
  }
});

test("a text that reads like a place is a text where it is said to be one", async () => {
  const place = new URL("p.porthos.json", folder({ "p.porthos.json": pendulum }));
  const asked: URL[] = [];
  const fetch = (url: URL) => {
    asked.push(url);
    return Promise.reject(new Error("nothing is to be asked for"));
  };
  for (const text of [place.href, "http://127.0.0.1:9/x.json", "x.json"])
    expect((await load(text, { isText: true, fetch })).ok, text).toBe(false);
  expect(asked).toEqual([]);
});

test("a model says what its text says", async () => {
  const model = await load(pendulum);
  expect(model.name).toBe("Pendulum");
  expect(model.parameters.map(({ name }) => name)).toEqual(["m", "l", "J"]);
  const [, l, J] = model.parameters;
  expect(l).toMatchObject({ unit: "m", label: "length", value: 1, min: 0.1, max: 10 });
  expect(l!.derived).toBe(false);
  expect(J!.derived).toBe(true);
  expect(model.states).toMatchObject([
    { name: "phi", unit: "rad", kind: "position" },
    { name: "omega", unit: "rad/s", kind: "velocity" },
  ]);
  expect(model.ports).toMatchObject([{ name: "motor", size: 1, effort_unit: "N m" }]);
  expect(model.simulation).toEqual({
    until: 2,
    step: 0.01,
    method: "gauss(2)",
    tolerance: 1e-9,
    outputEvery: 1,
  });
});

test("faults of a text are problems and not exceptions", async () => {
  const model = await load(faulty);
  expect(model.ok).toBe(false);
  expect(model.problems.map(({ where }) => where)).toEqual(
    expect.arrayContaining(["/kinetics", "/kinetic_energy"]),
  );
  const formula = model.problems.find(({ where }) => where === "/kinetic_energy")!;
  expect(formula.position).toBe(4);
  expect(formula.hint).toContain("omega");
  for (const problem of model.problems) expect(problem.code).toMatch(/^PH[123]\d\d$/);
});

test.each(["", "{", "[]", "null", '"x"', "{}", '{"porthos": 2}', "\ufeff{", "{\u0000}"])(
  "%j is a model with problems",
  async (text) => {
    const model = await load(text);
    expect(model.ok).toBe(false);
    expect(model.describe()).toMatchObject({ name: expect.any(String), parameters: [] });
  },
);

test("half a character is replaced, and nothing else", async () => {
  const model = await load('{ "porthos": 1, "name": "a\ud800", "source": "\u{1d70b}\u03c0" }');
  expect(model.name).toBe("a\ufffd");
  expect(model.source).toBe("\u{1d70b}\u03c0");
});

test("a malformed text is reported with line and column", async () => {
  const { problems } = await load('{\n  "porthos": 1,\n  "name" "x"\n}');
  expect(problems).toMatchObject([{ line: 3 }]);
});

test("a model that cannot be read rejects with the place", async () => {
  await expect(load("file:///no/such/model.json")).rejects.toMatchObject({
    name: "HostError",
    code: "PH407",
    message: expect.stringContaining("file:///no/such/model.json") as string,
  });
});

test("used files are read beside the model, also those which they use", async () => {
  const here = folder({
    "outer.porthos.json": { porthos: 1, components: { pair: { use: "pair.porthos.json" } } },
    "pair.porthos.json": pair("pendulum.porthos.json"),
    "pendulum.porthos.json": pendulum,
  });
  const model = await load(new URL("outer.porthos.json", here));
  expect(model.problems).toEqual([]);
  expect(model.states.map(({ name }) => name)).toContain("pair.left.phi");
});

test("given files are preferred, texts and plain objects alike", async () => {
  const base = folder({ "pendulum.porthos.json": "not a model" });
  for (const file of [pendulum, JSON.stringify(pendulum)]) {
    const files = { "pendulum.porthos.json": file };
    const model = await load(pair("pendulum.porthos.json"), { files, base });
    expect(model.problems).toEqual([]);
  }
});

test("a missing file is a problem at the component that uses it", async () => {
  const model = await load(pair("nowhere.porthos.json"), { base: folder({}) });
  expect(model.problems).toMatchObject([
    { severity: "error", where: "/components/left/use" },
    { severity: "error", where: "/components/right/use" },
  ]);
});

test("files that use each other are a problem and not an endless loop", async () => {
  const here = folder({
    "a.json": { porthos: 1, components: { b: { use: "b.json" } } },
    "b.json": { porthos: 1, components: { a: { use: "a.json" } } },
  });
  const model = await load(new URL("a.json", here));
  expect(model.ok).toBe(false);
});

test("a fetch of one's own is used, and each file is read once", async () => {
  const read: string[] = [];
  const fetch = (url: URL) => {
    read.push(url.href);
    const text = url.pathname.endsWith("/pair.json") ? pair("sub/p.json") : pendulum;
    return Promise.resolve(new Response(JSON.stringify(text)));
  };
  const model = await load("https://example.org/models/pair.json", { fetch });
  expect(model.problems).toEqual([]);
  expect(read).toEqual([
    "https://example.org/models/pair.json",
    "https://example.org/models/sub/p.json",
  ]);
});

test("names that are members of every object are ordinary names of files", async () => {
  const references = (text: string) => (text === "top" ? ["toString", "__proto__"] : []);
  const fetch = () => Promise.resolve(new Response("x"));
  const { files } = await collect("top", { fetch, base: "https://example.org/" }, references);
  expect(Object.keys(files).sort()).toEqual(["__proto__", "toString"]);
});
