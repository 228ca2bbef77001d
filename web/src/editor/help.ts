// Completion and help for the keys of a model text, from its schema.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { declaredAt, explain, keysAt, wordsAt, type Path } from "./schema";
import { switchesOf } from "./switches";

/**
 * The syntax tree of the text, beyond a place. The editor parses in slices, which may not have
 * reached it yet.
 */
function treeTo(state: EditorState, pos: number) {
  const upTo = Math.min(state.doc.length, pos + 20_000);
  return ensureSyntaxTree(state, upTo, 5000) ?? syntaxTree(state);
}

type Node = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

function textOf(state: EditorState, node: Node): string {
  return state.sliceDoc(node.from, node.to).replace(/^"|"$/g, "");
}

/** The keys and indices that lead to a value. */
function pathTo(state: EditorState, value: Node): Path {
  const path: (string | number)[] = [];
  for (let node: Node | null = value; node?.parent; node = node.parent) {
    if (node.parent.name === "Property") {
      const name = node.parent.getChild("PropertyName");
      if (name && name.from !== node.from) path.unshift(textOf(state, name));
    } else if (node.parent.name === "Array") {
      let index = 0;
      for (let one = node.prevSibling; one; one = one.prevSibling)
        if (/^(Object|Array|String|Number|True|False|Null)$/.test(one.name)) ++index;
      path.unshift(index);
    }
  }
  return path;
}

const objectOf = (node: Node): Node | null =>
  node.name === "Object" ? node : node.parent ? objectOf(node.parent) : null;

/** The keys that an object does not have yet, and the one at `name`, which is in quotes. */
function keyCompletions(state: EditorState, object: Node, name: Node | null): Completion[] {
  const present = object
    .getChildren("Property")
    .map((property) => property.getChild("PropertyName"))
    .filter((other) => other && other.from !== name?.from)
    .map((other) => (other ? textOf(state, other) : ""));
  const hasColon = name && /^\s*:/.test(state.sliceDoc(name.to, name.to + 20));
  return keysAt(pathTo(state, object))
    .filter(([key]) => !present.includes(key))
    .map(([key, schema]) => ({
      label: key,
      type: "property",
      info: explain(schema),
      apply: `${name ? "" : '"'}${key}"${hasColon ? "" : ": "}`,
    }));
}

export function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const node = treeTo(state, pos).resolveInner(pos, -1);
  const inQuotes = { from: node.from + 1, to: node.to };
  if (node.name === "PropertyName") {
    const object = objectOf(node);
    return object && { ...inQuotes, options: keyCompletions(state, object, node) };
  }
  if (node.name === "String") {
    const path = pathTo(state, node);
    const isWhen = path.length === 3 && path[0] === "events" && path[2] === "when";
    const words = isWhen
      ? switchesOf(state, treeTo(state, state.doc.length).topNode)
      : wordsAt(path);
    const options = words.map((word) => ({ label: word, type: "enum", apply: `${word}"` }));
    return options.length > 0 ? { ...inQuotes, options } : null;
  }
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
