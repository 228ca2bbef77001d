import { voltage as symbol, voltageAnsi as ansi } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const voltage = twoPole({
  ...{ kind: "voltage", element: "voltage-source", first: ["U"], unit: "V" },
  symbol,
  ansi,
  source: { port: "voltage", isFlow: true },
});

export const voltageTool = twoPoleTool({
  ...{ id: "voltage", key: "V", element: "voltage-source", base: "source" },
  icon: "M2 12h20M12 6.500a5.500 5.500 0 1 0 .01 0zM4 6v3M2.500 7.500h3",
});
