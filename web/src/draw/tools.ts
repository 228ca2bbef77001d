import { addForce, addGround, addMass, addMotor, addPen, addRod, addSlide, addStrut } from "./add";
import type { ModelText } from "./model-text";
import { distance, minus, times } from "./numbers";
import type { Target } from "./snap";
import { thingNamed, type Drawing, type Thing } from "./things";

/** A tool, its key, and the number of places that it needs. */
interface Tool {
  readonly id: string;
  readonly key: string;
  readonly places: 0 | 1 | 2;
}

export const tools = [
  { id: "select", key: "v", places: 0 },
  { id: "rod", key: "r", places: 2 },
  { id: "mass", key: "m", places: 1 },
  { id: "ground", key: "g", places: 1 },
  { id: "slide", key: "l", places: 2 },
  { id: "spring", key: "s", places: 2 },
  { id: "damper", key: "d", places: 2 },
  { id: "motor", key: "o", places: 1 },
  { id: "force", key: "f", places: 2 },
  { id: "pen", key: "p", places: 1 },
] as const satisfies readonly Tool[];

export type ToolId = (typeof tools)[number]["id"];

export function toolNamed(id: ToolId): Tool {
  return tools.find((tool) => tool.id === id) ?? tools[0];
}

/** Why a tool can do nothing at a place. */
export type Refusal = "cannotMotor" | "cannotPoint" | "tooShort";

/** Newtons of a metre of an arrow. */
export const newtonsPerMetre = 10;

/** Why a tool cannot be used so; null if it can. */
export function refusalOf(
  tool: ToolId,
  drawing: Drawing,
  from: Target,
  to: Target,
): Refusal | null {
  if (toolNamed(tool).places === 2 && distance(from.place, to.place) < 1e-6) return "tooShort";
  if (tool === "motor") return jointAt(drawing, to) ? null : "cannotMotor";
  if (tool === "force" || tool === "pen")
    return isBody(tool === "force" ? from : to) ? null : "cannotPoint";
  return null;
}

/** What a tool does with its places. Returns the name of what it made. */
export function use(
  tool: ToolId,
  model: ModelText,
  drawing: Drawing,
  from: Target,
  to: Target,
): string {
  switch (tool) {
    case "rod":
      return addRod(model, from, to);
    case "mass":
      return addMass(model, to);
    case "ground":
      return addGround(model, to);
    case "slide":
      return addSlide(model, from, to.place);
    case "spring":
    case "damper":
      return addStrut(model, tool, from, to);
    case "pen":
      return addPen(model, to);
    case "force":
      return addForce(model, from, times(minus(to.place, from.place), newtonsPerMetre));
    case "motor": {
      const joint = jointAt(drawing, to);
      return joint ? addMotor(model, joint) : "";
    }
    default:
      return "";
  }
}

/** The joint at a place that a motor can drive: one with the ground before one between bodies. */
function jointAt(drawing: Drawing, { node, line }: Target): Thing | undefined {
  const pins = (node?.pins ?? []).flatMap((name) => thingNamed(drawing, name) ?? []);
  const grounded = pins.find((pin) => "a" in pin && [pin.a.body, pin.b.body].includes("ground"));
  const slide = drawing.things.find(
    (thing) =>
      thing.kind === "slide" && node?.sides.some(({ offer }) => offer === thing.b.offer) === true,
  );
  return grounded ?? slide ?? pins[0] ?? (line?.thing.kind === "slide" ? line.thing : undefined);
}

function isBody({ node, line }: Target): boolean {
  return node ? node.sides.some(({ body }) => body !== "ground") : line?.thing.kind === "rod";
}
