import { say } from "../words/drawing";
import { allowed, followMoves, moveBody, moveNode } from "./change";
import { joinNets, moveEnds } from "./circuit";
import { describePlace, nameOf } from "./describe";
import { nodeAt, thingAt } from "./hit";
import { KinematicDrag } from "./kinematics";
import { shiftBy } from "./motion";
import { moveThings } from "./move-things";
import { distance, minus, plus, turned, type Vec } from "./numbers";
import type { ModelText } from "./model-text";
import { partOf } from "./parts/table";
import { prefixOf, type DrawSession } from "./session";
import { setPoses } from "./start-poses";
import { onGrid, snap, type Snap } from "./snap";
import {
  bodyNamed,
  componentOf,
  flat,
  isBody,
  isHeatBody,
  isJoint,
  isTwoPole,
  terminalsOf,
  thingsOf,
  type Body,
  type Drawing,
  type Group,
  type Node,
  type Net,
  type Thing,
  type TwoPole,
} from "./things";

/** How near is near, and whether places snap. */
export interface Aim {
  /** m. */
  readonly reach: number;
  /** Side of the grid's squares, m. */
  readonly grid: number;
  readonly isFree: boolean;
  /** Adds to the selection. */
  readonly isMore?: boolean;
}

/** Whether an end of a circuit element is moved. */
type EndTest = (place: Vec, name: string) => boolean;

type Drag =
  | { readonly kind: "node"; readonly node: Node; target: Snap | null }
  | { readonly kind: "shift"; readonly thing: Body; readonly from: Vec; by: Vec }
  | {
      readonly kind: "ends";
      readonly from: Vec;
      readonly isMoved: EndTest;
      by: Vec;
      target: Snap | null;
    }
  | { readonly kind: "several"; readonly names: readonly string[]; readonly from: Vec; by: Vec }
  | { readonly kind: "band"; readonly from: Vec; to: Vec }
  | { readonly kind: "pose"; readonly thing: Body | Group; readonly motion: KinematicDrag };

/** Moves what is drawn: a point changes lengths, a free body shifts, a joined one moves the mechanism. */
export class Mover {
  /** What would be there after the move that is under way. */
  preview: Drawing | null = null;
  /** Whether a run is shown: then nothing is moved. */
  isRunning = (): boolean => false;
  #drag: Drag | null = null;

  constructor(
    readonly session: DrawSession,
    readonly onMove: () => void,
  ) {}

  /** Whether the engine looks for poses. */
  get isSearching(): boolean {
    return this.#drag?.kind === "pose" && this.#drag.motion.isSolving;
  }

  /** Whether a mechanism is moved without a change of its lengths. */
  get isPosing(): boolean {
    return this.#drag?.kind === "pose";
  }

  get isMoving(): boolean {
    return this.#drag !== null;
  }

  /** The rectangle that is being drawn around things; null while there is none. */
  get band(): readonly [Vec, Vec] | null {
    return this.#drag?.kind === "band" ? [this.#drag.from, this.#drag.to] : null;
  }

  /** Takes what is at a place: a point, a body, all of the selection, or a corner of a rectangle where there is nothing. */
  grab(place: Vec, aim: Aim): void {
    const { drawing, shown, aside, selectedNames } = this.session;
    const node = nodeAt(shown, place, aim.reach);
    const thing = node && !isInGroup(node) ? undefined : thingAt(shown, place, aim.reach);
    const own = [...(node ? namesAt(node) : []), ...(thing ? [thing.name] : [])];
    const isSelected = own.some((name) => selectedNames.includes(name));
    this.#drag = null;
    if (this.isRunning()) return;
    if (!node && !thing) this.#drag = { kind: "band", from: place, to: place };
    else if (isSelected && selectedNames.length > 1) this.#drag = this.#takeSeveral(place, aim);
    else if (own.some((name) => aside.locked.has(name))) return;
    else if (node && !isInGroup(node)) this.#drag = { kind: "node", node, target: null };
    else if (isTwoPole(thing) || thing?.kind === "net")
      this.#drag = takeEnds(drawing, thing, place, aim);
    else if (isHeatBody(thing))
      this.#drag = { kind: "several", names: [thing.name], from: place, by: { x: 0, y: 0 } };
    else if (thing?.kind === "group") this.#drag = this.#takeGroup(thing, place, aim);
    else if (isBody(thing)) this.#drag = this.#take(thing, place);
  }

  /** The selection without what is locked. */
  #takeSeveral(place: Vec, { grid }: Aim): Drag | null {
    const { selectedNames, aside } = this.session;
    const names = selectedNames.filter((name) => !aside.locked.has(name));
    if (names.length === 0) return null;
    return { kind: "several", names, from: onGrid(place, grid), by: { x: 0, y: 0 } };
  }

  /** Moves what was taken. Returns the place that a point would take. */
  moveTo(place: Vec, aim: Aim): Snap | null {
    const drag = this.#drag;
    if (drag?.kind === "pose") void drag.motion.move(place);
    else if (drag?.kind === "ends") this.#moveEnds(drag, place, aim);
    else if (drag?.kind === "band") drag.to = place;
    else if (drag?.kind === "several") {
      const by = minus(place, drag.from);
      drag.by = aim.isFree ? by : onGrid(by, aim.grid);
      this.preview = this.session.preview((model, drawing) =>
        moveThings(model, drawing, drag.names, shiftBy(drag.by)),
      );
    } else if (drag?.kind === "shift") {
      const by = minus(place, drag.from);
      drag.by = aim.isFree ? by : onGrid(by, aim.grid);
      this.preview = this.session.preview((model, drawing) =>
        moveBody(model, drawing, drag.thing, drag.by),
      );
    } else if (drag) return this.#moveNode(drag, place, aim);
    return null;
  }

  /** Ends the move. Returns what was moved, in words; "" if nothing was. */
  drop(isClick: boolean): string {
    const drag = this.#drag;
    this.cancel();
    if (!drag || isClick) return "";
    const { session } = this;
    if (drag.kind === "band") return "";
    if (drag.kind === "several") {
      session.edit((model, drawing) => moveThings(model, drawing, drag.names, shiftBy(drag.by)));
      return say.several(drag.names.length);
    }
    if (drag.kind === "node") {
      const { node, target } = drag;
      if (!target) return "";
      session.edit((model, drawing) => moveNode(model, drawing, node, target));
      return describePlace(target);
    }
    if (drag.kind === "ends") {
      session.edit((model, drawing) => dropEnds(model, drawing, drag));
      return describePlace({ place: plus(drag.from, drag.by) });
    }
    const { thing } = drag;
    if (drag.kind === "pose" && drag.motion.poses.size === 0) return "";
    session.edit((model, drawing, whole) => {
      if (drag.kind === "shift") moveBody(model, drawing, drag.thing, drag.by);
      else {
        setPoses(whole, drag.motion.poses);
        followMoves(model, drawing);
      }
      return thing.name;
    });
    return nameOf(thing);
  }

  cancel(): void {
    this.#drag = null;
    this.preview = null;
  }

  #take(thing: Body, place: Vec): Drag | null {
    const { whole } = this.session;
    const prefix = prefixOf(this.session);
    const name = `${prefix}${thing.name}`;
    const isJoined = (other: Thing): boolean =>
      isJoint(other) && [other.a.body, other.b.body].includes(name);
    if (!flat(whole).things.some(isJoined))
      return { kind: "shift", thing, from: place, by: { x: 0, y: 0 } };
    return this.#takePose(thing, { ...thing, name }, place);
  }

  /** A group that is joined to something moves with it; else it is shifted as it is. */
  #takeGroup(group: Group, place: Vec, aim: Aim): Drag | null {
    const { whole } = this.session;
    const prefix = prefixOf(this.session);
    const isIn = (body: string): boolean => body.startsWith(`${prefix}${group.name}.`);
    const isHeld = (other: Thing): boolean =>
      isJoint(other) && isIn(other.a.body) !== isIn(other.b.body);
    const away = (body: Body): number => partOf(body).away(body, place, aim.reach);
    const [near] = [...group.things.filter(isBody)].sort((one, other) => away(one) - away(other));
    if (near && flat(whole).things.some(isHeld))
      return this.#takePose(group, { ...near, name: `${prefix}${near.name}` }, place);
    const from = onGrid(place, aim.grid);
    return { kind: "several", names: [group.name], from, by: { x: 0, y: 0 } };
  }

  /** Moves a mechanism by a body of it; the body has its name in the whole text. */
  #takePose(thing: Body | Group, held: Body, place: Vec): Drag | null {
    const { session } = this;
    if (!session.description) return null;
    const { frame } = held;
    const { x, y } = turned(minus(place, frame), -frame.phi);
    const body = `${held.name}.${held.kind === "rod" ? "rod" : "body"}`;
    const motion = new KinematicDrag(
      session.experiment,
      session.whole,
      { body, point: [x, y] },
      place,
      () => {
        if (this.#drag?.kind !== "pose" || this.#drag.motion !== motion) return;
        if (motion.poses.size > 0) this.preview = session.posed(motion.poses);
        this.onMove();
      },
    );
    return { kind: "pose", thing, motion };
  }

  #moveEnds(drag: Drag & { kind: "ends" }, place: Vec, aim: Aim): void {
    const found = snap(place, this.session.drawing, { ...aim, domain: "circuit" });
    const isElsewhere = distance(found.place, drag.from) > 1e-6;
    drag.target = found.terminal !== undefined && isElsewhere ? found : null;
    const to = drag.target?.place ?? (aim.isFree ? place : onGrid(place, aim.grid));
    drag.by = minus(to, drag.from);
    this.preview = this.session.preview((model, drawing) =>
      moveEnds(model, drawing, drag.isMoved, drag.by),
    );
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
      const thing = bodyNamed(this.session.drawing, componentOf(offer));
      return thing?.kind === "rod" && /\.(tail|tip)$/.test(offer)
        ? [offer.endsWith(".tip") ? thing.tail : thing.tip]
        : [];
    });
    return rods.length === 1 ? rods[0] : undefined;
  }
}

/** Whether something of a group ends at a node: its lengths are changed inside of it. */
function isInGroup({ sides }: Node): boolean {
  return sides.some(({ body }) => body.includes("."));
}

/** The components that meet at a node, and its joints. */
function namesAt({ sides, pins }: Node): readonly string[] {
  return [...sides.map(({ offer }) => componentOf(offer)), ...pins.map(componentOf)];
}

/** Takes the ends at a place, or a whole element between its ends. */
function takeEnds(
  drawing: Drawing,
  thing: TwoPole | Net,
  place: Vec,
  { reach, grid }: Aim,
): Drag | null {
  const near = terminalsOf(drawing).find((end) => distance(end.place, place) <= reach);
  if (near) {
    const isMoved: EndTest = (each) => distance(each, near.place) < 1e-6;
    return { kind: "ends", from: near.place, isMoved, by: { x: 0, y: 0 }, target: null };
  }
  if (!isTwoPole(thing)) return null;
  const isMoved: EndTest = (_place, name) => name === thing.name;
  return { kind: "ends", from: onGrid(place, grid), isMoved, by: { x: 0, y: 0 }, target: null };
}

/** Moves ends. Those that come onto another node are joined to it. */
function dropEnds(
  model: ModelText,
  drawing: Drawing,
  { from, isMoved, by, target }: Drag & { kind: "ends" },
): void {
  const own = terminalsOf(drawing).find(({ place }) => distance(place, from) < 1e-6);
  moveEnds(model, drawing, isMoved, by);
  if (own && target?.terminal !== undefined) joinNets(model, target.terminal, own.net);
}
