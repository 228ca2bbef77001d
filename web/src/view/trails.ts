import { Box3, Group, Quaternion, Vector3 } from "three";
import type { Scene } from "../engine/types";
import type { Palette } from "./palette";
import { dashed } from "./dashed";
import { firstPasses } from "./first-passes";
import type { MakePathLine, PathLine } from "./path-line";
import type { PoseReader } from "./pose";
import { thinned } from "./thinned";

const maxRows = 4000; // rows read from a run: a curve of a few thousand pixels cannot show more
const visible = 1 / 1500; // of the extent of all trails: half a pixel
const apart = 1 / 400; // of this extent: parts nearer to an earlier pass are drawn once
const dash = 1 / 80; // of the view, or of the extent of all trails if that is larger
const faint = 0.3;

/**
 * Whether a line through the points (x, y, z of each) shows their path. In a long run they may be
 * so far apart that the line would only be chords across it: it turns by more than 60 degrees at
 * most of its points.
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
    if (before === 0 || after === 0) continue; // no motion
    counted++;
    if (along < 0.5 * Math.sqrt(before * after)) turns++;
  }
  return 2 * turns <= counted;
}

interface Trail {
  readonly past: PathLine;
  readonly whole: PathLine;
  /** The rows at which each segment begins and ends. */
  from: readonly number[];
  to: readonly number[];
}

const position = new Vector3();
const orientation = new Quaternion();

/**
 * Paths of body-fixed points: faint for the whole run, strong up to the current time. With forced
 * colours nothing is faint, and the future part is dashed.
 */
export class Trails {
  readonly group = new Group();
  readonly #trails: Trail[] = [];
  #computed = 0;
  #isDashed = false;

  constructor(
    readonly scene: Scene,
    makeLine: MakePathLine,
    /** Width of the view, m. */
    readonly width: number,
  ) {
    for (let index = 0; index < scene.trails.length; index++) {
      const [whole, past] = [makeLine(1.2), makeLine(2.2)];
      this.#trails.push({ past, whole, from: [], to: [] });
      this.group.add(whole.object, past.object);
    }
  }

  recolor(palette: Palette): void {
    for (const { past, whole } of this.#trails) {
      for (const line of [past, whole]) line.color.set(palette.trail);
      whole.opacity = palette.isForced ? 1 : faint;
    }
    if (this.#isDashed !== palette.isForced) this.#computed = 0; // they must be cut again
    this.#isDashed = palette.isForced;
  }

  /** Updates the trails to the current time t. */
  update(reader: PoseReader, t: number): void {
    const { trajectory } = reader;
    if (this.#trails.length === 0) return;
    if (trajectory.computed !== this.#computed) this.#rebuild(reader);
    const { row, fraction } = trajectory.locate(t);
    this.scene.trails.forEach(({ body, point }, index) => {
      const trail = this.#trails[index];
      if (!trail) return;
      const [past, whole] = [trail.past.object, trail.whole.object];
      past.visible = whole.visible && row + fraction > 0;
      if (!past.visible) return;
      reader.body(body, position, orientation);
      cutAt(trail, row, new Vector3(...point).applyQuaternion(orientation).add(position));
    });
  }

  #rebuild(reader: PoseReader): void {
    const { rowCount, computed } = reader.trajectory;
    this.#computed = computed;
    const stride = Math.max(1, Math.ceil(rowCount / maxRows));
    const rows = Array.from({ length: Math.ceil(rowCount / stride) }, (_, k) => k * stride);
    const paths = this.scene.trails.map(({ body, point }) =>
      rows.flatMap((row) => reader.trailPoint(row, body, point).toArray()),
    );
    const box = new Box3();
    for (const path of paths) box.union(new Box3().setFromArray(path));
    const size = box.getSize(position).length();
    paths.forEach((path, index) => {
      const trail = this.#trails[index];
      if (!trail) return;
      trail.whole.object.visible = path.length >= 6 && showsPath(path);
      if (!trail.whole.object.visible) return;
      const kept = thinned(path, visible * size);
      const points = kept.flatMap((at) => path.slice(3 * at, 3 * at + 3));
      const segments = firstPasses(points, apart * size);
      trail.from = segments.map((at) => rows[kept[at] ?? 0] ?? 0);
      trail.to = segments.map((at) => rows[kept[at + 1] ?? 0] ?? 0);
      const ends = segments.flatMap((at) => points.slice(3 * at, 3 * at + 6));
      trail.past.setSegments(ends);
      const length = dash * Math.max(size, this.width);
      trail.whole.setSegments(this.#isDashed ? dashed(ends, length) : ends);
    });
  }

  dispose(): void {
    for (const { past, whole } of this.#trails) for (const line of [past, whole]) line.dispose();
  }
}

/** Ends the past part of a trail at the place that its body has reached after this row. */
function cutAt({ past, from, to }: Trail, row: number, place: Vector3): void {
  const next = from.findIndex((first) => first > row);
  const count = next < 0 ? from.length : next;
  past.cut(count, row < (to[count - 1] ?? 0) ? place : null);
}
