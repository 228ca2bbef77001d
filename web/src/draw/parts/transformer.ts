import { windings } from "../circuit-symbols";
import { fourPole, fourPoleTool } from "./four-pole";

export const transformer = fourPole({
  ...{ kind: "transformer", parameter: "n", unit: "", symbol: windings },
  second: (value, { name, ratio = NaN }) => -ratio * value(`${name}.current`),
});

export const transformerTool = fourPoleTool(
  "transformer",
  "1",
  "M8.500 3v3a2.250 2.250 0 0 1 0 4 2.250 2.250 0 0 1 0 4 2.250 2.250 0 0 1 0 4v3M15.500 3v3a2.250 2.250 0 0 0 0 4 2.250 2.250 0 0 0 0 4 2.250 2.250 0 0 0 0 4v3",
);
