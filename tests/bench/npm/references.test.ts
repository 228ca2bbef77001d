// The equations by hand and the models made of elements share nothing but the mechanisms' numbers.
import { expect, test } from "vitest";
import { check, reference } from "./measure.mjs";
import { error, mechanisms } from "./mechanisms.mjs";

const cheap = { pendulum: 50, top: 50, "slider-crank": 32 };

test.each(mechanisms)("gauss(4) moves the $name as the equations by hand do", async ({ name }) => {
  expect(error(await check(name, cheap[name]), reference(name, 4096))).toBeLessThan(1e-6);
});

test("an error is the largest distance of a point", () => {
  const exact = [
    [0, 0, 0, 1, 1, 1],
    [0, 0, 0, 1, 1, 1],
  ];
  const found = [
    [0, 0, 0, 1, 1, 1],
    [0.1, 0, 0, 1, 1.3, 1.4],
  ];
  expect(error(found, exact)).toBeCloseTo(0.5);
  expect(error(found.slice(0, 1), exact)).toBeNaN();
});
