import type { DiagramEdge } from "./graph.js";
import { middleOf, numberAt, samples, seen } from "./curve.js";
import { junctionLabel, pieces, portLabel, widthOf } from "./labels.js";
import type { DiagramLayout, Place, Point } from "./places.js";

/** The areas that a label must not cover. */
interface Taken {
  readonly points: readonly Point[];
  readonly boxes: Place[];
}

/**
 * The lines, by their indices, that show a power. If two lines meet, only one shows it; a line to
 * the port of an open box does not, since it continues inside.
 */
export function linesWithPower(layout: DiagramLayout): ReadonlySet<number> {
  const { edges, ports } = layout;
  const inner = new Set(
    ports.filter(({ anchor }) => anchor === "inside").map(({ port }) => port.id),
  );
  const withPower = new Set<number>();
  const of = (junction: string) =>
    edges.filter(({ edge }) => edge.junction === junction && edge.kind === "power");
  edges.forEach(({ edge }, index) => {
    if (edge.kind === "state" || inner.has(edge.end) || isSplit(layout, edge)) return;
    const [first, second, ...more] = of(edge.junction);
    const isDouble = second !== undefined && more.length === 0;
    const partner = first?.edge === edge ? second : first;
    if (
      isDouble &&
      partner &&
      partner.edge !== edge &&
      !inner.has(partner.edge.end) &&
      first?.edge !== edge
    )
      return;
    withPower.add(index);
  });
  return withPower;
}

/**
 * Whether a line is drawn as several, to the ports of an open box that are one port while it is
 * closed.
 */
export function isSplit({ edges }: DiagramLayout, edge: DiagramEdge): boolean {
  return edges.filter((one) => one.edge === edge).length > 1;
}

/** The place of a label: its anchor on the baseline, px. */
export interface LabelPlace extends Point {
  readonly anchor: "start" | "middle" | "end";
}

/** The places of the labels of dots and of the ports of open boxes, by their ids. */
export function labelPlaces(
  layout: DiagramLayout,
  withPower: ReadonlySet<number>,
): ReadonlyMap<string, LabelPlace> {
  const taken = takenPlaces(layout, withPower);
  const places = new Map<string, LabelPlace>();
  const put = (id: string, label: string, size: number, candidates: LabelPlace[]): void => {
    const best = cheapest(candidates, label, size, taken);
    places.set(id, best);
    taken.boxes.push(rectangleOf(best, label, size));
  };
  for (const { port, x, y, anchor } of layout.ports)
    if (anchor === "inside") put(port.id, portLabel(port), 13, onLine({ x, y }, portLabel(port)));
  for (const { junction, isDot, ...at } of layout.junctions)
    if (isDot) put(junction.id, junctionLabel(junction), 14, around(at));
  return places;
}

/** All lines, frames, numbers, titles and closed boxes of a drawing. */
function takenPlaces(
  { edges, boxes, ports, junctions }: DiagramLayout,
  withPower: ReadonlySet<number>,
): Taken {
  const outer = new Set(ports.map(({ port }) => port.id));
  const open = boxes.filter(({ isOpen }) => isOpen);
  return {
    points: [...edges.map(({ points }) => points), ...open.map(outline)].flatMap(samples),
    boxes: [
      ...boxes.filter(({ isOpen }) => !isOpen),
      ...open.map(titleOf),
      ...junctions
        .filter(({ isDot }) => isDot)
        .map(({ x, y }) => ({ x, y, width: 11, height: 11 })),
      ...[...withPower].flatMap((index) => {
        const line = edges[index];
        if (!line) return [];
        const { x, y, angle } = middleOf(seen(line.edge, line.points, outer));
        const at = numberAt(angle);
        return [{ x: x + at.x + (at.isBeside ? 19 : 0), y: y + at.y - 4, width: 38, height: 13 }];
      }),
    ],
  };
}

function outline({ x, y, width, height }: Place): Point[] {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
    { x: left, y: top },
  ];
}

function titleOf({ x, y, width, height, box }: DiagramLayout["boxes"][number]): Place {
  const own = widthOf(box.name, 16);
  return { x: x - width / 2 + 12 + own / 2, y: y - height / 2 + 14, width: own + 4, height: 18 };
}

/** Places beside a dot, the best one first. */
function around({ x, y }: Point): LabelPlace[] {
  return [
    { x, y: y - 10, anchor: "middle" },
    { x, y: y + 20, anchor: "middle" },
    { x: x - 7, y: y - 9, anchor: "end" },
    { x: x + 7, y: y - 9, anchor: "start" },
    { x: x - 7, y: y + 18, anchor: "end" },
    { x: x + 7, y: y + 18, anchor: "start" },
    { x: x - 11, y: y + 4, anchor: "end" },
    { x: x + 11, y: y + 4, anchor: "start" },
    { x, y: y - 24, anchor: "middle" },
    { x, y: y + 34, anchor: "middle" },
    { x: x - 16, y: y - 24, anchor: "end" },
    { x: x + 16, y: y - 24, anchor: "start" },
    { x: x - 16, y: y + 34, anchor: "end" },
    { x: x + 16, y: y + 34, anchor: "start" },
  ];
}

/** Places above or below the line of an open box's port; indices do not touch it either. */
function onLine({ x, y }: Point, label: string): LabelPlace[] {
  const above = y - (pieces(label).some(({ level }) => level > 0) ? 9 : 6);
  return [above, y + 15].flatMap((base) =>
    [0, 12, -12, 24, -24].map((dx) => ({ x: x + dx, y: base, anchor: "middle" as const })),
  );
}

/** The first of the places that cover the least. */
function cheapest(
  places: readonly LabelPlace[],
  label: string,
  size: number,
  taken: Taken,
): LabelPlace {
  const costs = places.map((place, index) => {
    const { x, y, width, height } = rectangleOf(place, label, size);
    const crossed = taken.points.filter(
      (one) => Math.abs(one.x - x) < width / 2 && Math.abs(one.y - y) < height / 2,
    );
    const hidden = taken.boxes.filter(
      (box) =>
        Math.abs(box.x - x) < (box.width + width) / 2 &&
        Math.abs(box.y - y) < (box.height + height) / 2,
    );
    return crossed.length + 12 * hidden.length + 0.3 * index;
  });
  const best = places[costs.indexOf(Math.min(...costs))];
  if (!best) throw new Error("a label has places");
  return best;
}

/** The area that a label covers, with its indices. */
export function rectangleOf({ x, y, anchor }: LabelPlace, label: string, size: number): Place {
  const width = widthOf(label, size);
  const middle = anchor === "middle" ? x : anchor === "end" ? x - width / 2 : x + width / 2;
  const bottom = y + (pieces(label).some(({ level }) => level > 0) ? 7 : 4);
  const top = y - 0.78 * size;
  return { x: middle, y: (top + bottom) / 2, width, height: bottom - top };
}
