import type { DiagramBox, DiagramEdge, DiagramJunction, DiagramPort } from "./graph.js";

/** A point in the drawing, px, y downwards. */
export interface Point {
  /** To the right, px. */
  readonly x: number;
  /** Downwards, px. */
  readonly y: number;
}

/** A rectangle by its centre and sizes, px. */
export interface Place extends Point {
  /** px */
  readonly width: number;
  /** px */
  readonly height: number;
}

/** A box at its place. */
export interface BoxPlace extends Place {
  /** The box. */
  readonly box: DiagramBox;
  /** Whether its content is shown. */
  readonly isOpen: boolean;
}

/** A junction at its place. */
export interface JunctionPlace extends Point {
  /** The junction. */
  readonly junction: DiagramJunction;
  /** Whether it is drawn as a dot; without a name, two lines simply join. */
  readonly isDot: boolean;
}

/** A port of the outer box, or of an open one. */
export interface PortPlace extends Point {
  /** The port. */
  readonly port: DiagramPort;
  /**
   * The position of its name relative to its place on the frame; `inside` for the port of an open
   * box.
   */
  readonly anchor: "start" | "end" | "above" | "below" | "inside";
}

/** A line at its place. */
export interface EdgePlace {
  /** The line. */
  readonly edge: DiagramEdge;
  /** Its points, from the box or outer port to the junction. */
  readonly points: readonly Point[];
}

/** The places of everything, px; open boxes come before their content. */
export interface DiagramLayout {
  /** Width of the whole drawing, px. */
  readonly width: number;
  /** Height of the whole drawing, px. */
  readonly height: number;
  /** The rectangular outer box. */
  readonly frame: Place;
  /** The visible boxes. */
  readonly boxes: readonly BoxPlace[];
  /** The visible junctions. */
  readonly junctions: readonly JunctionPlace[];
  /** The ports of the outer box and of open boxes. */
  readonly ports: readonly PortPlace[];
  /** The lines. One to an open box may be several, to its ports. */
  readonly edges: readonly EdgePlace[];
}
