// The cameras of the figures: whatever a run does stays in the picture, at any shape of it.
import { Box3, Vector3 } from "three";
import { expect, test } from "vitest";
import { makeRig } from "../../web/src/view/camera";

const boxes = [
  new Box3(new Vector3(-0.2, -0.2, 0), new Vector3(0.2, 0.3, 0.1)),
  new Box3(new Vector3(-1, -4, 0), new Vector3(9, 1, 0.5)),
  new Box3(new Vector3(2, 2, -3), new Vector3(3, 7, 4)),
];
const shapes = [0.5, 1, 1.1, 1.5, 2.4];

/** Largest coordinate of a corner in the picture, whose edges are at 1. */
function reach(rig: ReturnType<typeof makeRig>, { min, max }: Box3): number {
  rig.camera.updateMatrixWorld();
  const corners = [min, max].flatMap(({ x }) =>
    [min, max].flatMap(({ y }) => [min, max].map(({ z }) => new Vector3(x, y, z))),
  );
  return Math.max(
    ...corners.flatMap((corner) => {
      const { x, y } = corner.project(rig.camera);
      return [Math.abs(x), Math.abs(y)];
    }),
  );
}

for (const view of [
  { kind: "planar", center: [0.1, 0], width: 1.2 },
  { kind: "spatial", center: [0, 0, 0.2], distance: 2.5, azimuth: 0.8, elevation: 0.4 },
] as const)
  test(`a ${view.kind} view is widened until all of a run is in it, and no further`, () => {
    for (const box of boxes)
      for (const aspect of shapes) {
        const rig = makeRig(view);
        rig.fit(box);
        rig.reset();
        rig.frame(aspect);
        expect(reach(rig, box)).toBeLessThan(1);
        // Some side is near an edge, or the view is the model's own.
        const isTight = shapes.some((other) => {
          rig.frame(other);
          return reach(rig, box) > 0.75;
        });
        expect(isTight || Math.abs(rig.scale - 1) < 1e-12).toBe(true);
      }
  });

test("a view that sees all of a run is left as the model wants it", () => {
  for (const kind of ["planar", "spatial"] as const) {
    const view = { kind, center: [0, 0, 0], width: 2, distance: 4 };
    const [own, fitted] = [makeRig(view), makeRig(view)];
    fitted.fit(new Box3(new Vector3(-0.3, -0.3, 0), new Vector3(0.3, 0.3, 0.2)));
    for (const rig of [own, fitted]) {
      rig.reset();
      rig.frame(1.4);
    }
    expect(fitted.camera.position.toArray()).toEqual(own.camera.position.toArray());
    expect(fitted.camera.projectionMatrix.elements).toEqual(own.camera.projectionMatrix.elements);
  }
});
