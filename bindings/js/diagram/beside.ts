import { samples } from "./curve.js";
import { widthOf } from "./labels.js";
import type { DiagramLayout, Point } from "./layout.js";

/** What a name must not stand on. */
interface Taken {
  readonly points: readonly Point[];
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[];
}

/** All lines and closed boxes of a drawing. */
export function takenPlaces({ edges, boxes, ports }: DiagramLayout): Taken {
  return {
    points: edges.flatMap(({ points }) => samples(points)),
    boxes: [
      ...boxes.filter(({ isOpen }) => !isOpen),
      ...ports.map(({ x, y }) => ({ x, y, width: 30, height: 20 })),
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
    return crossed.length + 20 * hidden.length + 0.3 * index;
  };
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))] ?? [x, y - 10, "middle"];
}
