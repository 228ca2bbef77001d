import type { Description } from "../engine/types";
import {
  bodiesOf,
  componentOf,
  isJoint,
  sidesOf,
  thingsOf,
  ungrouped,
  type Drawing,
} from "./things";

/** What the engine says of how a drawing can move. */
export interface Mobility {
  /** Independent velocities, those included that a motor prescribes; null if they are not known. */
  readonly freedom: number | null;
  /** Constraints that follow from others. */
  readonly redundant: number;
  /** Joints with such constraints. */
  readonly where: readonly string[];
  /** Speeds that motors prescribe. */
  readonly driven: number;
  /** Bodies that no chain of joints ties to the ground; none where there are constraints that are not drawn. */
  readonly loose: readonly string[];
}

type Described = Pick<Description, "report"> & {
  readonly constraints: readonly Description["constraints"][number][];
};

export function mobilityOf(drawing: Drawing, { report, constraints }: Described): Mobility | null {
  if (!report) return null;
  const joints = new Set(drawing.things.map(({ name }) => name));
  const isAllDrawn = constraints.every(({ name, inert }) => inert || joints.has(componentOf(name)));
  const { degreesOfFreedom, dependent } = report;
  const where = [...new Set(dependent.map(componentOf))];
  const speeds = thingsOf(drawing, "motor").filter(({ drives }) => drives === "speed");
  const driven = speeds.filter(({ name }) => !dependent.includes(name)).length;
  return {
    ...{ freedom: degreesOfFreedom === null ? null : degreesOfFreedom + driven, driven, where },
    redundant: redundancyOf(report),
    loose: isAllDrawn ? looseBodies(drawing) : [],
  };
}

/** Of a set of dependent constraints, the number that could be left out. */
function redundancyOf({ rank, gaps }: NonNullable<Description["report"]>): number {
  const rows = gaps.filter(({ level }) => level === "velocity").length;
  return Math.max(0, rows - rank);
}

/** Links that keep bodies from falling. */
const tying: readonly string[] = ["contact", "rope", "pulley", "tackle", "winch"];

/** Bodies without a chain of joints, ropes and contacts to the ground. */
function looseBodies(drawing: Drawing): readonly string[] {
  const held = new Set(["ground"]);
  const ties = ungrouped(drawing.things)
    .filter((thing) => isJoint(thing) || tying.includes(thing.kind))
    .map((thing) => sidesOf(thing).map(({ body }) => body));
  for (let count = 0; count !== held.size;) {
    count = held.size;
    for (const tied of ties)
      if (tied.some((body) => held.has(body))) tied.forEach((body) => held.add(body));
  }
  return bodiesOf(drawing)
    .map(({ name }) => name)
    .filter((name) => !held.has(name));
}
