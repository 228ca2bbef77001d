// The description of a motion for readers who do not see it.
import { expect, test } from "vitest";
import { motionOf } from "../../../web/src/study/motion.js";

const times = Float64Array.from({ length: 1001 }, (_, k) => k / 100);
const along = (f: (t: number) => number): Float64Array => times.map(f);

test("a swing is told by its bounds and its period", () => {
  const motion = motionOf(
    times,
    along((t) => 1 + 0.5 * Math.cos(3 * t)),
  );
  expect(motion.kind).toBe("swings");
  if (motion.kind !== "swings") return;
  expect(motion.low).toBeCloseTo(0.5, 3);
  expect(motion.high).toBeCloseTo(1.5, 3);
  expect(motion.period).toBeCloseTo((2 * Math.PI) / 3, 2);
});

test("a crank that goes round grows, with the ripple of its speed", () => {
  const motion = motionOf(
    times,
    along((t) => 2 * t + 0.3 * Math.sin(8 * t)),
  );
  expect(motion).toMatchObject({ kind: "grows", from: 0 });
  expect(
    motionOf(
      times,
      along((t) => -t),
    ),
  ).toEqual({ kind: "falls", from: -0, to: -10 });
});

test("what turns once moves between its bounds", () => {
  const motion = motionOf(
    times,
    along((t) => t * (8 - t)),
  );
  expect(motion).toMatchObject({ kind: "moves", high: 16, low: -20 });
});

test("round-off is rest", () => {
  expect(
    motionOf(
      times,
      along((t) => 2 + 1e-12 * Math.sin(t)),
    ),
  ).toMatchObject({
    kind: "rests",
  });
  expect(
    motionOf(
      times,
      along(() => 0),
    ),
  ).toEqual({ kind: "rests", at: 0 });
});
