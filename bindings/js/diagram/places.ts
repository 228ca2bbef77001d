import type { DiagramBox, DiagramEdge, DiagramJunction, DiagramPort } from "./graph.js";

/** A place in the drawing, px, y downwards. */
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

/** A box in its place. */
export interface BoxPlace extends Place {
  /** What it is. */
  readonly box: DiagramBox;
  /** Whether what is inside is shown. */
  readonly isOpen: boolean;
}

/** A junction in its place. */
export interface JunctionPlace extends Point {
  /** What it is. */
  readonly junction: DiagramJunction;
  /** Whether it is drawn; where two lines meet without a name there is only a line. */
  readonly isDot: boolean;
}

/** A port of the outer box, or of an open one. */
export interface PortPlace extends Point {
  /** What it is. */
  readonly port: DiagramPort;
  /** How its name stands beside its place on the frame; `inside` for the port of an open box. */
  readonly anchor: "start" | "end" | "above" | "below" | "inside";
}

/** A line in its place. */
export interface EdgePlace {
  /** What it is. */
  readonly edge: DiagramEdge;
  /** From the box or outer port to the junction. */
  readonly points: readonly Point[];
}

/** Where everything stands, px; boxes that are open come before what is in them. */
export interface DiagramLayout {
  /** Of the whole drawing, px. */
  readonly width: number;
  /** Of the whole drawing, px. */
  readonly height: number;
  /** The rectangular outer box. */
  readonly frame: Place;
  /** All that are to be seen. */
  readonly boxes: readonly BoxPlace[];
  /** All that are to be seen. */
  readonly junctions: readonly JunctionPlace[];
  /** Of the outer box and of open boxes. */
  readonly ports: readonly PortPlace[];
  /** One to a box that is open may be several, to its ports. */
  readonly edges: readonly EdgePlace[];
}
