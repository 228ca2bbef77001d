import { current as symbol, currentAnsi as ansi } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const current = twoPole({
  ...{ kind: "current", element: "current-source", first: ["I"], unit: "A" },
  symbol,
  ansi,
  source: { port: "current", isFlow: false },
});

export const currentTool = twoPoleTool({
  ...{ id: "current", key: "I", element: "current-source", base: "source" },
  icon: "M2 12h4.500M17.500 12H22M12 6.500a5.500 5.500 0 1 0 .01 0zM9 12h6M13 10l2 2-2 2",
});
