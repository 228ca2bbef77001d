import { moverAt } from "../attach";
import { say } from "../../words/drawing";
import type { ModelText } from "../model-text";
import { negated } from "../motion";
import { freshName } from "../names";
import { distance } from "../numbers";
import { shownValue } from "../shown";
import { disc, turnArrow } from "../symbols";
import { copyPort, removePort, renamePort } from "./force";
import type { Part, Tool } from "./part";

export const torque: Part<"torque"> = {
  kinds: ["torque"],
  readRest: (reader) =>
    Object.entries(reader.model.members("ports")).flatMap(([name, port]) => {
      const { flow } = (port ?? {}) as { readonly flow?: unknown };
      const on = reader.followed(flow, "omega");
      const value = reader.value(reader.model.at("inputs", name));
      return on && value !== undefined ? [{ kind: "torque", name, on, value }] : [];
    }),
  place: ({ on }) => on.place,
  away: ({ on }, place, reach) => Math.abs(distance(on.place, place) - 1.5 * reach),
  paint: ({ on, value }, { at }) => [
    disc("board-halo-ring", at(on.place), 21),
    turnArrow(at(on.place), 21, value < 0, "board-force"),
  ],
  copy: (model, { name, on }, { motion, copyOf }) => {
    const copy = copyPort(model, name, copyOf(on.offer), "omega");
    if (copy && motion.isMirror) model.set(["inputs", copy], negated(model.at("inputs", copy)));
    return copy;
  },
  move(model, { name }, { isMirror }) {
    if (isMirror) model.set(["inputs", name], negated(model.at("inputs", name)));
  },
  remove: (model, { name }) => removePort(model, name),
  rename: (model, { name }, to) => renamePort(model, name, to),
  fields: (model, { name }) => [
    {
      ...{ id: "torque", group: "main", label: say.inputs.torque, unit: "N m" },
      value: shownValue(model.at("inputs", name)),
      set: (edited, to) => edited.set(["inputs", name], to),
    },
  ],
};

export const torqueTool: Tool<"torque"> = {
  ...{ id: "torque", key: "t", places: 1, group: "drives" },
  icon: "M5.500 16.500a7.500 7.500 0 1 1 13 0M18.500 11.500v5.500h-5.500|M4 10.500h0",
  refuse: (drawing, [at]) => (at && moverAt(drawing, at) ? null : "cannotPoint"),
  use: (model, drawing, [at]) => (at ? addTorque(model, moverAt(drawing, at)) : ""),
};

/** A constant torque of 1 N m on a body. */
export function addTorque(model: ModelText, body: string): string {
  const name = freshName(model, "torque");
  model.set(["ports", name], { flow: `${body}.omega`, effort_unit: "N m", flow_unit: "rad/s" });
  model.set(["inputs", name], 1);
  return name;
}
