import { box, zigzag } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const resistor = twoPole({
  ...{ kind: "resistor", element: "resistor", first: ["R"], unit: "Ω" },
  symbol: box,
  ansi: zigzag,
});

export const resistorTool = twoPoleTool({
  ...{ id: "resistor", key: "E", element: "resistor", base: "resistor" },
  icon: "M2 12h4.500M17.500 12H22M6.500 8.500h11v7h-11z",
});
