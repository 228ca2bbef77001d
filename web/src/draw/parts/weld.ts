import { isPin, thingNamed, type Drawing, type Pin } from "../things";
import type { Target } from "../target";
import { setJoint } from "../joints";
import type { Tool } from "./part";

export const weldTool: Tool<"weld"> = {
  ...{ id: "weld", key: "x", places: 1, group: "joints" },
  icon: "M3 19L12 9.500M12 9.500h9|M9 6.500h6v6H9z",
  refuse: (drawing, [at]) => (at && pinAt(drawing, at) ? null : "cannotJoin"),
  use(model, drawing, [at]) {
    const pin = at && pinAt(drawing, at);
    return pin ? setJoint(model, drawing, pin, "weld") : "";
  },
};

/** The pin at a place that can be welded. */
function pinAt(drawing: Drawing, { node }: Target): Pin | undefined {
  const pins = (node?.pins ?? []).map((name) => thingNamed(drawing, name)).filter(isPin);
  return pins.find(({ kind }) => kind === "pin") ?? pins[0];
}
