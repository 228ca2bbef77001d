import { meter } from "../circuit-symbols";
import { twoPole, twoPoleTool } from "./two-pole";

export const voltmeter = twoPole({
  ...{ kind: "voltmeter", element: "voltmeter", first: [], unit: "", letter: "V" },
  symbol: meter,
  carries: "nothing",
});

export const voltmeterTool = twoPoleTool({
  ...{ id: "voltmeter", key: "3", element: "voltmeter", base: "voltmeter" },
  icon: "M2 12h2.500M19.500 12H22M12 4.500a7.500 7.500 0 1 0 .01 0zM9 9l3 6.500L15 9",
});

export const ammeter = twoPole({
  ...{ kind: "ammeter", element: "ammeter", first: [], unit: "", letter: "A" },
  symbol: meter,
});

export const ammeterTool = twoPoleTool({
  ...{ id: "ammeter", key: "4", element: "ammeter", base: "ammeter" },
  icon: "M2 12h2.500M19.500 12H22M12 4.500a7.500 7.500 0 1 0 .01 0zM9 15.500L12 8.500l3 7M10 13.500h4",
});
