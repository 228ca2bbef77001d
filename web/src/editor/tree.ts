// The syntax tree of a model text, which is also there while the text is incomplete.
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { Path } from "./schema";

export type Node = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

/**
 * The syntax tree of the text, beyond a place. The editor parses in slices, which may not have
 * reached it yet.
 */
export function treeTo(state: EditorState, pos: number) {
  const upTo = Math.min(state.doc.length, pos + 20_000);
  return ensureSyntaxTree(state, upTo, 5000) ?? syntaxTree(state);
}

export function textOf(state: EditorState, node: Node): string {
  return state.sliceDoc(node.from, node.to).replace(/^"|"$/g, "");
}

/** The keys and indices that lead to a value. */
export function pathTo(state: EditorState, value: Node): Path {
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

/** The members of an object of the text; none if it is no object. */
export function members(state: EditorState, object: Node | null | undefined): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const property of object?.name === "Object" ? object.getChildren("Property") : []) {
    const name = property.getChild("PropertyName");
    const value = property.lastChild;
    if (name && value && value.from !== name.from)
      found.set(state.sliceDoc(name.from + 1, name.to - 1), value);
  }
  return found;
}

/** The value at a path of keys below an object. */
export function below(state: EditorState, object: Node | null, path: Path): Node | null {
  let at: Node | null = object;
  for (const key of path) at = members(state, at).get(String(key)) ?? null;
  return at;
}

/** The object that is the whole text. */
export function rootOf(state: EditorState): Node | null {
  return treeTo(state, state.doc.length).topNode.getChild("Object");
}
