import { expect, test } from "vitest";
import { readPlots } from "../../web/src/study/plotted";

test("plots are read from an attribute", () => {
  expect(readPlots("x1, y1; omega/phi;energy.kinetic")).toEqual([
    { columns: ["x1", "y1"], over: "" },
    { columns: ["omega"], over: "phi" },
    { columns: ["energy.kinetic"], over: "" },
  ]);
  expect(readPlots(null)).toEqual([]);
  expect(readPlots(" ; ")).toEqual([]);
});
