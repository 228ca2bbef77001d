import { Graph, layout as arrange } from "./dagre.mjs";
import type { Diagram, DiagramBox, DiagramEdge, DiagramJunction, DiagramPort } from "./graph.js";
import { junctionLabel, portLabel, widthOf } from "./labels.js";

/** A place in the drawing, px, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its centre and sizes, px. */
export interface Place extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where everything stands, px; boxes that are open come before what is in them. */
export interface DiagramLayout {
  readonly width: number;
  readonly height: number;
  /** The rectangular outer box. */
  readonly frame: Place;
  readonly boxes: readonly (Place & { readonly box: DiagramBox; readonly isOpen: boolean })[];
  readonly junctions: readonly (Point & {
    readonly junction: DiagramJunction;
    readonly isDot: boolean;
  })[];
  /** `anchor`: how its name stands beside its place on the frame; "inside" for the port of an open box. */
  readonly ports: readonly (Point & {
    readonly port: DiagramPort;
    readonly anchor: "start" | "end" | "above" | "below" | "inside";
  })[];
  /** From the box or outer port to the junction. */
  readonly edges: readonly { readonly edge: DiagramEdge; readonly points: readonly Point[] }[];
}

/** How a diagram is laid out. */
export interface LayoutOptions {
  /** Ids of the boxes that are open. */
  readonly open?: ReadonlySet<string>;
  /** Whether it runs to the right or downwards. */
  readonly direction?: "right" | "down";
}

const boxHeight = 46;
const margin = 30;

interface Node {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly cluster?: string;
}

interface Line {
  readonly edge: DiagramEdge;
  readonly from: string;
  readonly to: string;
}

/** All that is to be seen, with open boxes as clusters. */
class Visible {
  readonly nodes: Node[] = [];
  readonly lines: Line[] = [];
  readonly boxes: { box: DiagramBox; isOpen: boolean }[] = [];
  readonly junctions: { junction: DiagramJunction; isDot: boolean }[] = [];
  readonly ports: { port: DiagramPort; isOuter: boolean }[] = [];

  constructor(
    diagram: Diagram,
    readonly open: ReadonlySet<string>,
  ) {
    this.#add(diagram, undefined);
  }

  #add({ boxes, junctions, ports, edges }: Diagram, cluster: string | undefined): void {
    const within = cluster === undefined ? {} : { cluster };
    const inside = new Map<string, Diagram>();
    for (const box of boxes) {
      const isOpen = box.inside !== undefined && this.open.has(box.id);
      this.boxes.push({ box, isOpen });
      const width = box.kind === "ground" ? 22 : Math.max(boxHeight, widthOf(box.name, 16) + 28);
      const height = box.kind === "ground" ? 14 : boxHeight;
      this.nodes.push({ id: box.id, width, height, ...within });
      if (!isOpen || !box.inside) continue;
      inside.set(box.id, box.inside);
      this.#add(box.inside, box.id);
    }
    for (const junction of junctions) {
      const degree = edges.filter((edge) => edge.junction === junction.id).length;
      const isDot = junction.names.length > 0 || degree > 2;
      this.junctions.push({ junction, isDot });
      const width = isDot ? Math.max(10, 1.5 * widthOf(junctionLabel(junction), 14)) : 4;
      this.nodes.push({ id: junction.id, width, height: isDot ? 12 : 4, ...within });
    }
    for (const port of ports) {
      const isOuter = cluster === undefined;
      this.ports.push({ port, isOuter });
      const width = isOuter ? 6 : widthOf(portLabel(port), 13) + 10;
      this.nodes.push({ id: port.id, width, height: 16, ...within });
    }
    for (const edge of edges) {
      const inner = inside.get(edge.end);
      if (!inner) {
        this.lines.push({ edge, from: edge.end, to: edge.junction });
        continue;
      }
      const met = inner.ports.filter(({ names }) =>
        names.some((name) => edge.ports.includes(name)),
      );
      for (const port of met) this.lines.push({ edge, from: port.id, to: edge.junction });
    }
  }
}

/**
 * Places a diagram without overlaps, with Dagre's layers (Gansner, Koutsofios, North, Vo 1993). Outer ports come to
 * the two ends.
 */
export function layoutDiagram(diagram: Diagram, options: LayoutOptions = {}): DiagramLayout {
  const isDown = options.direction === "down";
  const visible = new Visible(diagram, options.open ?? new Set());
  const outer = new Set(visible.ports.filter(({ isOuter }) => isOuter).map(({ port }) => port.id));
  const order = distances(visible, outer);
  const first = place(visible, isDown, (line) =>
    forward(line, order) ? { minlen: 1 } : { minlen: 1, back: true },
  );
  // Ports are led past all that stands between them and the nearer end.
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
  const graph = place(
    visible,
    isDown,
    (line) =>
      led.get(line.from) ?? (forward(line, order) ? { minlen: 1 } : { minlen: 1, back: true }),
  );
  return finish(visible, graph, isDown, outer);
}

/** Whether a line runs from its box to its junction, away from the first box. */
const forward = ({ from, to }: Line, order: ReadonlyMap<string, number>): boolean =>
  (order.get(from) ?? 0) <= (order.get(to) ?? 0);

/** How many lines each node is away from the first store at an end. */
function distances(
  { lines, boxes, nodes }: Visible,
  outer: ReadonlySet<string>,
): Map<string, number> {
  const degree = (id: string): number => lines.filter(({ from }) => from === id).length;
  const closed = boxes.filter(({ isOpen }) => !isOpen).map(({ box }) => box);
  const start =
    closed.find(({ id, kind }) => kind === "potential" && degree(id) === 1) ??
    closed.find(({ id, kind }) => kind !== "ground" && degree(id) === 1) ??
    closed[0];
  const found = new Map<string, number>();
  for (const seed of [
    start?.id ?? "",
    ...nodes.map(({ id }) => id).filter((id) => !outer.has(id)),
  ]) {
    if (found.has(seed)) continue;
    found.set(seed, 0);
    const queue = [seed];
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      for (const { from, to } of lines) {
        const next = from === id ? to : to === id ? from : undefined;
        if (next === undefined || found.has(next)) continue;
        found.set(next, (found.get(id) ?? 0) + 1);
        queue.push(next);
      }
  }
  return found;
}

/** The nodes from an outer port to the first one where lines meet, or to a box. */
function leadOf(port: string, { lines, boxes }: Visible): { way: string[]; anchor: string } {
  const way = [port];
  for (let id = port; ;) {
    const next = lines
      .flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
      .find((one) => !way.includes(one));
    if (next === undefined) return { way: way.slice(0, -1), anchor: id };
    const degree = lines.filter(({ from, to }) => from === next || to === next).length;
    if (degree !== 2 || boxes.some(({ box }) => box.id === next)) return { way, anchor: next };
    way.push((id = next));
  }
}

interface Run {
  readonly minlen: number;
  /** Towards the box. */
  readonly back?: boolean;
}

function place(visible: Visible, isDown: boolean, run: (line: Line) => Run): Graph {
  const graph = new Graph({ compound: true, multigraph: true });
  graph.setGraph({
    rankdir: isDown ? "TB" : "LR",
    nodesep: isDown ? 22 : 26,
    // The rims of open boxes count as lines, and have their names on top.
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
  arrange(graph);
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
      // A line goes on below its box and to its dot; an outer port stands on the frame.
      const start = outer.has(from) ? [onFrame(at(from)), move(at(from))] : [move(at(from))];
      return { edge, points: [...start, ...way, move(at(to))].map(({ x, y }) => ({ x, y })) };
    }),
  };
}

/** Open boxes, with room for their names above what is in them. */
function roomsOf(visible: Visible, at: (id: string) => Place): Map<string, Place> {
  const rooms = new Map<string, Place>();
  // What is inside comes after its box.
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

/** The way of a line, from its box to its junction. */
function edgePoints(graph: Graph, { lines }: Visible, index: number): Point[] {
  const line = lines[index];
  if (!line) return [];
  const ahead = graph.edge(line.from, line.to, `${index}`) as { points: Point[] } | undefined;
  if (ahead) return ahead.points;
  const back = graph.edge(line.to, line.from, `${index}`) as { points: Point[] };
  return [...back.points].reverse();
}
