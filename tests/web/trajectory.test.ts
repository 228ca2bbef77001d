import { expect, test } from "vitest";
import { thinningNote, Trajectory } from "../../web/src/engine/trajectory";
import type { Scene } from "../../web/src/engine/types";

const scene: Scene = { camera: { kind: "planar" }, bodies: [], trails: [], vectors: [], moving: 1 };
const columns = [
  { name: "t", unit: "s" },
  { name: "x", unit: "m" },
];

/** Rows t, x(t) at steps of 1, in chunks of a length that divides nothing. */
function filled(count: number, x: (t: number) => number): Trajectory {
  const trajectory = new Trajectory(columns, scene, count);
  for (let begin = 0; begin < count; begin += 997) {
    const length = Math.min(997, count - begin);
    const times = Array.from({ length }, (_, row) => begin + row);
    trajectory.append(
      Float64Array.from(times.flatMap((t) => [t, x(t)])),
      Float64Array.from(times.flatMap((t) => [t, 0, 0, 0, 0, x(t)])),
    );
  }
  return trajectory;
}

test("a short run is kept whole", () => {
  const trajectory = filled(5000, (t) => t * t);
  expect(trajectory.rowCount).toBe(5000);
  expect(thinningNote(trajectory)).toBe("");
  expect(trajectory.valueAt(4321.5, 1)).toBe((4321 ** 2 + 4322 ** 2) / 2);
});

test("of a long run evenly spread rows are kept, the last one, and the extremes of all", () => {
  const peak = 123_457; // an odd row, which is not kept
  const trajectory = filled(1_000_001, (t) => (t === peak ? -7 : Math.sin(t)));
  expect(trajectory.computed).toBe(1_000_001);
  expect(trajectory.rowCount).toBeLessThanOrEqual(65_537);
  expect(trajectory.rowCount).toBeGreaterThan(30_000);
  expect(trajectory.end).toBe(1_000_000);
  expect(trajectory.largest(1)).toBe(7);
  const { stride } = trajectory;
  expect(thinningNote(trajectory)).toContain(`one in ${stride}`);
  for (let row = 0; row < trajectory.rowCount - 1; row++) {
    if (trajectory.value(row, 0) !== row * stride) expect.fail(`row ${row} is not where it was`);
    if (trajectory.pose(row, 5) !== trajectory.value(row, 1)) expect.fail(`pose of row ${row}`);
  }
});

test("what is drawn of a long run has its peaks, and lies between the least and the largest", () => {
  const peaks = [123_457, 777_777];
  const trajectory = filled(1_000_001, (t) => (peaks.includes(t) ? -7 : Math.sin(t / 1000)));
  const times = trajectory.drawnTimes();
  const drawn = trajectory.drawn(1);
  expect(drawn).toHaveLength(times.length);
  expect(times).toHaveLength(2 * trajectory.rowCount);
  const span = 2 * trajectory.stride;
  for (const peak of peaks) {
    const found = [...drawn.keys()].filter(
      (k) => drawn[k] === -7 && Math.abs(times[k]! - peak) < span,
    );
    expect(found).toHaveLength(1);
  }
  expect(drawn.filter((value) => value < -1)).toHaveLength(2);
  for (let k = 0; k + 1 < times.length; k++)
    if (!(times[k]! <= times[k + 1]!)) expect.fail(`time ${k} is before the one before it`);
  expect(Math.max(...drawn.subarray(0, 1000))).toBeLessThanOrEqual(1);
  const short = filled(100, (t) => t);
  expect(short.drawn(1)).toEqual(short.column(1));
});
