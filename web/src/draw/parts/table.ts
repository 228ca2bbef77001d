import type { Vec } from "../numbers";
import { isBody, type Thing } from "../things";
import { belt, beltTool } from "./belt";
import { conductor, conductorTool } from "./conductor";
import { heater, heaterTool } from "./heater";
import { capacity, capacityTool, reservoir, reservoirTool } from "./heat-body";
import { ammeter, ammeterTool, voltmeter, voltmeterTool } from "./meters";
import { capacitor, capacitorTool } from "./capacitor";
import { contact, contactTool } from "./contact";
import { current, currentTool } from "./current";
import { damper, damperTool } from "./damper";
import { diode, diodeTool } from "./diode";
import { disc, discTool } from "./disc";
import { floor, floorTool } from "./floor";
import { force, forceTool } from "./force";
import { gear, gearTool } from "./gear";
import { makeGroupPart } from "./group";
import { groundTool, point } from "./ground";
import { gyrator, gyratorTool } from "./gyrator";
import { inductor, inductorTool } from "./inductor";
import { machine, machineTool } from "./machine";
import { mass, massTool } from "./mass";
import { motor, motorTool } from "./motor";
import { net, wireTool } from "./net";
import type { Part } from "./part";
import { pen, penTool } from "./pen";
import { pin } from "./pin";
import { plate, plateTool } from "./plate";
import { pulley, pulleyTool } from "./pulley";
import { resistor, resistorTool } from "./resistor";
import { rod, rodTool } from "./rod";
import { rope, ropeTool } from "./rope";
import { slide, slideTool } from "./slide";
import { speedTool, spin, velocity } from "./speed";
import { spring, springTool } from "./spring";
import { switchPart, switchTool } from "./switch";
import { tackle, tackleTool } from "./tackle";
import { torque, torqueTool } from "./torque";
import { transformer, transformerTool } from "./transformer";
import { voltage, voltageTool } from "./voltage";
import { weldTool } from "./weld";
import { winch, winchTool } from "./winch";

const group = makeGroupPart({
  partOf: (thing) => partOf(thing),
  placesOf: (thing) => placesOf(thing),
  layerOf: (thing) => layerOf(thing),
});

/** All kinds of things, from what is painted first to what lies on top. Of two with one element the first that reads it has it. */
export const parts: readonly Part[] = [
  group,
  ...[floor, slide, belt, rope, pulley, tackle, winch, spring, damper, plate, rod, disc, mass],
  ...[gear, contact, point, pin, force, torque, velocity, spin, pen, motor],
  conductor,
  ...[resistor, inductor, capacitor, diode, switchPart, voltage, current, machine],
  ...[transformer, gyrator, voltmeter, ammeter, heater, capacity, reservoir, net],
];

/** All tools that draw, in the order of the toolbar. */
export const drawingTools = [
  rodTool,
  massTool,
  discTool,
  plateTool,
  groundTool,
  slideTool,
  weldTool,
  floorTool,
  contactTool,
  springTool,
  damperTool,
  ropeTool,
  pulleyTool,
  tackleTool,
  winchTool,
  gearTool,
  beltTool,
  motorTool,
  forceTool,
  torqueTool,
  speedTool,
  penTool,
  resistorTool,
  inductorTool,
  capacitorTool,
  diodeTool,
  switchTool,
  voltageTool,
  currentTool,
  machineTool,
  transformerTool,
  gyratorTool,
  wireTool,
  voltmeterTool,
  ammeterTool,
  capacityTool,
  reservoirTool,
  conductorTool,
  heaterTool,
] as const;

const byKind = new Map(parts.flatMap((part) => part.kinds.map((kind) => [kind, part] as const)));

const byElement = new Map<string, readonly Part[]>();

export function partOf({ kind }: Pick<Thing, "kind">): Part {
  const part = byKind.get(kind);
  if (!part) throw new Error(`no part for ${kind}`);
  return part;
}

/** The kinds of things for which a text uses an element. */
export function partsOfElement(use: string): readonly Part[] {
  const known = byElement.get(use) ?? parts.filter(({ elements }) => elements?.includes(use));
  byElement.set(use, known);
  return known;
}

/** A thing that is a component of the text; a port on the frame is none. */
export function isComponent(thing: Thing): boolean {
  const part = partOf(thing);
  return part === group || part.elements !== undefined;
}

/** Bodies and groups share a layer: the order of the text is theirs. */
const bodyLayer = parts.indexOf(plate);

/** The order in which a thing is painted. */
export function layerOf(thing: Thing): number {
  const part = partOf(thing);
  return part === group || isBody(thing) ? bodyLayer : parts.indexOf(part);
}

/** All places that a thing takes. */
export function placesOf(thing: Thing): readonly Vec[] {
  return [placeOf(thing), ...(partOf(thing).extent?.(thing) ?? [])];
}

export function placeOf(thing: Thing): Vec {
  return partOf(thing).place(thing);
}
