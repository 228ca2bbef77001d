import { crossings } from "./crossings.js";
import { Graph, layout as arrange } from "./dagre.mjs";
import type { Diagram } from "./graph.js";
import { portLabel, widthOf } from "./labels.js";
import { distances, forward, leadOf } from "./order.js";
import type { DiagramLayout, Place, Point } from "./places.js";
import { uncross } from "./uncross.js";
import { Visible, type Line } from "./visible.js";

/** Options of a layout. */
export interface LayoutOptions {
  /** Ids of the boxes that are open. */
  readonly open?: ReadonlySet<string>;
  /** Whether it runs to the right or downwards. */
  readonly direction?: "right" | "down";
}

const margin = 30;

/** A choice that the layers leave open, and that decides which lines cross. */
interface Variant {
  /** Whether only lines with power decide the order of the nodes. */
  readonly isPowerFirst: boolean;
  /** Layers between a dot and a box of many lines behind it. */
  readonly reach: number;
}
const usual: Variant = { isPowerFirst: true, reach: 1 };
const others: readonly Variant[] = [
  { isPowerFirst: true, reach: 2 },
  { isPowerFirst: false, reach: 1 },
  { isPowerFirst: false, reach: 2 },
];

/** Number of lines of a box around which other lines are led. */
const many = 3;

/**
 * Places a diagram without overlaps, with Dagre's layers (Gansner, Koutsofios, North, Vo 1993).
 * Outer ports are at the two ends. Of several variants it takes the one with the fewest crossings;
 * of equal ones, the first.
 */
export function layoutDiagram(diagram: Diagram, options: LayoutOptions = {}): DiagramLayout {
  let best = layoutOne(diagram, options, usual);
  let fewest = crossings(best);
  for (const variant of others) {
    if (fewest === 0) break;
    const layout = layoutOne(diagram, options, variant);
    const count = crossings(layout);
    if (count < fewest) [best, fewest] = [layout, count];
  }
  return best;
}

function layoutOne(
  diagram: Diagram,
  options: LayoutOptions,
  { isPowerFirst, reach }: Variant,
): DiagramLayout {
  const isDown = options.direction === "down";
  const visible = new Visible(diagram, options.open ?? new Set());
  const degree = (id: string): number => visible.lines.filter(({ from }) => from === id).length;
  const outer = new Set(visible.ports.filter(({ isOuter }) => isOuter).map(({ port }) => port.id));
  const order = distances(visible, outer, isPowerFirst);
  const plain = (line: Line): Run =>
    forward(line, order)
      ? { minlen: 1 }
      : { minlen: degree(line.from) >= many ? reach : 1, back: true };
  const first = place(visible, isDown, plain, false); // only for its layers
  // Ports are led past all nodes between them and the nearer end.
  const along = (id: string): number => (isDown ? first.node(id).y : first.node(id).x) as number;
  const leaves = visible.nodes.filter(
    ({ id }) => !visible.boxes.some(({ box, isOpen }) => isOpen && box.id === id),
  );
  const columns = [
    ...new Set(leaves.filter(({ id }) => !outer.has(id)).map(({ id }) => Math.round(along(id)))),
  ].sort((a, b) => a - b);
  const led = new Map<string, Run>();
  for (const id of outer) {
    const { way, anchor } = leadOf(id, visible);
    const at = along(anchor);
    const before = columns.filter((one) => one < at - 1).length;
    const after = columns.filter((one) => one > at + 1).length;
    const isBefore = before < after;
    const passed = Math.max(1, (isBefore ? before : after) + 2 - way.length);
    led.set(id, isBefore ? { minlen: passed } : { minlen: passed, back: true });
    way.forEach((one, index) => {
      const distance = (way.length - index) / (way.length + 1);
      order.set(one, (order.get(anchor) ?? 0) + (isBefore ? -distance : distance));
    });
  }
  const graph = place(visible, isDown, (line) => led.get(line.from) ?? plain(line), true);
  return finish(visible, graph, isDown, outer);
}

interface Run {
  readonly minlen: number;
  /** Towards the box. */
  readonly back?: boolean;
}

function place(
  visible: Visible,
  isDown: boolean,
  run: (line: Line) => Run,
  isUncrossed: boolean,
): Graph {
  const graph = new Graph({ compound: true, multigraph: true });
  graph.setGraph({
    rankdir: isDown ? "TB" : "LR",
    nodesep: isDown ? 22 : 26,
    // The borders of open boxes count as lines; their names are above them.
    edgesep: visible.open.size > 0 ? 34 : 14,
    ranksep: isDown ? 30 : 34,
    ranker: "network-simplex",
  });
  const open = new Set(visible.boxes.filter(({ isOpen }) => isOpen).map(({ box }) => box.id));
  for (const { id, width, height } of visible.nodes)
    graph.setNode(id, open.has(id) ? {} : { width, height });
  for (const { id, cluster } of visible.nodes)
    if (cluster !== undefined) graph.setParent(id, cluster);
  visible.lines.forEach((line, index) => {
    const { minlen, back } = run(line);
    const [from, to] = back ? [line.to, line.from] : [line.from, line.to];
    const weight = line.edge.kind === "power" ? 3 : 1;
    graph.setEdge(from, to, { minlen, weight, points: [] }, `${index}`);
  });
  arrange(graph, {
    customOrder: (layered, order) => {
      order(layered);
      if (isUncrossed) uncross(layered);
    },
  });
  return graph;
}

function finish(
  visible: Visible,
  graph: Graph,
  isDown: boolean,
  outer: ReadonlySet<string>,
): DiagramLayout {
  const at = (id: string): Place => {
    const { x, y, width, height } = graph.node(id) as Place;
    return { x, y, width, height };
  };
  const rooms = roomsOf(visible, at);
  const roomOf = (id: string): Place => rooms.get(id) ?? at(id);
  const inner = visible.nodes.filter(({ id }) => !outer.has(id)).map(({ id }) => roomOf(id));
  const all = inner.length > 0 ? inner : [{ x: 0, y: 0, width: 60, height: 40 }];
  const points = visible.lines
    .flatMap((_, index) => edgePoints(graph, visible, index))
    .filter((_, index) => index >= 0);
  const within = [
    ...all.map(bounds),
    ...points.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y })),
  ];
  const left = Math.min(...within.map((one) => one.left)) - margin;
  const right = Math.max(...within.map((one) => one.right)) + margin;
  const top = Math.min(...within.map((one) => one.top)) - margin;
  const bottom = Math.max(...within.map((one) => one.bottom)) + margin;
  const names = visible.ports
    .filter(({ isOuter }) => isOuter)
    .map(({ port }) => ({ port, place: at(port.id), width: widthOf(portLabel(port), 15) + 14 }));
  const middle = isDown ? (top + bottom) / 2 : (left + right) / 2;
  const isBefore = (place: Place): boolean => (isDown ? place.y : place.x) < middle;
  const room = (side: boolean): number =>
    Math.max(
      8,
      ...names
        .filter(({ place }) => isBefore(place) === side)
        .map(({ width }) => (isDown ? 26 : width)),
    );
  const shift = isDown
    ? { x: 8 - left, y: room(true) - top }
    : { x: room(true) - left, y: 8 - top };
  const move = <P extends Point>(point: P): P => ({
    ...point,
    x: point.x + shift.x,
    y: point.y + shift.y,
  });
  const frame = move({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
  });
  const onFrame = (place: Place): Point =>
    move(
      isDown
        ? { x: place.x, y: isBefore(place) ? top : bottom }
        : { x: isBefore(place) ? left : right, y: place.y },
    );
  const anchorOf = (place: Place) =>
    isDown ? (isBefore(place) ? "above" : "below") : isBefore(place) ? "end" : "start";
  return {
    width: frame.width + (isDown ? 16 : room(true) + room(false)),
    height: frame.height + (isDown ? room(true) + room(false) : 16),
    frame,
    boxes: visible.boxes.map(({ box, isOpen }) => ({ ...move(roomOf(box.id)), box, isOpen })),
    junctions: visible.junctions.map(({ junction, isDot }) => ({
      ...move(at(junction.id)),
      junction,
      isDot,
    })),
    ports: visible.ports.map(({ port, isOuter }) =>
      isOuter
        ? { ...onFrame(at(port.id)), port, anchor: anchorOf(at(port.id)) }
        : { ...move(at(port.id)), port, anchor: "inside" },
    ),
    edges: visible.lines.map(({ edge, from, to }, index) => {
      const way = edgePoints(graph, visible, index).map(move);
      // A line continues below its box and to its dot; an outer port is on the frame.
      const start = outer.has(from) ? [onFrame(at(from)), move(at(from))] : [move(at(from))];
      return { edge, points: [...start, ...way, move(at(to))].map(({ x, y }) => ({ x, y })) };
    }),
  };
}

/** The areas of open boxes, with room for their names above their content. */
function roomsOf(visible: Visible, at: (id: string) => Place): Map<string, Place> {
  const rooms = new Map<string, Place>();
  // The content of a box comes after it.
  for (const { box, isOpen } of [...visible.boxes].reverse()) {
    if (!isOpen) continue;
    const inside = visible.nodes.filter(({ cluster }) => cluster === box.id);
    const all = [
      bounds(at(box.id)),
      ...inside.map(({ id }) => grown(bounds(rooms.get(id) ?? at(id)), 10)),
    ];
    const left = Math.min(...all.map((one) => one.left));
    const right = Math.max(...all.map((one) => one.right));
    const top = Math.min(...all.map((one) => one.top)) - 18;
    const bottom = Math.max(...all.map((one) => one.bottom));
    rooms.set(box.id, {
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      width: right - left,
      height: bottom - top,
    });
  }
  return rooms;
}

const grown = (one: ReturnType<typeof bounds>, by: number) => ({
  left: one.left - by,
  right: one.right + by,
  top: one.top - by,
  bottom: one.bottom + by,
});

const bounds = ({ x, y, width, height }: Place) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** The path of a line, from its box to its junction. */
function edgePoints(graph: Graph, { lines }: Visible, index: number): Point[] {
  const line = lines[index];
  if (!line) return [];
  const ahead = graph.edge(line.from, line.to, `${index}`) as { points: Point[] } | undefined;
  if (ahead) return ahead.points;
  const back = graph.edge(line.to, line.from, `${index}`) as { points: Point[] };
  return [...back.points].reverse();
}
