import { coil } from "../symbols";
import type { Tool } from "./part";
import { addStrut, strutPart } from "./strut";

export const spring = strutPart("spring", ["k", "rest"], coil);

export const springTool: Tool<"spring"> = {
  ...{ id: "spring", key: "s", places: 2, group: "links", preview: "line" },
  icon: "M2.5 12h3l1.6-4.5 2.6 9 2.6-9 2.6 9 2.6-9L18.500 12h3",
  use: (model, _drawing, [from, to]) => (from && to ? addStrut(model, "spring", from, to) : ""),
};
