// Completion and help for the keys of a model text, from its schema.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { elementCard } from "./element-card";
import { namesInFormula } from "./formula-names";
import { keysOfPart, valuesOfPart } from "./part-names";
import { declaredAt, explain, keysAt, wordsAt } from "./schema";
import { switchesOf } from "./switches";
import { pathTo, textOf, treeTo, type Node } from "./tree";

const objectOf = (node: Node): Node | null =>
  node.name === "Object" ? node : node.parent ? objectOf(node.parent) : null;

/** Replaces the text in quotes, and the quotes after it. */
function replacing(text: string): Completion["apply"] {
  return (view, _, from, to) => {
    const rest = /^[^"\n]*"/.exec(view.state.sliceDoc(to, to + 200))?.[0] ?? "";
    view.dispatch({
      changes: { from, to: to + rest.length, insert: text },
      selection: { anchor: from + text.length },
      userEvent: "input.complete",
    });
  };
}

/** A list stays while these characters are typed. */
const inQuotes = { validFor: /^[^"\n]*$/ };
const inName = { validFor: /^[\p{L}\p{M}\p{N}_.]*$/u };

/** The keys that an object does not have yet, and the one at `name`, which is in quotes. */
function keyCompletions(state: EditorState, object: Node, name: Node | null): Completion[] {
  const present = object
    .getChildren("Property")
    .map((property) => property.getChild("PropertyName"))
    .filter((other) => other && other.from !== name?.from)
    .map((other) => (other ? textOf(state, other) : ""));
  const hasColon = name && /^\s*:/.test(state.sliceDoc(name.to, name.to + 20));
  const path = pathTo(state, object);
  const declared = keysAt(path).map(([key, schema]): Completion => ({
    label: key,
    info: explain(schema),
  }));
  return [...declared, ...keysOfPart(state, path)]
    .filter(({ label }) => !present.includes(label))
    .map((one) => ({
      ...one,
      type: "property",
      apply: name ? replacing(`${one.label}"${hasColon ? "" : ": "}`) : `"${one.label}": `,
    }));
}

/** What the text in quotes may be, or the next name in a formula. */
function valueCompletions(state: EditorState, node: Node, pos: number): CompletionResult | null {
  const path = pathTo(state, node);
  const isWhen = path.length === 3 && path[0] === "events" && path[2] === "when";
  const words = isWhen ? switchesOf(state, treeTo(state, state.doc.length).topNode) : wordsAt(path);
  const known = [
    ...words.map((word): Completion => ({ label: word, type: "enum" })),
    ...valuesOfPart(state, path),
  ].map((one) => ({ ...one, apply: replacing(`${one.label}"`) }));
  if (known.length > 0) return { from: node.from + 1, options: known, ...inQuotes };
  const word = /[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.exec(state.sliceDoc(node.from + 1, pos))?.[0];
  const names = word === undefined ? [] : namesInFormula(state, path);
  return names.length > 0 ? { from: pos - (word ?? "").length, options: names, ...inName } : null;
}

export function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const node = treeTo(state, pos).resolveInner(pos, -1);
  if (node.name === "PropertyName") {
    const object = objectOf(node);
    const options = object ? keyCompletions(state, object, node) : [];
    return { from: node.from + 1, options, ...inQuotes };
  }
  if (node.name === "String") return valueCompletions(state, node, pos);
  const before = state.sliceDoc(Math.max(0, pos - 200), pos);
  const object = context.explicit && /[{,]\s*$/.test(before) ? objectOf(node) : null;
  return object && { from: pos, options: keyCompletions(state, object, null) };
}

/** The meaning of the key at a place; null if there is no key. */
export function help(state: EditorState, pos: number, side: -1 | 1) {
  const node = treeTo(state, pos).resolveInner(pos, side);
  const object = node.name === "PropertyName" ? objectOf(node) : null;
  if (!object) return null;
  const key = textOf(state, node);
  const [declared] = declaredAt([...pathTo(state, object), key]);
  const isName = !keysAt(pathTo(state, object)).some(([known]) => known === key);
  if (!declared || isName) return null;
  return { from: node.from, to: node.to, key, text: explain(declared) };
}

export const schemaHelp = [
  autocompletion({ override: [complete] }),
  hoverTooltip((view, pos, side) => {
    const card = elementCard(view.state, pos, side);
    if (card) return { pos: card.from, end: card.to, create: () => ({ dom: card.make() }) };
    const found = help(view.state, pos, side);
    if (!found) return null;
    return {
      pos: found.from,
      end: found.to,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-key-help";
        const name = document.createElement("strong");
        name.textContent = found.key;
        dom.append(name, ` ${found.text}`);
        return { dom };
      },
    };
  }),
];
