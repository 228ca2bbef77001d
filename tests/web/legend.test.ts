import { expect, test } from "vitest";
import { listed } from "../../web/src/parts/stage-legend";

test("the legend repeats no words that names share", () => {
  expect(listed(["force on the beak", "force on the lower edge"])).toBe(
    "force on the beak, the lower edge",
  );
  expect(listed(["friction on block 1", "friction on block 2", "friction on the wall"])).toBe(
    "friction on block 1, 2, the wall",
  );
  expect(listed(["friction", "friction", "lift", "friction"])).toBe("friction, lift");
});

test("names that share less than two words, and names with a comma, stay as they are", () => {
  for (const names of [
    ["lift", "tension"],
    ["outer force, left", "outer force, right"],
    ["weight", "force of the slope"],
    ["current through the diode", "current of the load"],
    ["force", "force of the edge"],
    ["force of the edge", "force"],
    [],
  ])
    expect(listed(names)).toBe(names.join(", "));
});
