import { centerOf, moverAt } from "../attach";
import { addElement } from "../circuit";
import { rotating } from "../circuit-symbols";
import type { Tool } from "./part";
import { twoPole } from "./two-pole";

/** A DC motor: an element of a circuit that turns a body. */
export const machine = twoPole({
  ...{ kind: "machine", element: "dc-motor", first: ["k", "R", "L"], unit: "" },
  ...{ symbol: rotating, hasShaft: true, letter: "M" },
});

export const machineTool: Tool<"machine"> = {
  ...{ id: "machine", key: "M", places: 3, group: "circuit", domain: "circuit", preview: "line" },
  icon: "M2 12h2.500M19.500 12H22M12 4.500a7.500 7.500 0 1 0 .01 0zM9 15V9.500l3 3.500 3-3.500V15",
  refuse: (drawing, [, , body]) => (body && moverAt(drawing, body) ? null : "needsShaft"),
  use(model, drawing, places) {
    const body = places[2] && moverAt(drawing, places[2]);
    return body
      ? addElement(model, "motor", "dc-motor", places, { shaft: centerOf(model, body) })
      : "";
  },
};
