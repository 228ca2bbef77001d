import type { DiagramLayout, EdgePlace, Point } from "./places.js";

/** Near a dot lines run together before they separate, px. */
const dotRoom = 9;

/** The number of crossings of the lines of a drawing, except at their common ends. */
export function crossings(layout: DiagramLayout): number {
  const ways = layout.edges.map(({ points }) => along(points));
  let count = 0;
  for (const [i, one] of layout.edges.entries())
    for (let j = i + 1; j < layout.edges.length; j++) {
      const other = layout.edges[j];
      if (other) count += meetings(ways[i] ?? [], ways[j] ?? [], rooms(layout, one, other));
    }
  return count;
}

/** Points of the drawn curve (`curve`), some for each piece. */
export function along(points: readonly Point[]): Point[] {
  const [first, ...rest] = points;
  if (!first) return [];
  const made = [first];
  let from = first;
  for (const [index, control] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) {
      made.push(control);
      break;
    }
    const to = { x: (control.x + next.x) / 2, y: (control.y + next.y) / 2 };
    for (let step = 1; step <= 4; step++) made.push(quadratic(from, control, to, step / 4));
    from = to;
  }
  return made;
}

function quadratic(a: Point, b: Point, c: Point, s: number): Point {
  const [before, middle, after] = [(1 - s) ** 2, 2 * s * (1 - s), s ** 2];
  return {
    x: before * a.x + middle * b.x + after * c.x,
    y: before * a.y + middle * b.y + after * c.y,
  };
}

/** The places where two lines may meet: the boxes and dots at which both end. */
function rooms(layout: DiagramLayout, one: EdgePlace, other: EdgePlace): (at: Point) => boolean {
  const shared = layout.boxes.filter(
    ({ box }) => box.id === one.edge.end || box.id === other.edge.end,
  );
  const dots = layout.junctions.filter(
    ({ junction }) => junction.id === one.edge.junction && junction.id === other.edge.junction,
  );
  return (at) =>
    shared.some(
      ({ x, y, width, height }) =>
        Math.abs(at.x - x) <= width / 2 && Math.abs(at.y - y) <= height / 2,
    ) || dots.some(({ x, y }) => Math.hypot(at.x - x, at.y - y) <= dotRoom);
}

function meetings(one: Point[], other: Point[], isFree: (at: Point) => boolean): number {
  let count = 0;
  for (let i = 1; i < one.length; i++)
    for (let j = 1; j < other.length; j++) {
      const at = meeting(one[i - 1], one[i], other[j - 1], other[j]);
      if (at && !isFree(at)) count++;
    }
  return count;
}

/** The crossing of the segments a-b and c-d. */
function meeting(a?: Point, b?: Point, c?: Point, d?: Point): Point | null {
  if (!a || !b || !c || !d) return null;
  const [rx, ry, sx, sy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const area = rx * sy - ry * sx;
  if (area === 0) return null;
  const s = ((c.x - a.x) * sy - (c.y - a.y) * sx) / area;
  const t = ((c.x - a.x) * ry - (c.y - a.y) * rx) / area;
  return s >= 0 && s < 1 && t >= 0 && t < 1 ? { x: a.x + s * rx, y: a.y + s * ry } : null;
}
