import { Group } from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import type { Scene } from "../engine/types";
import type { Palette } from "./palette";
import type { PoseReader } from "./pose";

const maxPoints = 4000; // thinned beyond: a curve of a few thousand pixels cannot show more

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
    for (const { past } of this.#trails) {
      past.geometry.instanceCount = segments;
      past.visible = segments > 0;
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
      trail.whole.visible = positions.length >= 6;
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
