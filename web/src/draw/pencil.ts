import { Emitter } from "../base/emitter";
import { say } from "../words/drawing";
import { withoutHidden } from "./aside";
import { describePlace, nameOf } from "./describe";
import { componentAt } from "./figure-outline";
import { thingAt } from "./hit";
import { Mover, type Aim } from "./mover";
import { distance, type Vec } from "./numbers";
import { placesOf } from "./parts/table";
import type { DrawSession } from "./session";
import { fromPolar, snap, type Snap } from "./snap";
import type { Target } from "./target";
import { thingNamed, type Drawing } from "./things";
import { toolNamed, type ToolId } from "./tools";

/** Draws with a tool: pointers, fingers and keys all come here as places in the plane. */
export class Pencil {
  /** Something that the board shows has changed. */
  readonly changed = new Emitter<Pencil>();
  /** A sentence for readers who do not see what was done. */
  readonly told = new Emitter<string>();
  tool: ToolId = "select";
  /** The places so far, of a tool that needs more. */
  places: readonly Target[] = [];
  /** The place that would be taken now. */
  target: Snap | null = null;
  /** The thing below the pointer. */
  pointed = "";
  /** Why the last use of a tool did nothing, in words. */
  refused = "";
  readonly choices = { number: 3, isAdding: false };
  /** Moves what is there. */
  readonly mover: Mover;
  #isFirstPress = false;
  /** What a tool that copies would make. */
  #preview: Drawing | null = null;

  constructor(readonly session: DrawSession) {
    this.mover = new Mover(session, () => this.changed.emit(this));
  }

  /** The place from which a line is drawn. */
  get from(): Target | null {
    return this.places.at(-1) ?? null;
  }

  get isBusy(): boolean {
    return this.from !== null || this.mover.isMoving;
  }

  /** What there is, or would be. */
  get drawing(): Drawing {
    const { session } = this;
    const preview = this.mover.preview ?? this.#preview;
    return preview ? withoutHidden(preview, session.aside.hidden) : session.shown;
  }

  choose(tool: ToolId): void {
    this.cancel();
    this.tool = tool;
    this.target = null;
    this.refused = "";
    this.told.emit(`${say.chosen(say.tool[tool])} ${say.hint[tool]}`);
    this.changed.emit(this);
  }

  press(place: Vec, aim: Aim): void {
    if (this.tool === "select") return this.mover.grab(place, aim);
    this.refused = "";
    this.#isFirstPress = this.from === null;
    if (this.from === null && toolNamed(this.tool).places !== 1)
      take(this, snapFor(this, place, aim));
    this.aimAt(place, aim);
  }

  /** The pointer is here, pressed or not. */
  aimAt(place: Vec, aim: Aim): void {
    if (this.mover.isMoving) this.target = this.mover.moveTo(place, aim);
    else if (this.tool === "select")
      this.pointed = thingAt(this.session.shown, place, aim.reach)?.name ?? "";
    else {
      this.target = snapFor(this, place, aim);
      this.#preview = previewOf(this, this.target);
    }
    this.changed.emit(this);
  }

  release(place: Vec, aim: Aim, isClick: boolean): void {
    if (this.tool === "select") {
      this.target = null;
      const { band } = this.mover;
      const moved = this.mover.drop(isClick);
      if (moved) this.told.emit(say.moved(moved));
      if (isClick) selectAt(this, place, aim);
      else if (band) selectIn(this, band, aim);
      return this.changed.emit(this);
    }
    const isPending = isClick && this.#isFirstPress && this.from !== null;
    if (!isPending) this.#add(snapFor(this, place, aim), aim.reach);
  }

  /** Ends the line that is being drawn at a length, m, and an angle, rad. */
  finishAt(length: number, angle: number): void {
    if (this.from) this.#add({ place: fromPolar(this.from.place, length, angle) }, 0);
  }

  cancel(): void {
    this.places = [];
    this.#preview = null;
    this.mover.cancel();
    this.changed.emit(this);
  }

  /** The pointer has gone. */
  leave(): void {
    this.pointed = "";
    if (!this.isBusy) this.target = null;
    this.changed.emit(this);
  }

  /** Adds a place. The last one that a tool needs ends the line; of many, the first or the last one once more does. */
  #add(to: Target, reach: number): void {
    const { places } = this;
    const needed = toolNamed(this.tool).places;
    if (needed !== "many") {
      if (places.length + 1 >= needed) return this.#finish([...places, to]);
    } else if ([places[0], places.at(-1)].some((one) => one && isNear(one, to, reach)))
      return this.#finish(places);
    take(this, to);
    this.changed.emit(this);
  }

  #finish(places: readonly Target[]): void {
    const { session } = this;
    const tool = toolNamed(this.tool);
    const choices = { selected: session.selectedNames, number: this.choices.number };
    this.places = [];
    this.target = null;
    this.#preview = null;
    const isShort = places.some(
      ({ place }, index) => index > 0 && distance(place, places[index - 1]?.place ?? place) < 1e-6,
    );
    const refusal = isShort
      ? "tooShort"
      : (tool.refuse?.(session.drawing, places, choices) ?? null);
    if (refusal) this.told.emit(say[refusal]);
    else if (tool.mark) {
      this.told.emit(tool.mark(session.aside, places));
      session.changed.emit(session);
      if (tool.isOnce) this.tool = "select";
    } else {
      const made = session.edit((model, drawing) => tool.use(model, drawing, places, choices));
      const thing = made ? thingNamed(session.drawing, made) : undefined;
      const { length } = session.selectedNames;
      if (thing) this.told.emit(say.added(length > 1 ? say.several(length) : nameOf(thing)));
      if (tool.isOnce) this.tool = "select";
    }
    this.refused = refusal ? say[refusal] : "";
    this.changed.emit(this);
  }
}

function take(pencil: Pencil, target: Target): void {
  pencil.places = [...pencil.places, target];
  pencil.told.emit(say.from(describePlace(target)));
}

function snapFor({ session, tool, from }: Pencil, place: Vec, { reach, grid, isFree }: Aim): Snap {
  const { domain = "mechanics" } = toolNamed(tool);
  return snap(place, session.shown, { reach, grid, isFree, domain, from: from?.place });
}

/** What there would be if a tool that copies took this place as its last one. */
function previewOf({ session, places, tool, choices }: Pencil, last: Target): Drawing | null {
  const { isOnce, places: needed, refuse, use, mark } = toolNamed(tool);
  const all = [...places, last];
  const known = { selected: session.selectedNames, number: choices.number };
  const [from] = places;
  const isShort = from !== undefined && distance(from.place, last.place) < 1e-6;
  if (!isOnce || mark || all.length !== needed || isShort) return null;
  if (refuse?.(session.drawing, all, known)) return null;
  return session.preview((model, drawing) => use(model, drawing, all, known));
}

function selectAt({ session, told, choices }: Pencil, place: Vec, aim: Aim): void {
  const thing = thingAt(session.shown, place, aim.reach);
  const { drawing, found, inside } = session;
  const outlines = thing || inside !== "" ? [] : found.outlines(drawing);
  const other = componentAt(outlines, place, aim.reach);
  const isMore = aim.isMore === true || choices.isAdding;
  const name = thing?.name ?? other;
  const { selectedNames } = session;
  const others = isMore ? selectedNames.filter((each) => each !== name) : [];
  const isTakenOut = isMore && selectedNames.includes(name);
  session.select(...others, isTakenOut ? "" : name);
  const { length } = session.selectedNames;
  if (isTakenOut || length > 1) return told.emit(say.selected(say.several(length)));
  const what = thing ? nameOf(thing) : other;
  told.emit(what ? say.selected(what) : say.nothingSelected);
}

/** Selects what is at a place, unless it is selected already with others. */
export function pointAt({ session }: Pencil, place: Vec, aim: Aim): void {
  const thing = thingAt(session.shown, place, aim.reach);
  if (thing && !session.selectedNames.includes(thing.name)) session.select(thing.name);
}

/** Selects what lies in a rectangle. */
function selectIn(
  { session, told, choices }: Pencil,
  [from, to]: readonly [Vec, Vec],
  aim: Aim,
): void {
  const isBetween = (value: number, one: number, other: number): boolean =>
    value >= Math.min(one, other) - 1e-9 && value <= Math.max(one, other) + 1e-9;
  const isIn = ({ x, y }: Vec): boolean => isBetween(x, from.x, to.x) && isBetween(y, from.y, to.y);
  const names = session.shown.things
    .filter((thing) => placesOf(thing).every(isIn))
    .map(({ name }) => name);
  const isMore = aim.isMore === true || choices.isAdding;
  session.select(...(isMore ? session.selectedNames : []), ...names);
  const { length } = session.selectedNames;
  told.emit(length > 0 ? say.selected(say.several(length)) : say.nothingSelected);
}

function isNear({ place }: Target, other: Target, reach: number): boolean {
  return distance(place, other.place) <= Math.max(reach, 1e-6);
}
