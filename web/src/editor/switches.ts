// The switches of the laws in a text, as the key "when" of an event names them.
import type { EditorState } from "@codemirror/state";
import { members, type Node } from "./tree";

const friction = ["sticks", "slips"] as const;
const contact = ["closes", "opens", "impacts"] as const;
const oneWay = ["blocks", "frees", "impacts"] as const;

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
