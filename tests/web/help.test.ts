import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
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

test("what is taken replaces the key with its quotes", () => {
  const [state, pos] = at('{ "simulation": { "unt^" } }');
  const result = complete(new CompletionContext(state, pos, false));
  const option = result?.options.find(({ label }) => label === "until");
  const text = state.update({
    changes: { from: result!.from, to: result!.to!, insert: String(option?.apply) },
  });
  expect(text.state.doc.toString()).toBe('{ "simulation": { "until":  } }');
});

test("a key explains itself, a name does not", () => {
  const [state, pos] = at('{ "simulation": { "tole^rance": 1e-9 }, "positions": { "step": 1 } }');
  const found = help(state, pos, 1);
  expect(found?.key).toBe("tolerance");
  expect(found?.text).toMatch(/1e-14 to 0.1/);
  expect(help(...at('{ "positions": { "st^ep": 1 } }'), 1)).toBeNull();
});
