// Every model of the gallery: all moving parts always stay in the picture. With `npm test -- --all` also
// with the first knobs at both ends.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Vector3, type Box3 } from "three";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Run } from "../../bindings/js/run.js";
import { Trajectory } from "../../web/src/engine/trajectory";
import type { Scene } from "../../web/src/engine/types";
import { boundedScene } from "../../web/src/engine/bounded-scene";
import { extentOf } from "../../web/src/view/extent";
import { Figure } from "../../web/src/view/figure";
import { Sight } from "../../web/src/view/sight";
import { planePainter } from "../../web/src/view/plane/painter";
import { Kit } from "../../web/src/view/kit";
import { Mechanism } from "../../web/src/view/mechanism";
import { PoseReader } from "../../web/src/view/pose";
import { load } from "./built.js";

const folder = resolve(import.meta.dirname, "..", "..", "web", "models");
const files = readdirSync(folder).filter((file) => file.endsWith(".porthos.json"));

// A figure takes its colours from its page, which do not matter here.
const nowhere = { closest: () => null } as unknown as Element;
beforeAll(() => vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "" })));
afterAll(() => vi.unstubAllGlobals());

const moments = 12;
/** The number of knobs that are turned. */
const knobs = process.env["PORTHOS_TESTS"] === "all" ? 3 : 0;
/** Runs with a turned knob have this share of the duration: the picture is fitted to the run that there is. */
const shareOfRun = 0.25;
/** For a phone, a page with text beside the figure, and a desktop. */
const sizes = [
  [390, 420],
  [640, 480],
  [1100, 460],
] as const;

const cornersOf = ({ min, max }: Box3) =>
  [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z).toArray())),
  );

/** The largest distance of a moving part from the centre of the picture, whose edges are at 1. */
function reachOf(run: Run, until: number): number {
  const scene = boundedScene(run.scene as Scene);
  const trajectory = new Trajectory(run.columns, scene, until);
  trajectory.append(run.table, run.poses);
  const figure = new Figure(trajectory, nowhere, planePainter);
  const { boxes } = new Mechanism(scene, new Kit(figure.rig.isPlanar, nowhere));
  const { moving } = extentOf(new PoseReader(trajectory), boxes);
  const corners = new Map(
    moving.flatMap((body) => {
      const box = boxes[body];
      return box && !box.isEmpty() ? [[body, cornersOf(box)] as const] : [];
    }),
  );
  const size = { width: 1, height: 1 };
  const sight = new Sight(
    nowhere as HTMLCanvasElement,
    () => figure,
    () => size,
  );
  let reach = 0;
  figure.fit();
  for (const [width, height] of sizes) {
    figure.resize(width, height);
    figure.rig.camera.updateMatrixWorld();
    for (let i = 0; i <= moments; i++) {
      figure.pose((i / moments) * trajectory.end);
      for (const [body, points] of corners)
        for (const point of points) {
          const { x, y } = sight.projected(body, point);
          reach = Math.max(reach, Math.abs(x), Math.abs(y));
        }
    }
  }
  figure.dispose();
  return reach;
}

/** Some tests are long and run in parallel with others. */
const patience = 180_000; // ms

test.each(files)("%s stays in the picture", { timeout: patience }, async (file) => {
  const path = join(folder, file);
  const model = await load(readFileSync(path, "utf8"), { base: pathToFileURL(path) });
  const ends = model.parameters
    .slice(0, knobs)
    .flatMap(({ name, min, max }) =>
      [min, max].flatMap((value) => (value === undefined ? [] : [{ [name]: value }])),
    );
  const { until } = model.simulation;
  const runs = [{ set: {}, until }, ...ends.map((set) => ({ set, until: shareOfRun * until }))];
  for (const { set, until } of runs) {
    const run = model.run({ set, until, poses: true });
    if (run.rows === 0) expect(run.outcome, JSON.stringify(set)).not.toBe("finished");
    else expect(reachOf(run, until), JSON.stringify(set)).toBeLessThan(1);
  }
});
