// The cameras of the figures: every motion stays in the picture, for any aspect ratio.
import { Box3, Vector3 } from "three";
import { expect, test } from "vitest";
import { makeRig } from "../../web/src/view/camera";
import { cornersOf, Swept } from "../../web/src/view/swept";

const boxes = [
  new Box3(new Vector3(-0.2, -0.2, 0), new Vector3(0.2, 0.3, 0.1)),
  new Box3(new Vector3(-1, -4, 0), new Vector3(9, 1, 0.5)),
  new Box3(new Vector3(2, 2, -3), new Vector3(3, 7, 4)),
];
const shapes = [0.5, 1, 1.1, 1.5, 2.4];

type Rig = ReturnType<typeof makeRig>;

/** Largest coordinate of a point in the picture, whose edges are at 1. */
function reach(rig: Rig, points: readonly Vector3[]): number {
  rig.camera.updateMatrixWorld();
  return Math.max(
    ...points.flatMap((point) => {
      const { x, y } = point.clone().project(rig.camera);
      return [Math.abs(x), Math.abs(y)];
    }),
  );
}

function fit(rig: Rig, points: readonly Vector3[], still?: readonly Vector3[][]): void {
  const swept = new Swept(rig.directions);
  points.forEach((point) => swept.add(point));
  rig.fit(swept, still);
}

for (const view of [
  { kind: "planar", center: [0.1, 0], width: 1.2 },
  { kind: "spatial", center: [0, 0, 0.2], distance: 2.5, azimuth: 0.8, elevation: 0.4 },
] as const)
  test(`a ${view.kind} view is widened until all of a run is in it, and no further`, () => {
    for (const box of boxes)
      for (const aspect of shapes) {
        const rig = makeRig(view);
        fit(rig, cornersOf(box));
        rig.reset();
        rig.frame(aspect);
        expect(reach(rig, cornersOf(box))).toBeLessThan(1);
        // Some side is near an edge, or the view is the model's own.
        const isTight = shapes.some((other) => {
          rig.frame(other);
          return reach(rig, cornersOf(box)) > 0.75;
        });
        expect(isTight || Math.abs(rig.scale - 1) < 1e-12).toBe(true);
      }
  });

test("a view that sees all of a run is left as the model wants it", () => {
  for (const kind of ["planar", "spatial"] as const) {
    const view = { kind, center: [0, 0, 0], width: 2, distance: 4 };
    const [own, fitted] = [makeRig(view), makeRig(view)];
    fit(fitted, cornersOf(new Box3(new Vector3(-0.3, -0.3, 0), new Vector3(0.3, 0.3, 0.2))));
    for (const rig of [own, fitted]) {
      rig.reset();
      rig.frame(1.4);
    }
    expect(fitted.camera.position.toArray()).toEqual(own.camera.position.toArray());
    expect(fitted.camera.projectionMatrix.elements).toEqual(own.camera.projectionMatrix.elements);
  }
});

test("a path fills the picture, whose box would stick out of it, and is in its middle", () => {
  const circle = Array.from({ length: 120 }, (_, k) =>
    new Vector3(Math.cos(k / 19), Math.sin(k / 19), 0).multiplyScalar(3).add(new Vector3(5, 1, 0)),
  );
  for (const azimuth of [0, 0.8, 2.4, -1.6])
    for (const elevation of [0.2, 0.9, 1.4]) {
      const rig = makeRig({ kind: "spatial", center: [0, 0, 0], distance: 2, azimuth, elevation });
      fit(rig, circle);
      rig.reset();
      rig.frame(1.25); // of the model's view
      expect(reach(rig, circle)).toBeCloseTo(0.94, 3); // with room of 6 % around it
      const [xs, ys] = [0, 1].map((axis) =>
        circle.map((point) => point.clone().project(rig.camera).getComponent(axis)),
      );
      for (const all of [xs, ys])
        expect(Math.max(...(all ?? [])) + Math.min(...(all ?? []))).toBeCloseTo(0, 1);
      // So it does in pictures of other shapes, as long as it is no nearer than the model wants it.
      for (const aspect of shapes) {
        rig.frame(aspect);
        expect(reach(rig, circle)).toBeLessThan(0.96);
        const own = Math.tan((16 * Math.PI) / 180) * Math.max(1, 1.25 / aspect) * 2;
        const half = 1 / rig.camera.projectionMatrix.elements[5];
        const isNear = half * rig.scale * 2 < 1.001 * own;
        expect(isNear || reach(rig, circle) > 0.93).toBe(true);
      }
    }
});

test("what stands still stays in the picture where the model shows it whole", () => {
  const foot = cornersOf(new Box3(new Vector3(-0.2, -0.2, -0.5), new Vector3(0.2, 0.2, -0.4)));
  const floor = cornersOf(new Box3(new Vector3(-9, -9, -0.6), new Vector3(9, 9, -0.5)));
  const arm = cornersOf(new Box3(new Vector3(0, -1.5, 0), new Vector3(0.1, 1.5, 0.1)));
  const rig = makeRig({ kind: "spatial", center: [0, 0, 0], distance: 2.5, elevation: 0.3 });
  fit(rig, arm, [foot, floor]);
  rig.reset();
  for (const aspect of shapes) {
    rig.frame(aspect);
    expect(reach(rig, [...arm, ...foot])).toBeLessThan(1);
    expect(reach(rig, floor)).toBeGreaterThan(1);
  }
});
