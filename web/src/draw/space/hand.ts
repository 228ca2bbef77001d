import { Component } from "../../base/component";
import { say } from "../../words/drawing";
import { Gestures, type PointerTarget } from "../gestures";
import { minus, type Vec } from "../numbers";
import { movesAsOne } from "./copies";
import { grid, groundAt, isHeld, withoutHidden, type Feature, type SpaceDrawing } from "./drawing";
import { setPoses, snappedPlace } from "./edit";
import { SpaceLinkage } from "./linkage";
import type { SpacePencil } from "./pencil";
import type { SpaceScene } from "./scene";
import { add, origin, type Triple } from "./vectors";

/** How far a pointer finds points, pixels. */
const reach: Readonly<Record<string, number>> = { mouse: 12, pen: 14, touch: 24 };

const ways: Readonly<Record<string, Triple>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
};

/** A body that the pointer holds, and where. */
interface Hold {
  readonly name: string;
  readonly from: Triple;
  /** In the frame of the body. */
  point: Triple;
  /** Once the pointer has moved. */
  linkage: SpaceLinkage | null;
}

/** Leads the pencil in space by pointers, fingers and keys. */
export class SpaceHand extends Component implements PointerTarget {
  readonly element: HTMLElement;
  #target: Feature | null = null;
  /** The cursor of the keys, m; null until one is used. */
  #cursor: Triple | null = null;
  #hold: Hold | null = null;
  #spot: Vec = { x: 0, y: 0 };

  constructor(
    host: HTMLElement,
    readonly scene: SpaceScene,
    readonly pencil: SpacePencil,
    /** Opens the menu of what is selected. */
    readonly openMenu: () => void,
  ) {
    super();
    this.element = host;
    const gestures = new Gestures(host, this);
    // Handles listen to the picture itself, so they know before this whether the pointer is theirs.
    this.listen(host, "pointerdown", (event) => {
      if (scene.isHandled) return;
      event.preventDefault();
      gestures.down(event);
    });
    this.listen(host, "pointermove", (event) => gestures.move(event));
    this.listen(host, "pointerup", (event) => gestures.up(event));
    this.listen(host, "pointercancel", (event) => gestures.cancel(event));
    this.listen(host, "contextmenu", (event) => event.preventDefault());
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls the page
      event.preventDefault();
      this.zoom(Math.exp(-0.01 * event.deltaY));
    };
    this.listen(host, "wheel", onWheel, { passive: false });
  }

  /** Shows the drawing, with the points that the tool can take. */
  show(whole: SpaceDrawing = this.pencil.session.drawing): void {
    const { pencil } = this;
    const { session, tool, first, mode, height } = pencil;
    const { selected, selectedNames, aside } = session;
    const drawing = withoutHidden(whole, aside.hidden);
    const isSelecting = tool === "select";
    const marks = [first, isSelecting ? null : this.#target].flatMap((each) =>
      each ? [each.place] : [],
    );
    const isBody = drawing.bodies.some(({ name }) => name === selected);
    const isLocked = selectedNames.some((name) => aside.locked.has(name));
    const hasHandles = isSelecting && isBody && !isLocked && movesAsOne(whole, selectedNames);
    this.scene.show({
      ...{ drawing, selected: selectedNames, marks, mode, height },
      features: isSelecting ? [] : pencil.features(drawing),
      held: hasHandles ? selected : "",
    });
    this.element.dataset["tool"] = tool;
  }

  /** Whether a key was for the cursor. */
  key({ key, shiftKey }: KeyboardEvent): boolean {
    const { pencil } = this;
    const way = ways[key];
    const at = this.#cursor ?? [0, 0, pencil.height];
    if (way) {
      const step = shiftKey ? grid / 10 : grid;
      const moved = add(at, [step * way[0], step * way[1], pencil.height - at[2]]);
      this.#goTo(groundAt(snappedPlace(moved, step)));
    } else if (key === "Enter" && pencil.tool !== "select") {
      pencil.use(this.#target ?? groundAt([at[0], at[1], pencil.height]));
    } else return false;
    return true;
  }

  /** Goes on to the next point of a body, or to the next joint. */
  nextPoint(): void {
    const all = this.pencil.features();
    const index = all.findIndex(
      ({ body, id, at }) =>
        body === this.#target?.body &&
        id === this.#target.id &&
        at.join() === this.#target.at.join(),
    );
    const next = all[(index + 1) % Math.max(1, all.length)];
    if (next) this.#goTo(next);
  }

  #goTo(target: Feature): void {
    this.#cursor = target.place;
    this.#target = target;
    const [x, y, z] = target.place.map((each) => String(Number(each.toFixed(4)) + 0));
    const on = target.body === "ground" ? "" : `${target.body}, ${say.space.feature[target.id]}`;
    this.pencil.told.emit(say.space.at(x ?? "", y ?? "", z ?? "", on));
    this.show();
  }

  /** The point at a spot: of a body, else of the plane that is drawn on. */
  #featureAt(spot: Vec, pointer: string): Feature | null {
    const { pencil, scene } = this;
    const { height, tool } = pencil;
    let least = reach[pointer] ?? 12;
    let found: Feature | null = null;
    for (const feature of pencil.features()) {
      const { x, y } = minus(scene.eye.spotOf(feature.place), spot);
      const away = Math.hypot(x, y);
      if (away < least) [least, found] = [away, feature];
    }
    const isOnPlane = !found && tool !== "motor";
    const level = isOnPlane ? scene.eye.placeAt(spot, height) : null;
    return found ?? (level && groundAt(snappedPlace([level[0], level[1], height], grid)));
  }

  press(spot: Vec): void {
    const { pencil, scene } = this;
    this.element.focus({ preventScroll: true });
    this.#spot = spot;
    const name = pencil.tool === "select" ? scene.partAt(spot) : "";
    const { drawing, aside } = pencil.session;
    const body = drawing.bodies.find((each) => each.name === name);
    const isTaken = isHeld(drawing, name) && !aside.locked.has(name);
    const from = body && isTaken ? scene.eye.placeBeside(spot, body.r) : null;
    this.#hold = from && { name, from, point: origin, linkage: null };
  }

  hover(spot: Vec, { pointerType }: PointerEvent): void {
    if (pointerType === "touch" || this.pencil.tool === "select") return;
    this.#target = this.#featureAt(spot, pointerType);
    this.show();
  }

  drag(spot: Vec): void {
    if (this.#hold) return this.#moveBody(this.#hold, spot);
    this.scene.eye.turnBy(minus(spot, this.#spot));
    this.#spot = spot;
  }

  /** Moves a joined body, and with it the mechanism. */
  #moveBody(hold: Hold, spot: Vec): void {
    const { scene, pencil } = this;
    const { session } = pencil;
    const { name, from } = hold;
    if (!hold.linkage) {
      session.select(name);
      hold.linkage = new SpaceLinkage(session.drawing);
      hold.point = hold.linkage.pointOf(name, from);
    }
    const to = scene.eye.placeBeside(spot, from);
    if (!to) return;
    hold.linkage.pull(name, hold.point, to);
    this.show(session.posed(hold.linkage.poses));
  }

  release(spot: Vec, { pointerType, shiftKey }: PointerEvent, isClick: boolean): void {
    const { pencil, scene } = this;
    const { session } = pencil;
    const linkage = this.#hold?.linkage;
    this.#hold = null;
    if (linkage) {
      session.edit((model) => setPoses(model, linkage.poses));
      pencil.told.emit(say.moved(session.selected));
    } else if (!isClick) {
      return;
    } else if (pencil.tool === "select") {
      pencil.select(scene.partAt(spot), shiftKey || pencil.isAdding);
    } else {
      const target = this.#featureAt(spot, pointerType);
      if (target) pencil.use(target);
      else if (pencil.tool === "motor") pencil.refuse(say.space.needsJoint);
    }
  }

  /** A second finger came, or the browser took over: nothing was moved. */
  cancel(): void {
    if (!this.#hold?.linkage) return void (this.#hold = null);
    this.#hold = null;
    this.show();
  }

  menu(spot: Vec): void {
    const { pencil, scene } = this;
    const name = scene.partAt(spot);
    if (!pencil.session.selectedNames.includes(name)) pencil.select(name, false);
    this.openMenu();
  }

  pan(by: Vec): void {
    this.scene.eye.pan(by);
  }

  zoom(factor: number): void {
    this.scene.eye.zoom(factor);
  }
}
