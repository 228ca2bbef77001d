import { expect, test } from "vitest";
import { Clock } from "../../../web/src/study/clock";
import { Smoothness } from "../../../web/src/study/smoothness";

/** A figure that plays with `seconds` between two pictures. */
function playing(seconds: number) {
  const clock = new Clock();
  clock.setEnd(1000, true);
  clock.play();
  const smoothness = new Smoothness(clock);
  for (let count = 0; count < 100; ++count) smoothness.tick(seconds);
  return { clock, smoothness };
}

test("where pictures come slowly, what is computed far ahead rests", () => {
  const { smoothness } = playing(0.15);
  expect(smoothness.restAt(60)).toBeGreaterThan(100);
});

test("nothing rests where pictures come fast enough, or nothing plays", () => {
  expect(playing(1 / 60).smoothness.restAt(60)).toBe(0);
  const { clock, smoothness } = playing(0.15);
  clock.pause();
  expect(smoothness.restAt(60)).toBe(0);
});

test("a computation that is hardly ahead of the figure goes on, and sooner the faster it plays", () => {
  const { clock, smoothness } = playing(0.15);
  expect(smoothness.restAt(5)).toBe(0);
  clock.speed = 5;
  expect(smoothness.restAt(40)).toBe(0);
  clock.seek(50);
  clock.speed = 1;
  expect(smoothness.restAt(55)).toBe(0);
  expect(smoothness.restAt(61)).toBeGreaterThan(0);
});
