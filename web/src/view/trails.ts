import { Group } from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import type { Scene } from "../engine/types";
import type { Palette } from "./palette";
import type { PoseReader } from "./pose";

const maxPoints = 4000; // thinned beyond: a curve of a few thousand pixels cannot show more

/**
 * Whether a line through the points (x, y, z of each) shows the path that they are of. Of a long run they lie so far
 * apart that the line would only be chords across it: it turns by more than 60 degrees at most of its points.
 */
export function showsPath(points: readonly number[]): boolean {
  const way = (point: number, axis: number): number =>
    (points[3 * point + 3 + axis] ?? NaN) - (points[3 * point + axis] ?? NaN);
  let turns = 0;
  let counted = 0;
  for (let point = 0; 3 * point + 8 < points.length; point++) {
    let [along, before, after] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [way(point, axis), way(point + 1, axis)];
      along += a * b;
      before += a * a;
      after += b * b;
    }
    if (before === 0 || after === 0) continue; // it stood still
    counted++;
    if (along < 0.5 * Math.sqrt(before * after)) turns++;
  }
  return 2 * turns <= counted;
}

interface Trail {
  readonly past: Line2;
  readonly whole: Line2;
}

/** Paths of body-fixed points: faint for all that is computed, strong up to the present time. */
export class Trails {
  readonly group = new Group();
  readonly #pastMaterial = new LineMaterial({ linewidth: 2.2 });
  readonly #wholeMaterial = new LineMaterial({ linewidth: 1.2, transparent: true, opacity: 0.3 });
  readonly #trails: Trail[] = [];
  #computed = 0;
  #stride = 1;

  constructor(readonly scene: Scene) {
    for (let index = 0; index < scene.trails.length; index++) {
      const whole = new Line2(new LineGeometry(), this.#wholeMaterial);
      const past = new Line2(new LineGeometry(), this.#pastMaterial);
      whole.frustumCulled = past.frustumCulled = false;
      this.#trails.push({ past, whole });
      this.group.add(whole, past);
    }
  }

  recolor(palette: Palette): void {
    this.#pastMaterial.color.set(palette.trail);
    this.#wholeMaterial.color.set(palette.trail);
  }

  update(reader: PoseReader, t: number): void {
    const { trajectory } = reader;
    if (this.#trails.length === 0) return;
    if (trajectory.computed !== this.#computed) this.#rebuild(reader);
    const { row } = trajectory.locate(t);
    const segments = Math.floor(row / this.#stride);
    for (const { past, whole } of this.#trails) {
      past.geometry.instanceCount = segments;
      past.visible = whole.visible && segments > 0;
    }
  }

  #rebuild(reader: PoseReader): void {
    const { rowCount, computed } = reader.trajectory;
    this.#computed = computed;
    this.#stride = Math.max(1, Math.ceil(rowCount / maxPoints));
    this.scene.trails.forEach(({ body, point }, index) => {
      const trail = this.#trails[index];
      if (!trail) return;
      const positions: number[] = [];
      for (let row = 0; row < rowCount; row += this.#stride) {
        positions.push(...reader.trailPoint(row, body, point).toArray());
      }
      trail.whole.visible = positions.length >= 6 && showsPath(positions);
      if (!trail.whole.visible) return;
      for (const line of [trail.past, trail.whole]) {
        line.geometry.dispose();
        line.geometry = new LineGeometry();
        line.geometry.setPositions(positions);
      }
    });
  }

  dispose(): void {
    for (const { past, whole } of this.#trails) {
      past.geometry.dispose();
      whole.geometry.dispose();
    }
    this.#pastMaterial.dispose();
    this.#wholeMaterial.dispose();
  }
}
