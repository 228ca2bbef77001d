import { Emitter } from "../base/emitter";
import { say } from "../words/drawing";
import { duplicate, removeThing } from "./change";
import { describePlace, nameOf } from "./describe";
import { thingAt } from "./hit";
import { Mover, type Aim } from "./mover";
import type { Vec } from "./numbers";
import type { DrawSession } from "./session";
import { fromPolar, snap, type Snap, type Target } from "./snap";
import { thingNamed, type Drawing } from "./things";
import { refusalOf, toolNamed, use, type ToolId } from "./tools";

/** Draws with a tool: pointers, fingers and keys all come here as places in the plane. */
export class Pencil {
  /** Something that the board shows has changed. */
  readonly changed = new Emitter<Pencil>();
  /** A sentence for readers who do not see what was done. */
  readonly told = new Emitter<string>();
  tool: ToolId = "select";
  /** The first of two places. */
  from: Target | null = null;
  /** The place that would be taken now. */
  target: Snap | null = null;
  /** The thing below the pointer. */
  pointed = "";
  readonly #mover: Mover;
  #isFirstPress = false;

  constructor(readonly session: DrawSession) {
    this.#mover = new Mover(session, () => this.changed.emit(this));
  }

  get isBusy(): boolean {
    return this.from !== null || this.isDragging;
  }

  get isDragging(): boolean {
    return this.#mover.isMoving;
  }

  get drawing(): Drawing {
    return this.#mover.preview ?? this.session.drawing;
  }

  choose(tool: ToolId): void {
    this.cancel();
    this.tool = tool;
    this.target = null;
    this.told.emit(`${say.chosen(say.tool[tool])} ${say.hint[tool]}`);
    this.changed.emit(this);
  }

  /** False where there is nothing to press. */
  press(place: Vec, aim: Aim): boolean {
    if (this.tool === "select") return this.#mover.grab(place, aim);
    this.#isFirstPress = this.from === null;
    if (this.from === null && toolNamed(this.tool).places === 2) {
      this.from = this.#snap(place, aim);
      this.told.emit(say.from(describePlace(this.from)));
    }
    this.aimAt(place, aim);
    return true;
  }

  /** The pointer is here, pressed or not. */
  aimAt(place: Vec, aim: Aim): void {
    if (this.isDragging) this.target = this.#mover.moveTo(place, aim);
    else if (this.tool === "select")
      this.pointed = thingAt(this.session.drawing, place, aim.reach)?.name ?? "";
    else this.target = this.#snap(place, aim);
    this.changed.emit(this);
  }

  release(place: Vec, aim: Aim, isClick: boolean): void {
    if (this.tool === "select") {
      this.target = null;
      const moved = this.#mover.drop(isClick);
      if (moved) this.told.emit(say.moved(moved));
      if (isClick) this.#selectAt(place, aim);
      return this.changed.emit(this);
    }
    const isPending = isClick && this.#isFirstPress && this.from !== null;
    if (!isPending) this.#finish(this.#snap(place, aim));
  }

  /** Ends the line that is being drawn at a length, m, and an angle, rad. */
  finishAt(length: number, angle: number): void {
    if (this.from) this.#finish({ place: fromPolar(this.from.place, length, angle) });
  }

  cancel(): void {
    this.from = null;
    this.#mover.cancel();
    this.changed.emit(this);
  }

  /** The pointer has gone. */
  leave(): void {
    this.pointed = "";
    if (!this.isBusy) this.target = null;
    this.changed.emit(this);
  }

  remove(): void {
    const thing = this.session.selected;
    const name = thing?.name ?? this.session.selectedName;
    if (!name) return this.told.emit(say.nothingSelected);
    this.session.edit((model, drawing) => {
      removeThing(model, drawing, name);
      return "";
    });
    this.told.emit(say.removed(thing ? nameOf(thing) : name));
  }

  duplicate(grid: number): void {
    const { selectedName } = this.session;
    const by = { x: 2 * grid, y: -2 * grid };
    const name = this.session.edit(
      (model, drawing) => duplicate(model, drawing, selectedName, by) || selectedName,
    );
    const copy = name === selectedName ? undefined : this.session.selected;
    this.told.emit(copy ? say.added(nameOf(copy)) : say.nothingSelected);
  }

  #snap(place: Vec, { reach, grid, isFree }: Aim): Snap {
    const { drawing } = this.session;
    return snap(place, drawing, { reach, grid, isFree, from: this.from?.place });
  }

  #finish(to: Target): void {
    const { session, tool } = this;
    const from = this.from ?? to;
    const refusal = refusalOf(tool, session.drawing, from, to);
    this.from = null;
    this.target = null;
    if (refusal) this.told.emit(say[refusal]);
    else {
      const made = session.edit((model, drawing) => use(tool, model, drawing, from, to));
      const thing = made ? thingNamed(session.drawing, made) : undefined;
      if (thing) this.told.emit(say.added(nameOf(thing)));
    }
    this.changed.emit(this);
  }

  #selectAt(place: Vec, aim: Aim): void {
    const thing = thingAt(this.session.drawing, place, aim.reach);
    this.session.select(thing?.name ?? "");
    this.told.emit(thing ? say.selected(nameOf(thing)) : say.nothingSelected);
  }
}
