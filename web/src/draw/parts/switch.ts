import { lever } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const switchPart = twoPole({
  ...{ kind: "switch", element: "switch", first: ["period", "duty"], unit: "s" },
  symbol: lever,
});

export const switchTool = twoPoleTool({
  ...{ id: "switch", key: "S", element: "switch", base: "switch" },
  parameters: { period: 1 },
  icon: "M2 13h5M17 13h5M7 13l9-6|M7 11.800a1.200 1.200 0 1 0 .01 0z",
});
