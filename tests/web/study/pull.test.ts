import { expect, test } from "vitest";
import { before, isPull, placeAt, turnOf, type Pull } from "../../../web/src/study/pull";

const h = 0.1;
const pull: Pull = {
  ...{ body: "bob", point: [0, 0], stiffness: 8, damping: 2, end: 0.5 },
  path: [
    [0.2, 1, 0],
    [0.4, 2, 0],
  ],
};
const turn = (done: number) => turnOf([pull], () => "hand", done, h);

test("a pull sets its spring when it begins, its place when it moves, and nothing when it has ended", () => {
  expect(turn(0)).toEqual({ steps: 2 });
  expect(turn(2)).toEqual({ set: { hand_k: 8, hand_c: 2, hand_x: 1, hand_y: 0 }, steps: 2 });
  expect(turn(4)).toEqual({ set: { hand_x: 2, hand_y: 0 }, steps: 1 });
  expect(turn(5)).toEqual({ set: { hand_k: 0, hand_c: 0 } });
  expect(turn(6)).toEqual({});
});

test("before a time only that part of a pull is left which has happened", () => {
  expect(before([pull], 0.3)).toEqual([{ ...pull, path: [[0.2, 1, 0]], end: 0.3 }]);
  expect(before([pull], 0.1)).toEqual([]);
});

test("a hand is where it was moved last, until it lets go", () => {
  expect(placeAt(pull, 0.1)).toBeNull();
  expect(placeAt(pull, 0.3)).toEqual([1, 0]);
  expect(placeAt(pull, 0.5)).toBeNull();
});

test("plain data is a pull only if all of its numbers are there", () => {
  expect(isPull(pull)).toBe(true);
  const { end: _end, ...endless } = pull;
  for (const wrong of [null, 3, endless, { ...pull, point: [0] }, { ...pull, path: [[0, 1]] }])
    expect(isPull(wrong)).toBe(false);
});
