import { plates } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const capacitor = twoPole({
  ...{ kind: "capacitor", element: "capacitor", first: ["C"], unit: "F" },
  symbol: plates,
});

export const capacitorTool = twoPoleTool({
  ...{ id: "capacitor", key: "C", element: "capacitor", base: "capacitor" },
  icon: "M2 12h8M14 12h8M10 6v12M14 6v12",
});
