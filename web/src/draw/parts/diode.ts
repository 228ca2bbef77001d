import { triangle, triangleAnsi } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const diode = twoPole({
  ...{ kind: "diode", element: "diode", first: ["leakage"], unit: "" },
  symbol: triangle,
  ansi: triangleAnsi,
});

export const diodeTool = twoPoleTool({
  ...{ id: "diode", key: "D", element: "diode", base: "diode" },
  icon: "M2 12h6M16 12h6M8 7v10l8-5zM16 7v10",
});
