// The switches of the laws in a text, as the key "when" of an event names them.
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

type Node = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

const friction = ["sticks", "slips"] as const;
const contact = ["closes", "opens", "impacts"] as const;
const oneWay = ["blocks", "frees", "impacts"] as const;

/** The members of an object of the text; none if it is no object. */
function members(state: EditorState, object: Node | null | undefined): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const property of object?.name === "Object" ? object.getChildren("Property") : []) {
    const name = property.getChild("PropertyName");
    const value = property.lastChild;
    if (name && value && value.from !== name.from)
      found.set(state.sliceDoc(name.from + 1, name.to - 1), value);
  }
  return found;
}

/** "floor closes", "rail sticks", …: for each contact, dry friction and one-way law of the text itself. */
export function switchesOf(state: EditorState, root: Node): string[] {
  const system = members(state, root.getChild("Object"));
  const found: string[] = [];
  const add = (law: string, words: readonly string[]) =>
    found.push(...words.map((word) => `${law} ${word}`));
  for (const [name, value] of members(state, system.get("contacts")))
    add(name, members(state, value).has("friction") ? [...contact, ...friction] : contact);
  for (const [name, value] of members(state, system.get("dissipation"))) {
    const keys = members(state, value);
    if (keys.has("dry")) add(name, friction);
    if (keys.has("one_way")) add(name, oneWay);
  }
  return found;
}
