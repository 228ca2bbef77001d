import { distance } from "../numbers";
import { s } from "../svg";
import { disc } from "../symbols";
import type { Part } from "./part";

/** A pin whose torque has the input of a speed 0 is a weld: nothing turns there. */
export const pin: Part<"pin" | "weld"> = {
  kinds: ["pin", "weld"],
  elements: ["porthos:pin"],
  first: ["friction"],
  placed: { at_a: { of: "point", side: "a" }, at_b: { of: "point", side: "b" } },
  read(reader, name) {
    const a = reader.side(name, "a", "at_a");
    const b = reader.side(name, "b", "at_b");
    const { flow } = reader.model.members("inputs", `${name}.torque`);
    return a && b && { kind: flow === 0 ? "weld" : "pin", name, a, b };
  },
  place: ({ b }) => b.place,
  away: ({ b }, place) => distance(b.place, place),
  paint({ kind, b }, { at, isSelected, isPointed }) {
    const { x, y } = at(b.place);
    const halo = isSelected || isPointed ? [disc("board-halo-ring", { x, y }, 11)] : [];
    return kind === "pin"
      ? halo
      : [...halo, s("rect", { class: "board-weld", x: x - 7, y: y - 7, width: 14, height: 14 })];
  },
};
