import { expect, test } from "vitest";
import { Clock } from "../../../web/src/study/clock";

test("a clock plays at its speed up to the end of the run, and stops there", () => {
  const clock = new Clock();
  clock.setEnd(2, false);
  clock.speed = 0.5;
  clock.tick(1);
  expect(clock.time).toBe(0); // it does not play yet
  clock.play();
  clock.tick(1);
  expect(clock.time).toBe(0.5);
  clock.tick(10);
  expect([clock.time, clock.isPlaying, clock.isAtEnd]).toEqual([2, false, true]);
  clock.play();
  expect(clock.time).toBe(0);
});

test("a clock waits at the end of a run that is still computed", () => {
  const clock = new Clock();
  clock.setEnd(1, true);
  clock.play();
  clock.tick(3);
  expect([clock.time, clock.isPlaying]).toEqual([1, true]);
  clock.setEnd(5, true);
  clock.tick(3);
  expect(clock.time).toBe(4);
});

test("a clock that loops begins again", () => {
  const clock = new Clock();
  clock.loops = true;
  clock.setEnd(1, false);
  clock.play();
  clock.tick(2);
  expect([clock.time, clock.isPlaying]).toEqual([0, true]);
});

test("a seek stays within the run, and a run that became shorter takes the clock with it", () => {
  const clock = new Clock();
  clock.setEnd(4, false);
  clock.seek(9);
  expect(clock.time).toBe(4);
  clock.seek(-1);
  expect(clock.time).toBe(0);
  clock.seek(3);
  clock.setEnd(2, false);
  expect(clock.time).toBe(2);
});
