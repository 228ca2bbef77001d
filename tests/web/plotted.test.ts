import { expect, test } from "vitest";
import { plottedFirst, readPlots } from "../../web/src/study/plotted";

test("plots are read from an attribute", () => {
  expect(readPlots("x1, y1; omega/phi;energy.kinetic")).toEqual([
    { columns: ["x1", "y1"], over: "" },
    { columns: ["omega"], over: "phi" },
    { columns: ["energy.kinetic"], over: "" },
  ]);
  expect(readPlots(null)).toEqual([]);
  expect(readPlots(" ; ")).toEqual([]);
});

test("the first plot shows no quaternion if there is something else", () => {
  const columns = [
    ["t", "s"],
    ["q0", "1"],
    ["q1", "1"],
    ["x", "m"],
    ["share", ""],
    ["omega", "rad/s"],
  ].map(([name = "", unit = ""]) => ({ name, unit }));
  expect(plottedFirst(columns)).toEqual(["x", "omega", "q0", "q1", "share"]);
  expect(plottedFirst(columns.slice(0, 3))).toEqual(["q0", "q1"]);
});
