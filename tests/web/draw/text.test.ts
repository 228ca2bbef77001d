// Edits of a model text: the smallest change, in the author's layout.
import { expect, test } from "vitest";
import { valueOf } from "../../../web/src/draw/formula";
import { ModelText } from "../../../web/src/draw/model-text";
import { freshName, isName, renameComponent } from "../../../web/src/draw/names";
import { angleText, exactly, tidy } from "../../../web/src/draw/numbers";

const text = `{
  "porthos": 1,
  "name": "A rod and its pin",
  "components": {
    "rod": { "use": "porthos:planar-rod", "parameters": { "length":   "2*l" } },
    "pin": { "use": "porthos:pin",
      "between": { "a": "ground", "b": "rod.tail" } }
  },
  "inputs": { "pin.torque": "0.1*rod.omega" },
  "outputs": { "height": { "formula": "rod.r.2 + [rod.phi, 0].1", "unit": "m", "label": "of the rod" } },
  "simulation": { "until": 1 }
}
`;

/** The parts of two texts that differ. */
function difference(before: string, after: string): readonly [string, string] {
  let from = 0;
  while (before[from] === after[from] && from < before.length) from++;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before.slice(from, before.length - end), after.slice(from, after.length - end)];
}

test("a value is replaced, and nothing else", () => {
  const model = new ModelText(text);
  model.set(["simulation", "until"], 25);
  expect(difference(text, model.text)).toEqual(["1", "25"]);
  const pair = new ModelText(text);
  pair.set(["components", "pin", "between", "a"], ["far", "down", "the text"]);
  expect(difference(text, pair.text)).toEqual(['"ground"', '["far", "down", "the text"]']);
  const untouched = new ModelText(text);
  untouched.set(["components", "rod", "parameters"], { length: "2*l" });
  expect(untouched.text).toBe(text); // the same value, in the author's spaces
});

test("a new member stands where a person would write it", () => {
  const model = new ModelText(text);
  model.set(["components", "rod", "start", "phi"], "pi/2");
  expect(difference(text, model.text)).toEqual(["", ', "start": { "phi": "pi/2" }']);
  const root = new ModelText(text);
  root.set(["parameters", "l"], { value: 0.5, unit: "m" });
  expect(difference(text, root.text)).toEqual(
    ["", 'parameters": { "l": { "value": 0.5, "unit": "m" } },\n  "'].map((part, index) =>
      index === 0 ? part : expect.stringContaining('"l": { "value": 0.5'),
    ),
  );
  expect(Object.keys(JSON.parse(root.text) as object)).toEqual([
    ...["porthos", "name", "parameters", "components", "inputs", "outputs", "simulation"],
  ]);
});

test("a member is removed with its comma, and an empty object with it", () => {
  for (const [path, keeps] of [
    [["components", "rod"], 1],
    [["components", "pin"], 1],
    [["inputs", "pin.torque"], 0],
    [["outputs", "height", "label"], 1],
  ] as const) {
    const model = new ModelText(text);
    model.remove(path, keeps);
    const expected = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
    if (path.length === 3) delete expected[path[0]]?.[path[1]]?.[path[2]];
    else delete expected[path[0]]?.[path[1]];
    if (keeps === 0) delete expected[path[0]];
    expect(JSON.parse(model.text)).toEqual(expected);
    // Only characters were taken out.
    expect(difference(text, model.text)[1].trim()).toBe("");
  }
});

test("a list grows at its end, and a line without room is laid out anew", () => {
  const model = new ModelText('{\n  "view": { "trails": [{ "body": "a" }] }\n}');
  model.append(["view", "trails"], { body: "b" });
  expect(model.text).toBe('{\n  "view": { "trails": [{ "body": "a" }, { "body": "b" }] }\n}');
  for (let k = 0; k < 8; k++) model.append(["view", "trails"], { body: `pen_${k}` });
  const lines = model.text.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(130);
  expect((JSON.parse(model.text) as { view: { trails: unknown[] } }).view.trails).toHaveLength(10);
});

test("a component is renamed wherever it is meant, and nowhere else", () => {
  const model = new ModelText(text);
  renameComponent(model, "rod", "crank");
  renameComponent(model, "pin", "O");
  const renamed = text
    .replace('"rod":', '"crank":')
    .replace('"rod.tail"', '"crank.tail"')
    .replace('"pin":', '"O":')
    .replace('"pin.torque": "0.1*rod.omega"', '"O.torque": "0.1*crank.omega"')
    .replace("rod.r.2 + [rod.phi", "crank.r.2 + [crank.phi");
  expect(model.text).toBe(renamed);
});

test("names are plain, and free", () => {
  const model = new ModelText(text);
  expect([freshName(model, "rod"), freshName(model, "spring")]).toEqual(["rod_2", "spring"]);
  expect(["crank", "Länge_2", "2a", "a.b", "", "a b"].map(isName)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});

test("formulas of constants and parameters have values, others have none", () => {
  const scope = (name: string): number | undefined => ({ l: 0.5 })[name];
  const values: readonly (readonly [unknown, number | undefined])[] = [
    [2, 2],
    ["2*l", 1],
    ["-l^2", -0.25],
    ["2^-1", 0.5],
    ["1 - 2 - 3", -4],
    ["8/2/2", 2],
    ["-3*pi/4", -0.75 * Math.PI],
    ["sqrt(3^2 + 4^2)", 5],
    ["atan2(1, -1)", 0.75 * Math.PI],
    ["1.5e-3", 0.0015],
    ["x + 1", undefined],
    ["(1", undefined],
    ["1 2", undefined],
    ["", undefined],
    [null, undefined],
  ];
  for (const [formula, value] of values)
    expect(valueOf(formula, scope), String(formula)).toBe(value);
});

test("angles are parts of pi where they are", () => {
  for (let k = -24; k <= 24; k++) {
    const angle = (k * Math.PI) / 12;
    const written = angleText(angle);
    expect(valueOf(written, () => undefined)).toBeCloseTo(angle, 14);
    if (k !== 0) expect(written).toMatch(/pi/);
  }
  expect([angleText(Math.PI / 2), angleText(-Math.PI / 4), angleText((2 * Math.PI) / 3)]).toEqual([
    ...["pi/2", "-pi/4", "2*pi/3"],
  ]);
  expect(angleText(0.3)).toBe(0.3);
});

test("lengths keep the digits by which loops close, and no noise", () => {
  expect(exactly(0.1 + 0.2)).toBe(0.3);
  expect(exactly(Math.SQRT2)).toBe(1.414213562);
  expect(tidy({ x: 0.4999996, y: -1e-9 })).toEqual({ x: 0.5, y: 0 });
  expect(tidy({ x: 0.43301270189, y: 0.25 })).toEqual({ x: 0.433012702, y: 0.25 });
});
