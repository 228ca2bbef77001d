import { Group, Object3D } from "three";
import type { ShapeSpec, Triple } from "../../engine/types";
import type { Kit } from "../kit";
import { isRole, type Role } from "../palette";
import { arrow, link, rod } from "./bars";
import { push, turn } from "./drives";
import { pivot } from "./pivot";
import { rail } from "./rail";
import { box, cylinder, ellipsoid, ring, sphere } from "./solids";
import { laySpan, spanLength, type Span } from "./span";
import { spring } from "./spring";

type MakeFixed = (spec: ShapeSpec, role: Role, kit: Kit) => Object3D;
type MakeSpan = (spec: ShapeSpec, role: Role, kit: Kit, length: number) => Span;

/** A new shape needs a file and a line here. */
const fixedShapes: Readonly<Record<string, MakeFixed>> = {
  box,
  sphere,
  ellipsoid,
  cylinder,
  ring,
  pivot,
};
const spanShapes: Readonly<Record<string, MakeSpan>> = {
  ...{ rod, link, rail, arrow, spring },
  ...{ push, turn }, // of motors
};

const origin: Triple = [0, 0, 0];

export interface Part {
  readonly object: Object3D;
  /** Of a shape between two points. */
  readonly span?: Span;
}

/** The drawing of one shape; an unknown type draws nothing (the engine reports it as a problem). */
export function makePart(spec: ShapeSpec, bodyRole: string, kit: Kit): Part {
  const wanted = spec.role ?? (spec.type === "rail" || spec.type === "pivot" ? "ground" : bodyRole);
  const role: Role = isRole(wanted) ? wanted : "body";
  const holder = new Group();
  const at = spec.at ?? origin;
  const makeSpan = spanShapes[spec.type];
  if (makeSpan) {
    const from = spec.from ?? origin;
    const to = spec.to ?? [0.1, 0, 0];
    const span = makeSpan(spec, role, kit, Math.max(spanLength(from, to), 1e-6));
    laySpan(span, from, to);
    holder.add(span.object);
    if (spec.moving === undefined) holder.position.set(at[0], at[1], at[2]);
    return { object: holder, span };
  } else {
    const make = fixedShapes[spec.type];
    if (make) holder.add(make(spec, role, kit));
  }
  holder.position.set(at[0], at[1], at[2]);
  return { object: holder };
}
