import { halfCircle } from "../circuit-symbols";
import { fourPole, fourPoleTool } from "./four-pole";

export const gyrator = fourPole({
  ...{ kind: "gyrator", parameter: "G", unit: "A/V", symbol: halfCircle },
  second: (value, { name }) => value(`${name}.current_cd`),
});

export const gyratorTool = fourPoleTool(
  "gyrator",
  "2",
  "M6 3v4M6 17v4M18 3v4M18 17v4M6 7a5 5 0 0 1 0 10M18 7a5 5 0 0 0 0 10",
);
