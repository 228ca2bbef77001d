import { distance, type Vec } from "./numbers";

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

interface Named<K extends string> {
  readonly kind: K;
  readonly name: string;
}

/** A body has a pose of its own: that of its centre of mass. */
interface BodyOf<K extends string> extends Named<K> {
  readonly frame: Frame;
}

export interface Rod extends BodyOf<"rod"> {
  readonly tail: Vec;
  readonly tip: Vec;
}

export interface Mass extends BodyOf<"mass"> {
  /** m. */
  readonly size: { readonly width: number; readonly height: number };
}

export interface Disc extends BodyOf<"disc"> {
  /** m. */
  readonly radius: number;
}

export interface Plate extends BodyOf<"plate"> {
  /** In its frame, m. */
  readonly corners: readonly Vec[];
}

/** A fixed point of the ground or of a body. */
export interface FixedPoint extends Named<"point"> {
  readonly frame: Frame;
  readonly on: Side;
}

/** A straight line of the ground that bodies may touch from its left. */
export interface Floor extends Named<"floor"> {
  readonly frame: Frame;
  /** m. */
  readonly length: number;
  readonly on: Side;
}

/** Two points that coincide. A weld also keeps the angle. */
export interface Pin extends Named<"pin" | "weld"> {
  readonly a: Side;
  readonly b: Side;
}

export interface Slide extends Named<"slide"> {
  /** Of length 1. */
  readonly along: Vec;
  readonly length: number;
  readonly a: Side;
  readonly b: Side;
}

/** What acts between two or more points or bodies, and leaves them apart. */
interface LinkOf<K extends string> extends Named<K> {
  readonly sides: readonly Side[];
}

export type Strut = LinkOf<"spring" | "damper">;
/** The sides of a rope are in its order; those of a tackle are the fixed block, the moving block and the free end. */
export interface Rope extends LinkOf<"rope" | "pulley" | "tackle" | "winch"> {
  /** m. */
  readonly length: number;
  /** The length of its straight path, m: it is taut at this length. */
  readonly reach: number;
  /** How far it leaves the centre of a drum to the left, m. */
  readonly offset?: number;
}

/** A gear or a belt. The radii are those of the discs, m. */
export interface Drive extends LinkOf<"gear" | "belt"> {
  readonly radii: readonly [number, number];
  /** How many times as fast as b the disc of a gear turns. */
  readonly ratio?: number;
}

export interface Contact extends LinkOf<"contact"> {
  /** Where the bodies touch or are next to each other, m. */
  readonly spot: Vec;
  /** How far they are apart, m, in the direction from a to b. */
  readonly gap: number;
  readonly normal: Vec;
}

/** An input of a joint: its name is that of the port, "A.torque". */
export interface Motor extends Named<"motor"> {
  readonly joint: string;
  readonly drives: "torque" | "force" | "speed";
  readonly place: Vec;
  /** The line of a guide, of length 1. */
  readonly along?: Vec;
  /** Whether it drives in the negative direction. */
  readonly isReversed: boolean;
}

export interface Pen extends Named<"pen"> {
  readonly on: Side;
}

export interface Force extends Named<"force"> {
  readonly on: Side;
  /** N. */
  readonly value: Vec;
}

export interface Torque extends Named<"torque"> {
  readonly on: Side;
  /** N m. */
  readonly value: number;
}

/** The velocity of a body's centre at the start. */
export interface Velocity extends Named<"velocity"> {
  readonly on: Side;
  /** m/s. */
  readonly value: Vec;
}

export interface Spin extends Named<"spin"> {
  readonly on: Side;
  /** rad/s. */
  readonly value: number;
}

export type CircuitKind =
  | "resistor"
  | "inductor"
  | "capacitor"
  | "diode"
  | "switch"
  | "voltage"
  | "current"
  | "machine"
  | "voltmeter"
  | "ammeter"
  | "heater"
  | FourPoleKind;
export type FourPoleKind = "transformer" | "gyrator";

/** An end of a circuit element: a node of the circuit, or the ground. */
export interface Terminal {
  readonly net: string;
  readonly place: Vec;
}

/** A circuit element from a to b. A machine also drives the shaft of a body. */
export interface TwoPole extends Named<CircuitKind> {
  /** Two, or the four of two pairs. */
  readonly ends: readonly [Terminal, Terminal, ...Terminal[]];
  /** The main parameter with its unit, as the drawing shows it. */
  readonly label: string;
  readonly shaft?: Side;
  /** Of a transformer: the voltage from a to b is as many times that of the other side. */
  readonly ratio?: number;
  /** The body that takes its heat. */
  readonly heats?: Terminal;
}

/** What has a temperature: a body with a heat capacity, or the environment. */
export interface HeatBody extends Named<"capacity" | "reservoir"> {
  readonly at: Vec;
  readonly label: string;
}

/** A flow of heat between two bodies. */
export interface HeatLink extends Named<"conductor"> {
  readonly between: readonly [Terminal, Terminal];
  readonly label: string;
}

/** A node of a circuit, where elements end. */
export interface Net extends Named<"net"> {
  readonly places: readonly Vec[];
  /** Its wires. */
  readonly routes: readonly (readonly Vec[])[];
}

/** A component with things of its own, which other things can be fixed to. */
export interface Group extends Named<"group"> {
  /** All that is in it, with the names that the whole model has for them: "arm.rod". */
  readonly things: readonly Thing[];
}

export type Body = Rod | Mass | Disc | Plate;
export type Thing =
  | Body
  | FixedPoint
  | Floor
  | Pin
  | Slide
  | Strut
  | Rope
  | Drive
  | Contact
  | Motor
  | Pen
  | Force
  | Torque
  | Velocity
  | Spin
  | TwoPole
  | HeatBody
  | HeatLink
  | Net
  | Group;
export type Kind = Thing["kind"];
export type ThingOf<K extends Kind> = Thing & { readonly kind: K };

/** A place at which things meet. */
export interface Node {
  readonly place: Vec;
  readonly sides: readonly Side[];
  /** Pins and welds. */
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

export function thingsOf<K extends Kind>(drawing: Drawing, kind: K): readonly ThingOf<K>[] {
  return drawing.things.filter((thing): thing is ThingOf<K> => thing.kind === kind);
}

export function isBody(thing: Thing | undefined): thing is Body {
  return thing !== undefined && ["rod", "mass", "disc", "plate"].includes(thing.kind);
}

/** All bodies, those in groups included. */
export function bodiesOf({ things }: Pick<Drawing, "things">): readonly Body[] {
  return ungrouped(things).filter(isBody);
}

/** Things without their groups: what is in a group stands for it. */
export function ungrouped(things: readonly Thing[]): readonly Thing[] {
  if (!things.some(({ kind }) => kind === "group")) return things;
  return things.flatMap((thing) => (thing.kind === "group" ? thing.things : [thing]));
}

const flattened = new WeakMap<Drawing, Drawing>();

/** A drawing without its groups. */
export function flat(drawing: Drawing): Drawing {
  const things = ungrouped(drawing.things);
  const found =
    things === drawing.things ? drawing : (flattened.get(drawing) ?? { ...drawing, things });
  flattened.set(drawing, found);
  return found;
}

export function bodyNamed(drawing: Drawing, name: string): Body | undefined {
  return bodiesOf(drawing).find((body) => body.name === name);
}

export function isPin(thing: Thing | undefined): thing is Pin {
  return thing?.kind === "pin" || thing?.kind === "weld";
}

/** Whether a thing ties two bodies together at a point or along a line. */
export function isJoint(thing: Thing): thing is Pin | Slide {
  return isPin(thing) || thing.kind === "slide";
}

export function isTwoPole(thing: Thing | undefined): thing is TwoPole {
  return thing !== undefined && "ends" in thing;
}

export function isHeatBody(thing: Thing | undefined): thing is HeatBody {
  return thing?.kind === "capacity" || thing?.kind === "reservoir";
}

/** The ends of all circuit elements. */
export function terminalsOf(drawing: Drawing): readonly Terminal[] {
  return ungrouped(drawing.things)
    .filter(isTwoPole)
    .flatMap(({ ends }) => ends);
}

/** The offers that a thing refers to. */
export function sidesOf(thing: Thing): readonly Side[] {
  if ("a" in thing) return [thing.a, thing.b];
  if ("sides" in thing) return thing.sides;
  if ("shaft" in thing && thing.shaft) return [thing.shaft];
  return "on" in thing ? [thing.on] : [];
}

/** The names of the components that a thing joins. */
export function joinedBy(thing: Thing): readonly string[] {
  if (thing.kind === "motor") return [thing.joint];
  const sides = sidesOf(thing).map(({ offer }) => componentOf(offer));
  if (thing.kind === "conductor") return thing.between.map(({ net }) => net);
  if (!isTwoPole(thing)) return sides;
  const { ends, heats } = thing;
  return [...sides, ...[...ends, ...(heats ? [heats] : [])].map(({ net }) => net)];
}

/** The component that has an offer; "ground" for the ground. */
export function componentOf(offer: string): string {
  return offer.split(".")[0] ?? "";
}

/** The side of a node to which something new is fixed: the ground where it is there, else the first body's. */
export function firmest({ sides }: Pick<Node, "sides">): Side | undefined {
  return sides.find(({ body }) => body === "ground") ?? sides[0];
}

/** The length of a rod, m. */
export function lengthOf({ tail, tip }: Pick<Rod, "tail" | "tip">): number {
  return distance(tail, tip);
}
