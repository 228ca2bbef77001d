import type { DiagramEdge } from "./graph.js";
import type { Point } from "./places.js";

/** The middle of a line, and the direction there from the junction to the box, degrees. */
export function middleOf(points: readonly Point[]): Point & { readonly angle: number } {
  const lengths = points
    .slice(1)
    .map(({ x, y }, index) => Math.hypot(x - (points[index]?.x ?? x), y - (points[index]?.y ?? y)));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index], points[index + 1]];
    if (!from || !to || (rest > length && index < lengths.length - 1)) {
      rest -= length;
      continue;
    }
    const part = length > 0 ? Math.min(1, rest / length) : 0;
    const angle = (Math.atan2(from.y - to.y, from.x - to.x) * 180) / Math.PI;
    return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y), angle };
  }
  return { x: points[0]?.x ?? 0, y: points[0]?.y ?? 0, angle: 0 };
}

/**
 * A smooth line through the middles of the segments of a path: quadratic splines with the points as
 * controls.
 */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    if (!next) return `L${at(point)}`;
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(middle)}`;
  });
  return `M${at(first)}${steps.join("")}`;
}

/** A path without its part that is hidden below its box. */
export function seen(
  { end }: DiagramEdge,
  points: readonly Point[],
  ports: ReadonlySet<string>,
): readonly Point[] {
  return ports.has(end) || points.length < 3 ? points : points.slice(1);
}

/** The place of a number beside such a middle: above a line, to the right of a steep one. */
export function numberAt(angle: number): {
  readonly x: number;
  readonly y: number;
  readonly isBeside: boolean;
} {
  const isBeside = Math.abs(Math.sin((angle * Math.PI) / 180)) > 0.8;
  return isBeside ? { x: 9, y: 4, isBeside } : { x: 0, y: -9, isBeside };
}

/** Points along that curve, about one for every few px. */
export function samples(points: readonly Point[]): Point[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to;
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 5));
    return Array.from({ length: count }, (_, step) => ({
      x: from.x + ((step + 0.5) / count) * (to.x - from.x),
      y: from.y + ((step + 0.5) / count) * (to.y - from.y),
    }));
  });
}

const round = (value: number): string => String(Math.round(10 * value) / 10);
