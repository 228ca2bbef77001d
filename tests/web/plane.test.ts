// The painter of planar figures: views from above, their rotations, and their shades.
import {
  BoxGeometry,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Euler,
  ExtrudeGeometry,
  HemisphereLight,
  Matrix4,
  Path,
  Quaternion,
  Shape,
  TubeGeometry,
  CatmullRomCurve3,
  Vector3,
} from "three";
import { expect, test } from "vitest";
import { viewFromAbove, type Line } from "../../web/src/view/plane/facets";
import { Light } from "../../web/src/view/plane/light";
import { turnBetween } from "../../web/src/view/plane/turn";

const pose = (turn: [number, number, number], scale = new Vector3(1, 1, 1)): Matrix4 =>
  new Matrix4().compose(
    new Vector3(7, -3, 2),
    new Quaternion().setFromEuler(new Euler(...turn)),
    scale,
  );
const flat = pose([0, 0, 0]);

/** The area enclosed by lines, minus their holes. */
const areaOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { points }) => {
    const count = points.length / 2;
    const at = (index: number): number => points[index % points.length] ?? NaN;
    for (let i = 0; i < count; i++)
      sum += (at(2 * i) * at(2 * i + 3) - at(2 * i + 2) * at(2 * i + 1)) / 2;
    return sum;
  }, 0);

test("of a box its upper side is seen, with four creases and no round edge", () => {
  const box = new BoxGeometry(3, 2, 1);
  const { sheets, creases, low, high, rim } = viewFromAbove(box, flat, 35);
  expect(sheets).toHaveLength(1);
  const [{ faces, outline, edge } = { faces: [], outline: [], edge: [] }] = sheets;
  expect(faces.map(({ normal }) => normal.toArray())).toEqual([[0, 0, 1]]);
  expect(areaOf(edge)).toBeCloseTo(6, 12);
  expect(outline).toEqual([]);
  const sides = creases.flatMap(({ points, isClosed }) =>
    Array.from({ length: points.length / 2 - (isClosed ? 0 : 1) }),
  );
  expect(sides).toHaveLength(4);
  expect([low, high, rim]).toEqual([-0.5, 0.5, 0.5]);
});

test("holes stay open", () => {
  const plate = new Shape().absarc(0, 0, 2, 0, 2 * Math.PI, false);
  plate.holes.push(new Path().absarc(0, 0, 1, 0, 2 * Math.PI, true));
  const solid = new ExtrudeGeometry(plate, { depth: 0.1, bevelEnabled: false, curveSegments: 60 });
  const [sheet] = viewFromAbove(solid, pose([0, 0, 0.4])).sheets;
  expect(sheet?.edge).toHaveLength(2);
  expect(areaOf(sheet?.edge ?? [])).toBeCloseTo(3 * Math.PI, 1);
});

test("a bar has the shades of its facets and one outline around its sides and ends", () => {
  const bar = new CylinderGeometry(0.5, 0.5, 4, 28);
  const { sheets, rim } = viewFromAbove(bar, flat);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.faces).toHaveLength(14);
  expect(areaOf(sheets[0]?.edge ?? [])).toBeCloseTo(4, 2);
  expect(sheets[0]?.outline).toEqual([expect.objectContaining({ isClosed: true })]);
  expect(areaOf(sheets[0]?.outline ?? [])).toBeCloseTo(4, 2);
  expect(Math.abs(rim)).toBeLessThan(0.06); // half way up
  for (const { normal } of sheets[0]?.faces ?? []) expect(normal.length()).toBeCloseTo(1, 12);
});

test("of a coil the far half is seen below the near one", () => {
  const turns = Array.from({ length: 121 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    return new Vector3(i / 20, Math.sin(angle), Math.cos(angle));
  });
  const coil = new TubeGeometry(new CatmullRomCurve3(turns), 240, 0.1, 8, false);
  const { sheets } = viewFromAbove(coil, flat);
  expect(sheets.map(({ level }) => Math.sign(level))).toEqual([-1, 1]);
  for (const { faces } of sheets) expect(faces.length).toBeLessThanOrEqual(48);
});

test("a body that turns about the line of sight, and a span that is stretched, keep their drawing", () => {
  const before = pose([0, 0, 0.3]);
  const turn = turnBetween(before, pose([0, 0, 1.3]));
  expect(turn?.a).toBeCloseTo(Math.cos(1), 12);
  expect(turn?.b).toBeCloseTo(Math.sin(1), 12);
  expect(turn?.lift).toBeCloseTo(1, 12);
  const lying = pose([Math.PI / 2, 0, 0]);
  const spun = new Matrix4().makeRotationZ(0.5).multiply(lying);
  expect(turnBetween(lying, spun)?.d).toBeCloseTo(Math.cos(0.5), 12);
  const longer = turnBetween(flat, pose([0, 0, Math.PI / 2], new Vector3(2, 1, 1)));
  expect([longer?.a, longer?.b, longer?.c, longer?.d].map((x) => Math.round(x ?? NaN) + 0)).toEqual(
    [0, 2, -1, 0],
  );
});

test("a body that shows another side is drawn anew, and so is what had no size", () => {
  expect(turnBetween(flat, pose([0.2, 0, 0]))).toBeNull();
  expect(turnBetween(flat, pose([Math.PI, 0, 0]))).toBeNull();
  expect(turnBetween(pose([0, 0, 0], new Vector3(1e-9, 1, 1)), flat)).toBeNull();
});

test("where a drawing is kept it is the one that would be made", () => {
  const solid: BufferGeometry = new CylinderGeometry(0.3, 0.6, 2, 20);
  const [before, after] = [pose([0, 0, 0.2]), pose([0, 0, 2.1], new Vector3(1.4, 1, 1))];
  const stretched = new Matrix4()
    .makeRotationZ(1.1)
    .multiply(new Matrix4().makeScale(1.7, 1, 1))
    .multiply(before);
  for (const to of [after, stretched]) {
    const turn = turnBetween(before, to);
    if (!turn) continue;
    const { a, b, c, d } = turn;
    const [kept, made] = [viewFromAbove(solid, before), viewFromAbove(solid, to)];
    const moved = kept.sheets.flatMap(({ edge }) =>
      edge.map(({ points, isClosed }) => ({
        isClosed,
        points: points.flatMap((x, at) => {
          if (at % 2 === 1) return [];
          const y = points[at + 1] ?? NaN;
          return [a * x + c * y, b * x + d * y];
        }),
      })),
    );
    expect(areaOf(moved)).toBeCloseTo(areaOf(made.sheets.flatMap(({ edge }) => edge)), 9);
  }
  expect(turnBetween(before, stretched)).not.toBeNull();
});

test("surfaces look as three.js lights matte ones", () => {
  const sun = new DirectionalLight(0xffffff, Math.PI);
  sun.position.set(0, 0, 5);
  const sky = new HemisphereLight(0x000000, 0x000000, 1);
  const light = new Light(sun, sky);
  const color = new Color(0.2, 0.4, 0.6);
  const of = (...normal: [number, number, number]) =>
    light.shade(color, new Vector3(...normal)).toArray();
  expect(of(0, 0, 1)).toEqual([0.2, 0.4, 0.6].map((x) => expect.closeTo(x, 12)));
  expect(of(0.6, 0, 0.8)).toEqual([0.16, 0.32, 0.48].map((x) => expect.closeTo(x, 12)));
  expect(of(0, 0, -1)).toEqual([0, 0, 0]);
  const overcast = new Light(
    new DirectionalLight(0xffffff, 0),
    new HemisphereLight(0xffffff, 0x000000, Math.PI),
  );
  expect(overcast.shade(color, new Vector3(1, 0, 0)).r).toBeCloseTo(0.1, 12);
});
