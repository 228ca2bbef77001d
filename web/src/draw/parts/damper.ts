import { dashpot } from "../symbols";
import type { Tool } from "./part";
import { addStrut, strutPart } from "./strut";

export const damper = strutPart("damper", ["c"], dashpot);

export const damperTool: Tool<"damper"> = {
  ...{ id: "damper", key: "d", places: 2, group: "links", preview: "line" },
  icon: "M2.500 12H9M9 8.500v7M7 7h9.500M7 17h9.500M16.500 7v10M16.500 12h5",
  use: (model, _drawing, [from, to]) => (from && to ? addStrut(model, "damper", from, to) : ""),
};
