import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { declarationOf } from "../../web/src/editor/declaration.js";
import { elementCard } from "../../web/src/editor/element-card.js";
import { complete, help } from "../../web/src/editor/help.js";

/** A state and the position of the mark in its text. */
function at(marked: string): [EditorState, number] {
  const pos = marked.indexOf("^");
  return [EditorState.create({ doc: marked.replace("^", ""), extensions: [json()] }), pos];
}

function offered(marked: string): string[] {
  const [state, pos] = at(marked);
  return complete(new CompletionContext(state, pos, true))?.options.map((one) => one.label) ?? [];
}

test("the keys of the object at the cursor are offered, but for those it has", () => {
  const keys = offered('{ "porthos": 1, "^" }');
  expect(keys).toContain("kinetic_energy");
  expect(keys).not.toContain("porthos");
  expect(offered('{ "porthos": 1, "simulation": { "unt^": 3 } }')).toContain("until");
  expect(offered('{ "positions": { "x": { "^" } } }')).toContain("fixed");
  expect(
    offered('{ "components": { "c": { "model": { "view": { "bodies": [{}, { "^" }] } } } } }'),
  ).toContain("shapes");
  expect(offered('{ "porthos": 1, ^ }')).toContain("name");
  expect(offered('{ "positions": { "^" } }')).toEqual([]); // names are the author's
});

test("words are offered where only some are known", () => {
  expect(offered('{ "simulation": { "method": "^" } }')).toContain("radau(3)");
  expect(offered('{ "view": { "bodies": [{ "shapes": [{ "type": "^" }] }] } }')).toContain("ring");
  expect(offered('{ "name": "^" }')).toEqual([]);
});

test("the switches of the text's laws are offered for an event", () => {
  const laws = `"contacts": { "floor": { "gap": "z" }, "wall": { "gap": "x", "friction": 0.3, "slip": "u" } },
    "dissipation": { "rail": { "flow": "v", "dry": 2 }, "valve": { "flow": "Q", "one_way": true },
      "air": { "flow": "v", "effort": "v" }, "v": "0.1*v" }`;
  expect(offered(`{ ${laws}, "events": { "e": { "when": "^" } } }`)).toEqual([
    ...["floor closes", "floor opens", "floor impacts"],
    ...["wall closes", "wall opens", "wall impacts", "wall sticks", "wall slips"],
    ...["rail sticks", "rail slips", "valve blocks", "valve frees", "valve impacts"],
  ]);
  expect(offered('{ "events": { "e": { "when": "^" } } }')).toEqual([]);
});

/** The text after a completion is taken, and the text from which the list is chosen. */
function taken(marked: string, label: string): [string, string] {
  const [state, pos] = at(marked);
  const result = complete(new CompletionContext(state, pos, false));
  const option = result?.options.find((one) => one.label === label);
  let text = "";
  const view = {
    state,
    dispatch: (spec: TransactionSpec) => (text = state.update(spec).state.doc.toString()),
  };
  if (result && option && typeof option.apply === "function")
    option.apply(view as unknown as EditorView, option, result.from, pos);
  return [text, state.sliceDoc(result?.from, result?.to ?? pos)];
}

test("what is taken replaces the key with its quotes, and is chosen by what was typed before the cursor", () => {
  expect(taken('{ "simulation": { "unt^" } }', "until")).toEqual([
    '{ "simulation": { "until":  } }',
    "unt",
  ]);
  expect(taken('{ "simulation": { "method": "gau^" } }', "gauss(3)")).toEqual([
    '{ "simulation": { "method": "gauss(3)" } }',
    "gau",
  ]);
  expect(taken('{ "components": { "c": { "use": "porthos:sp^x" } } }', "porthos:spring")).toEqual([
    '{ "components": { "c": { "use": "porthos:spring" } } }',
    "porthos:sp",
  ]);
});

test("a key explains itself, a name does not", () => {
  const [state, pos] = at('{ "simulation": { "tole^rance": 1e-9 }, "positions": { "step": 1 } }');
  const found = help(state, pos, 1);
  expect(found?.key).toBe("tolerance");
  expect(found?.text).toMatch(/1e-14 to 0.1/);
  expect(help(...at('{ "positions": { "st^ep": 1 } }'), 1)).toBeNull();
});

/** A text of a rod on a pin with a spring, whose components are to be continued. */
const rod = (more: string, pin = ""): string => `{
  "parameters": { "k": { "value": 50, "unit": "N/m", "label": "stiffness" }, "rest": 0.3 },
  "components": {
    "rod": { "use": "porthos:planar-rod", "parameters": { "length": 1 } },
    "pin": { "use": "porthos:pin"${pin} },
    "spring": { "use": "porthos:spring"${more} }
  } }`;

test("elements, their parameters, sides, states and the offers of others are offered", () => {
  expect(offered('{ "components": { "rod": { "use": "^" } } }')).toContain("porthos:planar-rod");
  expect(offered(rod(', "parameters": { "^" }'))).toEqual(["k", "rest", "radius"]);
  expect(offered(rod(', "between": { "a": "ground", "^" }'))).toEqual(["b"]);
  const offers = offered(rod(', "between": { "a": "^" }'));
  expect(offers).toEqual(expect.arrayContaining(["rod.center", "rod.tail", "rod.tip", "ground"]));
  expect(offers.some((name) => name.startsWith("spring."))).toBe(false);
  expect(offered(rod("").replace('{ "length": 1 }', '{ "length": 1 }, "start": { "^" }'))).toEqual([
    ...["r", "phi", "v", "omega"],
  ]);
});

test("names of the text, of its components and functions are offered in formulas", () => {
  const names = offered(rod(', "parameters": { "rest": "2*r^" }'));
  expect(names).toEqual(
    expect.arrayContaining(["k", "rest", "rod.phi", "rod.length", "rate", "t"]),
  );
  expect(offered('{ "positions": { "x": 1 }, "kinetic_energy": "m/2*^" }')).toEqual([]);
  expect(offered('{ "parameters": { "m": 1 }, "name": "m^" }')).toEqual([]);
  const inner =
    '{ "parameters": { "a": 1 }, "components": { "c": { "model": { "parameters": { "b": 1 }, "kinetic_energy": "b^" } } } }';
  expect(offered(inner)).toContain("b");
  expect(offered(inner)).not.toContain("a"); // a component knows its own names only
});

test("units are offered, and a component's own model counts like an element", () => {
  expect(offered('{ "positions": { "x": { "unit": "^" } } }')).toEqual(
    expect.arrayContaining(["m", "rad/s", "kg m^2"]),
  );
  const own =
    '"cart": { "model": { "parameters": { "m": 2 }, "offers": { "deck": { "interface": "point" } } }';
  expect(offered(`{ "components": { ${own}, "parameters": { "^" } } } }`)).toEqual(["m"]);
  expect(
    offered(
      `{ "components": { ${own} }, "s": { "use": "porthos:spring", "between": { "a": "^" } } } }`,
    ),
  ).toContain("cart.deck");
});

test("an element has a card where it is used, and a name leads to its declaration", () => {
  const [state, pos] = at(rod("").replace("porthos:pin", "porthos:p^in"));
  expect(elementCard(state, pos, 1)).not.toBeNull();
  expect(elementCard(...at('{ "name": "sp^ring" }'), 1)).toBeNull();
  const declared = (marked: string): string => {
    const text = marked.replace("^", "");
    const place = declarationOf(text, marked.indexOf("^"));
    return place ? text.slice(place.from - 1, place.to + 3) : "";
  };
  const text = rod(', "between": { "a": "ground", "b": "rod.t^ip" }, "parameters": { "k": "k" }');
  expect(declared(text)).toBe('"rod": ');
  expect(declared(rod(', "parameters": { "k": "2*k^" }'))).toBe('"k": ');
  expect(declared(rod(', "parameters": { "k": "2*q^" }'))).toBe("");
});
