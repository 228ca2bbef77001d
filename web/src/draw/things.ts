import type { Vec } from "./numbers";

/** A body-fixed frame in the world at the start. */
export interface Frame extends Vec {
  readonly phi: number;
  /** The component that moves it, or "ground". */
  readonly body: string;
}

/** An end of a joint: an offer of a component, and a point in its frame. */
export interface Side {
  readonly offer: string;
  /** In the frame of the offer, m. */
  readonly at: Vec;
  /** In the world, m. */
  readonly place: Vec;
  readonly body: string;
}

export interface Rod {
  readonly kind: "rod";
  readonly name: string;
  readonly center: Frame;
  readonly tail: Vec;
  readonly tip: Vec;
}

export interface Mass {
  readonly kind: "mass";
  readonly name: string;
  readonly frame: Frame;
  /** m. */
  readonly size: { readonly width: number; readonly height: number };
}

/** A fixed point of the ground or of a body. */
export interface FixedPoint {
  readonly kind: "point";
  readonly name: string;
  readonly frame: Frame;
  readonly on: Side;
}

export interface Pin {
  readonly kind: "pin";
  readonly name: string;
  readonly a: Side;
  readonly b: Side;
}

export interface Slide {
  readonly kind: "slide";
  readonly name: string;
  /** Of length 1. */
  readonly along: Vec;
  readonly length: number;
  readonly a: Side;
  readonly b: Side;
}

export interface Strut {
  readonly kind: "spring" | "damper";
  readonly name: string;
  readonly a: Side;
  readonly b: Side;
}

/** An input of a joint: its name is that of the port, "pin.torque". */
export interface Motor {
  readonly kind: "motor";
  readonly name: string;
  readonly joint: string;
  readonly drives: "torque" | "force" | "speed";
  readonly place: Vec;
}

export interface Pen {
  readonly kind: "pen";
  readonly name: string;
  readonly on: Side;
}

export interface Force {
  readonly kind: "force";
  readonly name: string;
  readonly on: Side;
  /** N. */
  readonly value: Vec;
}

export type Thing = Rod | Mass | FixedPoint | Pin | Slide | Strut | Motor | Pen | Force;
export type Kind = Thing["kind"];

/** A place at which things meet. */
export interface Node {
  readonly place: Vec;
  readonly sides: readonly Side[];
  readonly pins: readonly string[];
}

/** What a model text offers for drawing, at its start. */
export interface Drawing {
  readonly things: readonly Thing[];
  readonly nodes: readonly Node[];
  /** Components that have no drawing. */
  readonly others: readonly string[];
}

export const emptyDrawing: Drawing = { things: [], nodes: [], others: [] };

export function thingNamed(drawing: Drawing, name: string): Thing | undefined {
  return drawing.things.find((thing) => thing.name === name);
}

export function thingsOf<K extends Kind>(
  drawing: Drawing,
  kind: K,
): readonly Extract<Thing, { kind: K }>[] {
  return drawing.things.filter(
    (thing): thing is Extract<Thing, { kind: K }> => thing.kind === kind,
  );
}

/** The names of the components that a thing joins. */
export function joinedBy(thing: Thing): readonly string[] {
  if ("a" in thing) return [thing.a, thing.b].map(({ offer }) => componentOf(offer));
  if ("on" in thing) return [componentOf(thing.on.offer)];
  return thing.kind === "motor" ? [thing.joint] : [];
}

/** The component that has an offer; "ground" for the ground. */
export function componentOf(offer: string): string {
  return offer.split(".")[0] ?? "";
}

/** Where a thing is, for its mark and for a reader who cannot see it. */
export function placeOf(thing: Thing): Vec {
  switch (thing.kind) {
    case "rod":
      return thing.center;
    case "mass":
    case "point":
      return thing.frame;
    case "pin":
    case "slide":
      return thing.b.place;
    case "spring":
    case "damper":
      return {
        x: (thing.a.place.x + thing.b.place.x) / 2,
        y: (thing.a.place.y + thing.b.place.y) / 2,
      };
    case "motor":
      return thing.place;
    default:
      return thing.on.place;
  }
}
