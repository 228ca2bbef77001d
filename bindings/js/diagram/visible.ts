import type { Diagram, DiagramBox, DiagramEdge, DiagramJunction, DiagramPort } from "./graph.js";
import { junctionLabel, portLabel, widthOf } from "./labels.js";

const boxHeight = 46;

/** A box, a junction or a port, with room for its name. */
export interface Node {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly cluster?: string;
}

/** An edge, or a part of one to the port of an open box. */
export interface Line {
  readonly edge: DiagramEdge;
  readonly from: string;
  readonly to: string;
}

/** The visible part of a diagram; open boxes are clusters. */
export class Visible {
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
