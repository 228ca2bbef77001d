// Guides: they stand still on the body on whose line a slider moves, and are long enough for it.
import { BufferGeometry, Group, LineSegments, Mesh, type Object3D } from "three";
import { expect, test } from "vitest";
import { Trajectory } from "../../web/src/engine/trajectory";
import type { Scene } from "../../web/src/engine/types";
import { AxisWay, positionAlong } from "../../web/src/view/axis-way";
import { Guideway } from "../../web/src/view/guideway";
import type { Kit } from "../../web/src/view/kit";
import { PoseReader } from "../../web/src/view/pose";
import { rail } from "../../web/src/view/shapes/rail";

type Pose = readonly [x: number, y: number, turn: number];

const body = (name: string): Scene["bodies"][number] => ({ name, role: "body", shapes: [] });
const scene: Scene = {
  camera: { kind: "planar" },
  bodies: ["lever", "slider"].map(body),
  trails: [],
  vectors: [],
  moving: 1,
};

const matrix = ([x, y, turn]: Pose): number[] => {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [x, y, 0, c, s, 0, -s, c, 0, 0, 0, 1];
};

/** A run in which a slider is on the line of a lever, `way` from the lever's place; its guide is 0.2 m long. */
class SlidingRun {
  readonly trajectory = new Trajectory([{ name: "t", unit: "s" }], scene, 10);

  add(t: number, [x, y, turn]: Pose, way: number): void {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const at = (along: number): [number, number, number] => [x + along * c, y + along * s, 0];
    const slider = at(way);
    const poses = [
      ...matrix([x, y, turn]),
      ...matrix([slider[0], slider[1], turn]),
      ...at(way - 0.1),
      ...at(way + 0.1),
    ];
    this.trajectory.append(Float64Array.of(t), Float64Array.from(poses));
  }
}

const isNear = (found: readonly number[], wanted: readonly number[]): void =>
  wanted.forEach((value, index) => expect(found[index]).toBeCloseTo(value, 9));

test("a guide of the ground stands still and is as long as the way of its slider", () => {
  const run = new SlidingRun();
  const ground: Pose = [0, 0, 0];
  for (let i = 0; i <= 20; i++) run.add(i, ground, 0.5 + 0.3 * Math.sin(i));
  const reader = new PoseReader(run.trajectory);
  const guide = new Guideway(scene, 0);
  const ways = Array.from({ length: 21 }, (_, i) => 0.5 + 0.3 * Math.sin(i));
  for (const t of [0, 3.3, 11]) {
    reader.seek(t);
    const { from, to, start } = guide.ends(reader);
    isNear(from, [Math.min(...ways) - 0.1, 0, 0]);
    isNear(to, [Math.max(...ways) + 0.1, 0, 0]);
    expect(start).toBeCloseTo(Math.min(...ways) - 0.5, 9);
  }
});

test("a guide on a body that turns moves with this body, and grows with the run", () => {
  const run = new SlidingRun();
  const lever = (i: number): Pose => [0.1 * i, 0.2, 0.4 * i];
  run.add(0, lever(0), 0.3);
  const reader = new PoseReader(run.trajectory);
  const guide = new Guideway(scene, 0);
  isNear(guide.ends(reader).to, [0.4, 0.2, 0]);
  for (let i = 1; i <= 10; i++) run.add(i, lever(i), 0.3 + 0.02 * i);
  for (const t of [0, 4, 10]) {
    reader.seek(t);
    const [x, y, turn] = lever(t);
    const { from, to } = guide.ends(reader);
    isNear(from, [x + 0.2 * Math.cos(turn), y + 0.2 * Math.sin(turn), 0]);
    isNear(to, [x + 0.6 * Math.cos(turn), y + 0.6 * Math.sin(turn), 0]);
  }
});

test("a guide that is a part of a moving body goes with it", () => {
  const run = new SlidingRun();
  for (let i = 0; i <= 10; i++) run.add(i, [0.1 * i, 0, 0.4 * i], 0.3);
  const reader = new PoseReader(run.trajectory);
  reader.seek(5);
  const { from } = new Guideway(scene, 0).ends(reader);
  isNear(from, [0.5 + 0.2 * Math.cos(2), 0.2 * Math.sin(2), 0]);
});

test("the rod of a joint in space stands on its body and reaches as far as the other one goes", () => {
  const columns = [
    { name: "t", unit: "s" },
    { name: "P.position", unit: "m" },
  ];
  const trajectory = new Trajectory(columns, { ...scene, bodies: [] }, 10);
  const positions = [0.2, 0.5, -0.3];
  positions.forEach((position, t) =>
    trajectory.append(Float64Array.of(t, position), Float64Array.of(1, 0, -0.1, 1, 0, 0.1)),
  );
  const reader = new PoseReader(trajectory);
  const column = positionAlong({ name: "P.axis", role: "frame", shapes: [] }) ?? "";
  const { from, to, isLonger } = new AxisWay((at) => at.span(0), column).ends(reader);
  isNear(from, [1, 0, -0.4]);
  isNear(to, [1, 0, 0.6]);
  expect(isLonger).toBe(true);
  expect(positionAlong({ name: "P.pin", role: "frame", shapes: [] })).toBeNull();
  isNear(new AxisWay((at) => at.span(0), "other").ends(reader).to, [1, 0, 0.1]); // a revolute joint
});

const kit = {
  solid: (geometry: BufferGeometry) => new Mesh(geometry),
  lines: (geometry: BufferGeometry) => new LineSegments(geometry),
} as unknown as Kit;

/** The places of the strokes of a guide's first side, from the start of its line. */
function strokes(object: Object3D, start: number): number[] {
  const lines = object.children.find((part) => part instanceof LineSegments);
  if (!lines) return [];
  const { array } = lines.geometry.getAttribute("position");
  const places = Array.from({ length: array.length / 6 }, (_, k) => array[6 * k] ?? NaN);
  return places.map((x) => Math.round(1e6 * (x + lines.position.x + start)) / 1e6);
}

test("the hatching of a guide that grows keeps its pitch and its strokes, and frees the former ones", () => {
  const { object, stretch } = rail({ type: "rail", width: 0.1 }, "ground", kit, 0.5);
  const before = strokes(object, 0);
  const freed: Object3D[] = [];
  for (const part of object.children)
    if (part instanceof LineSegments)
      part.geometry.addEventListener("dispose", () => freed.push(part));
  stretch(1.3, -0.4);
  const after = strokes(object, -0.4);
  expect(before.length).toBeGreaterThan(15);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(Math.min(...after)).toBeGreaterThan(-0.4);
  expect(Math.max(...after)).toBeLessThanOrEqual(0.9);
  const pitches = after.slice(1).map((x, k) => x - (after[k] ?? NaN));
  expect(Math.max(...pitches)).toBeCloseTo(0.022, 5);
  expect(Math.min(...pitches)).toBeCloseTo(0.022, 5);
  expect(freed).toHaveLength(2);
  expect(object).toBeInstanceOf(Group);
  expect(object.scale.x).toBe(1);
  expect(object.children.filter((part) => part instanceof LineSegments)).toHaveLength(2);
});
