import {
  BoxGeometry,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  type LineSegments,
  type Mesh,
} from "three";
import type { ShapeSpec } from "../../engine/types";
import type { Kit } from "../kit";
import type { Role } from "../palette";
import type { Span } from "./span";

/**
 * A straight guide: two slim bars with the hatching that stands for the ground. It grows by longer
 * bars and further strokes: those that it has keep their places.
 */
export function rail(spec: ShapeSpec, role: Role, kit: Kit, length: number): Span {
  const width = spec.width ?? 0.1;
  const bar = 0.1 * width;
  const holder = new Group();
  const sides = [-1, 1].map((side) => {
    const solid = kit.solid(new BoxGeometry(1, bar, 2 * bar), role);
    solid.position.y = (side * (width + bar)) / 2;
    const make = (strokes: Strokes): LineSegments =>
      kit.lines(hatching(strokes, side * (width / 2 + bar), side * 2 * bar));
    return { solid, make };
  });
  let drawn: Strokes = strokesOn(0, 0, bar);
  let lines: LineSegments[] = [];
  holder.add(...sides.map(({ solid }) => solid));
  const stretch = (size: number, start = 0): void => {
    for (const { solid } of sides) lay(solid, size);
    const wanted = strokesOn(start, size, bar);
    if (!isSame(wanted, drawn)) {
      drawn = wanted;
      const fresh = sides.map(({ make }) => make(wanted));
      lines.forEach((line, index) => replaceBy(line, fresh[index]));
      lines = fresh;
      holder.add(...lines);
    }
    for (const line of lines) line.position.x = -start;
  };
  stretch(length);
  return { object: holder, isGuide: true, stretch };
}

function lay(solid: Mesh, length: number): void {
  solid.scale.x = Math.max(length, 1e-9);
  solid.position.x = length / 2;
}

/** The fresh line looks as the former one does now, which may be dimmed. */
function replaceBy(former: LineSegments, fresh: LineSegments | undefined): void {
  if (fresh) {
    fresh.material = former.material;
    fresh.visible = former.visible;
  }
  former.removeFromParent();
  former.geometry.dispose();
}

/** Strokes at the multiples of a pitch, m, from the first to the last one. */
interface Strokes {
  readonly pitch: number;
  readonly first: number;
  readonly last: number;
}

const mostStrokes = 600;

/** A very long guide has every second, fourth, ... stroke. */
function strokesOn(start: number, length: number, bar: number): Strokes {
  let pitch = 2.2 * bar;
  while (length > mostStrokes * pitch) pitch *= 2;
  const slack = 1e-6 * pitch; // a stroke at the end stays there in spite of rounding
  return {
    pitch,
    first: Math.ceil((start - slack) / pitch + strokeLean),
    last: Math.floor((start + length + slack) / pitch),
  };
}

function isSame(one: Strokes, other: Strokes): boolean {
  return one.pitch === other.pitch && one.first === other.first && one.last === other.last;
}

/** How far a stroke leans back, as a share of the pitch. */
const strokeLean = 0.8 / 1.1;

/** Short oblique strokes along x at height y, reaching `depth` away from it. */
export function hatching(
  { pitch, first, last }: Strokes,
  y: number,
  depth: number,
): BufferGeometry {
  const points: number[] = [];
  for (let index = first; index <= last; index++) {
    const x = index * pitch;
    points.push(x, y, 0, x - Math.abs(depth) * 0.8, y + depth, 0);
  }
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
}

/** Strokes below a base of this length from x = 0, one at its end. */
export function baseStrokes(length: number, depth: number): Strokes {
  const count = Math.max(2, Math.floor(length / (1.1 * depth)));
  return { pitch: length / count, first: 1, last: count };
}
