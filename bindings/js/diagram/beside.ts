import type { DiagramEdge } from "./graph.js";
import { middleOf, numberAt, samples, seen } from "./curve.js";
import { widthOf } from "./labels.js";
import type { DiagramLayout, Point } from "./places.js";

/** What a name must not stand on. */
interface Taken {
  readonly points: readonly Point[];
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[];
}

/**
 * The lines, by their indices, at which a power is told: where two meet only one of them, and none that ends at the
 * port of an open box, since it goes on there.
 */
export function toldOnce(layout: DiagramLayout): ReadonlySet<number> {
  const { edges, ports } = layout;
  const inner = new Set(
    ports.filter(({ anchor }) => anchor === "inside").map(({ port }) => port.id),
  );
  const told = new Set<number>();
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
    told.add(index);
  });
  return told;
}

/** Whether a line is drawn as several, to the ports of an open box that are one where it is closed. */
export function isSplit({ edges }: DiagramLayout, edge: DiagramEdge): boolean {
  return edges.filter((one) => one.edge === edge).length > 1;
}

/** All lines, numbers and closed boxes of a drawing. */
export function takenPlaces(
  { edges, boxes, ports }: DiagramLayout,
  told: ReadonlySet<number>,
): Taken {
  const outer = new Set(ports.map(({ port }) => port.id));
  return {
    points: edges.flatMap(({ points }) => samples(points)),
    boxes: [
      ...boxes.filter(({ isOpen }) => !isOpen),
      ...ports.map(({ x, y }) => ({ x, y, width: 30, height: 20 })),
      ...[...told].flatMap((index) => {
        const line = edges[index];
        if (!line) return [];
        const { x, y, angle } = middleOf(seen(line.edge, line.points, outer));
        const at = numberAt(angle);
        return [{ x: x + at.x + (at.isBeside ? 19 : 0), y: y + at.y - 4, width: 38, height: 13 }];
      }),
    ],
  };
}

/** Where the name of a dot stands: x, y and which end of it is there. The first place with the least in its way. */
export function beside({ x, y }: Point, label: string, taken: Taken): [number, number, string] {
  const width = widthOf(label, 14);
  const places: [number, number, string][] = [
    [x, y - 10, "middle"],
    [x, y + 20, "middle"],
    [x - 7, y - 9, "end"],
    [x + 7, y - 9, "start"],
    [x - 7, y + 18, "end"],
    [x + 7, y + 18, "start"],
    [x, y - 24, "middle"],
    [x, y + 34, "middle"],
  ];
  const cost = ([at, base, anchor]: [number, number, string], index: number): number => {
    const left = anchor === "middle" ? at - width / 2 : anchor === "end" ? at - width : at;
    const [right, top, bottom] = [left + width, base - 11, base + 4];
    const crossed = taken.points.filter(
      (one) => one.x > left && one.x < right && one.y > top && one.y < bottom,
    );
    const hidden = taken.boxes.filter(
      (box) =>
        box.x - box.width / 2 < right &&
        box.x + box.width / 2 > left &&
        box.y - box.height / 2 < bottom &&
        box.y + box.height / 2 > top,
    );
    return crossed.length + 12 * hidden.length + 0.3 * index;
  };
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))] ?? [x, y - 10, "middle"];
}
