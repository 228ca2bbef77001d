import { allowed, moveBody, moveNode, setPoses } from "./change";
import { describePlace, nameOf } from "./describe";
import { nodeAt, thingAt } from "./hit";
import { KinematicDrag } from "./kinematics";
import { distance, minus, turned, type Vec } from "./numbers";
import type { DrawSession } from "./session";
import { onGrid, snap, type Snap } from "./snap";
import {
  componentOf,
  thingNamed,
  thingsOf,
  type Drawing,
  type Mass,
  type Node,
  type Rod,
  type Thing,
} from "./things";

/** How near is near, and whether places snap. */
export interface Aim {
  /** m. */
  readonly reach: number;
  /** Side of the grid's squares, m. */
  readonly grid: number;
  readonly isFree: boolean;
}

type Drag =
  | { readonly kind: "node"; readonly node: Node; target: Snap | null }
  | { readonly kind: "shift"; readonly thing: Rod | Mass; readonly from: Vec; by: Vec }
  | { readonly kind: "pose"; readonly thing: Rod | Mass; readonly motion: KinematicDrag };

/** Moves what is drawn: a point changes lengths, a free body shifts, a joined one moves the mechanism. */
export class Mover {
  /** What would be there after the move that is under way. */
  preview: Drawing | null = null;
  #drag: Drag | null = null;

  constructor(
    readonly session: DrawSession,
    readonly onMove: () => void,
  ) {}

  get isMoving(): boolean {
    return this.#drag !== null;
  }

  /** False where there is nothing. */
  grab(place: Vec, aim: Aim): boolean {
    const { drawing } = this.session;
    const node = nodeAt(drawing, place, aim.reach);
    const thing = node ? undefined : thingAt(drawing, place, aim.reach);
    if (node) this.#drag = { kind: "node", node, target: null };
    else if (thing?.kind === "rod" || thing?.kind === "mass") this.#drag = this.#take(thing, place);
    return node !== undefined || thing !== undefined;
  }

  /** Moves what was taken. Returns the place that a point would take. */
  moveTo(place: Vec, aim: Aim): Snap | null {
    const drag = this.#drag;
    if (drag?.kind === "pose") void drag.motion.move(place);
    else if (drag?.kind === "shift") {
      const by = minus(place, drag.from);
      drag.by = aim.isFree ? by : onGrid(by, aim.grid);
      this.preview = this.session.preview((model) => moveBody(model, drag.thing, drag.by));
    } else if (drag) return this.#moveNode(drag, place, aim);
    return null;
  }

  /** Ends the move. Returns what was moved, in words; "" if nothing was. */
  drop(isClick: boolean): string {
    const drag = this.#drag;
    this.cancel();
    if (!drag || isClick) return "";
    const { session } = this;
    if (drag.kind === "node") {
      const { node, target } = drag;
      if (!target) return "";
      session.edit((model, drawing) => moveNode(model, drawing, node, target));
      return describePlace(target);
    }
    const { thing } = drag;
    if (drag.kind === "pose" && drag.motion.poses.size === 0) return "";
    session.edit((model) => {
      if (drag.kind === "shift") moveBody(model, thing, drag.by);
      else setPoses(model, drag.motion.poses);
      return thing.name;
    });
    return nameOf(thing);
  }

  cancel(): void {
    this.#drag = null;
    this.preview = null;
  }

  #take(thing: Rod | Mass, place: Vec): Drag | null {
    const { session } = this;
    const isJoined = (other: Thing): boolean =>
      (other.kind === "pin" || other.kind === "slide") &&
      [other.a.body, other.b.body].includes(thing.name);
    if (!session.drawing.things.some(isJoined))
      return { kind: "shift", thing, from: place, by: { x: 0, y: 0 } };
    if (!session.description) return null;
    const frame = thing.kind === "rod" ? thing.center : thing.frame;
    const { x, y } = turned(minus(place, frame), -frame.phi);
    const body = `${thing.name}.${thing.kind === "rod" ? "rod" : "body"}`;
    const motion = new KinematicDrag(session.experiment, { body, point: [x, y] }, place, () => {
      if (this.#drag?.kind !== "pose" || this.#drag.motion !== motion) return;
      this.preview = session.posed(motion.poses);
      this.onMove();
    });
    return { kind: "pose", thing, motion };
  }

  #moveNode(drag: Drag & { kind: "node" }, place: Vec, aim: Aim): Snap {
    const { session } = this;
    const { node } = drag;
    const without = new Set(node.sides.map(({ offer }) => componentOf(offer)));
    without.delete("ground");
    // It stays on the guides that it has.
    for (const { name, a, b } of thingsOf(session.drawing, "slide"))
      if (without.has(a.body) || without.has(b.body)) without.add(name);
    const found = snap(place, session.drawing, { ...aim, without, from: this.#otherEnd(node) });
    const to = allowed(session.drawing, node, found.place);
    const target: Snap = distance(to, found.place) < 1e-9 ? found : { kind: "free", place: to };
    drag.target = target;
    this.preview = session.preview((model, drawing) => moveNode(model, drawing, node, target));
    return target;
  }

  /** The other end of the only rod that ends at a node. */
  #otherEnd(node: Node): Vec | undefined {
    const rods = node.sides.flatMap(({ offer }) => {
      const thing = thingNamed(this.session.drawing, componentOf(offer));
      return thing?.kind === "rod" ? [offer.endsWith(".tip") ? thing.tail : thing.tip] : [];
    });
    return rods.length === 1 ? rods[0] : undefined;
  }
}
