import { windings } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const inductor = twoPole({
  ...{ kind: "inductor", element: "inductor", first: ["L"], unit: "H" },
  symbol: windings,
});

export const inductorTool = twoPoleTool({
  ...{ id: "inductor", key: "L", element: "inductor", base: "inductor" },
  icon: "M2 13h3M19 13h3M5 13a2.300 2.300 0 0 1 4.600 0M9.600 13a2.300 2.300 0 0 1 4.800 0M14.400 13a2.300 2.300 0 0 1 4.600 0",
});
