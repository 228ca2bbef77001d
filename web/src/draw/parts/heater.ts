import { addElement } from "../circuit";
import { box, zigzag } from "../circuit-symbols";
import type { Tool } from "./part";
import { twoPole } from "./two-pole";

/** A resistor that heats a body. */
export const heater = twoPole({
  ...{ kind: "heater", element: "heating-resistor", first: ["R"], unit: "Ω", hasHeat: true },
  symbol: box,
  ansi: zigzag,
});

export const heaterTool: Tool<"heater"> = {
  ...{ id: "heater", key: "8", places: 3, group: "circuit", domain: "circuit", preview: "line" },
  icon: "M2 8h4.500M17.500 8H22M6.500 5h11v6h-11zM9 14c-1.500 2 1.500 3 0 5M12 14c-1.500 2 1.500 3 0 5M15 14c-1.500 2 1.500 3 0 5",
  refuse: (_drawing, [, , body]) => (body?.heat ? null : "needsHeat"),
  use: (model, _drawing, places) =>
    addElement(model, "heater", "heating-resistor", places, { body: places[2]?.heat }),
};
