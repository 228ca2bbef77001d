import { Component } from "../../base/component";
import { button, freshId, h, setText } from "../../base/dom";
import { sentence } from "../../parts/problems";
import { say } from "../../words/drawing";
import { shownKey, type BoardAction } from "../actions";
import type { AnyBoard, BoardPlace } from "../board-mode";
import { openPalette } from "../palette";
import { toolIcon } from "../tool-icons";
import { makePlanar } from "./commands";
import { movedWith } from "./copies";
import { grid, partsOf, type Pose } from "./drawing";
import { setPoses } from "./edit";
import { SpaceHand } from "./hand";
import { SpacePanel } from "./panel";
import { SpacePencil, type Offer } from "./pencil";
import { SpaceScene } from "./scene";
import {
  duplicateSelected,
  hideSelected,
  lockSelected,
  removeSelected,
  selectAll,
  showHidden,
  toggleAdding,
} from "./selection";
import { SpaceSession } from "./session";
import { spaceTools, type SpaceTool } from "./tools";

/** Undo, redo, the text, the help, and the keys that lead on: these are the page's. */
const keysOfPage: readonly string[] = ["z", "y", "e", "?", "Tab"];

/** The drawing board in space: tools, the view with its handles, what is said of the drawing, and the inspector. */
export class SpaceBoard extends Component implements AnyBoard {
  readonly element: HTMLElement;
  readonly inspector: SpacePanel;
  readonly session: SpaceSession;
  readonly pencil: SpacePencil;
  readonly canvas: HTMLElement;
  readonly showsMotion = false;
  readonly #scene: SpaceScene;
  readonly #hand: SpaceHand;
  readonly #actions: readonly BoardAction[];
  readonly #tools = new Map<SpaceTool, HTMLElement>();
  readonly #status = h("p", { class: "board-status", role: "status" });
  readonly #hint = h("p", { class: "board-hint" });

  constructor(readonly place: BoardPlace) {
    super();
    const session = new SpaceSession(place.experiment);
    this.session = session;
    this.pencil = new SpacePencil(session, (offers) => this.#ask(offers));
    this.inspector = this.own(new SpacePanel(this.pencil));
    const keys = h("p", { id: freshId("board"), class: "visually-hidden" }, say.space.keys);
    this.canvas = h(
      "div",
      {
        ...{ class: "board-canvas", tabindex: 0, role: "application", "aria-label": say.board },
        "aria-describedby": keys.id,
      },
      keys,
    );
    this.#scene = new SpaceScene(this.canvas, (...moved) => this.#onMoved(...moved));
    this.canvas.prepend(this.#scene.canvas);
    this.#hand = this.own(
      new SpaceHand(this.canvas, this.#scene, this.pencil, () => this.#openMenu()),
    );
    this.#actions = this.#makeActions();
    this.element = this.#layOut();
    this.listen(this.element, "keydown", (event) => this.#onKey(event));
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.canvas;
      if (clientWidth > 0 && clientHeight > 0) this.#scene.resize(clientWidth, clientHeight);
    });
    observer.observe(this.canvas);
    this.atEnd(
      () => session.dispose(),
      () => this.#scene.dispose(),
      () => observer.disconnect(),
    );
    this.follow(this.pencil.told, (told) => place.announce(told));
    this.follow(this.pencil.changed, () => this.#show());
    this.follow(session.changed, () => this.#show());
    if (session.drawing.bodies.length === 0) this.pencil.tool = "rod";
    this.#show();
  }

  #makeActions(): readonly BoardAction[] {
    const { pencil } = this;
    const action = (name: string, key: string, act: () => void): BoardAction => ({
      name,
      key,
      act,
    });
    const own = (...given: Parameters<typeof action>): BoardAction => ({
      ...action(...given),
      isForSelection: true,
    });
    return [
      ...spaceTools.map(({ id, key }) => action(say.space.tool[id], key, () => pencil.choose(id))),
      own(say.remove, "Delete", () => removeSelected(pencil)),
      own(say.duplicate, "c", () => duplicateSelected(pencil)),
      own(say.space.handles.translate, "g", () => this.#setMode("translate")),
      own(say.space.handles.rotate, "t", () => this.#setMode("rotate")),
      own(say.lock, "K", () => lockSelected(pencil)),
      own(say.hide, "H", () => hideSelected(pencil)),
      own(say.showHidden, "Q", () => showHidden(pencil)),
      own(say.selectAll, "A", () => selectAll(pencil)),
      own(say.addToSelection, "Y", () => toggleAdding(pencil)),
      action(say.space.raise, "PageUp", () => pencil.raise(grid)),
      action(say.space.lower, "PageDown", () => pencil.raise(-grid)),
      action(say.space.inPlane, "", () => makePlanar(pencil) && this.place.onDone()),
      action(say.nextPoint, "n", () => this.#hand.nextPoint()),
      action(say.nextPart, "o", () => this.#nextPart()),
      action(say.space.turnLeft, "[", () => this.#scene.eye.turn(Math.PI / 12)),
      action(say.space.turnRight, "]", () => this.#scene.eye.turn(-Math.PI / 12)),
      action(say.zoomIn, "+", () => this.#scene.eye.zoom(1.25)),
      action(say.zoomOut, "-", () => this.#scene.eye.zoom(0.8)),
      action(say.cancel, "Escape", () => pencil.cancel()),
      action(say.play, "k", () => this.place.clock.toggle()),
      action(say.done, "w", () => this.place.onDone()),
    ];
  }

  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  #layOut(): HTMLElement {
    for (const { id, key, icon } of spaceTools) {
      const name = say.space.tool[id];
      const title = `${name} (${shownKey(key)})`;
      this.#tools.set(
        id,
        button(
          { class: "quiet tool", "aria-label": name, "aria-pressed": "false", title },
          [toolIcon({ icon }), h("span", {}, name)],
          () => this.pencil.choose(id),
        ),
      );
    }
    const palette = button(
      { class: "secondary small", "aria-label": say.allActions, title: `${say.allActions} (/)` },
      [say.actions],
      () => openPalette(this.element, this.#actions),
    );
    const done = button(
      { class: "secondary small board-done", title: `${say.doneTitle} (W)` },
      [say.done],
      () => this.place.onDone(),
    );
    const view = (label: string, sign: string, act: () => void): HTMLElement =>
      button({ class: "quiet square", "aria-label": label, title: label }, [sign], act);
    return h(
      "section",
      { class: "board", "aria-label": say.board },
      h(
        "div",
        { class: "board-tools", role: "toolbar", "aria-label": say.tools },
        h("div", { class: "tool-row" }, h("div", { class: "tool-group" }, ...this.#tools.values())),
        h("div", { class: "tool-ends" }, palette, done),
      ),
      h(
        "div",
        { class: "board-plane" },
        this.canvas,
        h(
          "div",
          { class: "board-view" },
          view(say.zoomIn, "+", () => this.#scene.eye.zoom(1.25)),
          view(say.zoomOut, "−", () => this.#scene.eye.zoom(0.8)),
          view(say.space.raise, "↑", () => this.pencil.raise(grid)),
          view(say.space.lower, "↓", () => this.pencil.raise(-grid)),
        ),
        h("div", { class: "board-notes" }, this.#status, this.#hint),
      ),
    );
  }

  #setMode(mode: "translate" | "rotate"): void {
    this.pencil.mode = mode;
    this.pencil.told.emit(say.space.handles[mode]);
    this.pencil.changed.emit(this.pencil);
  }

  /** Handles move a body, and all others of the selection with it. */
  #onMoved(name: string, pose: Pose, isDone: boolean): void {
    const { session } = this;
    const poses = movedWith(session.drawing, session.selectedNames, name, pose);
    if (isDone) session.edit((model) => setPoses(model, poses));
    else this.#hand.show(session.posed(poses));
  }

  #nextPart(): void {
    const { session, pencil } = this;
    const names = partsOf(session.shown).map(({ name }) => name);
    const next = names[(names.indexOf(session.selected) + 1) % Math.max(1, names.length)];
    if (next !== undefined) pencil.select(next);
  }

  /** What can be done with the selection. */
  #openMenu(): void {
    openPalette(
      this.element,
      this.#actions.filter(({ isForSelection }) => isForSelection),
    );
  }

  /** Lets the reader choose among some. */
  #ask(offers: readonly Offer[]): void {
    openPalette(
      this.element,
      offers.map(({ name, act }) => ({
        ...{ name, key: "" },
        act: () => {
          act();
          this.canvas.focus();
        },
      })),
    );
  }

  #onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isField) return;
    if (!keysOfPage.includes(event.key)) event.stopPropagation();
    if (target === this.canvas && this.#hand.key(event)) return event.preventDefault();
    const key = event.key === "Backspace" ? "Delete" : event.key;
    const action = this.#actions.find((each) => each.key === key);
    if (key === "/") openPalette(this.element, this.#actions);
    else if (action) action.act();
    else return;
    event.preventDefault();
  }

  #show(): void {
    const { pencil, session } = this;
    for (const [id, tool] of this.#tools) {
      const isChosen = id === pencil.tool;
      const isNew = isChosen && tool.getAttribute("aria-pressed") !== "true";
      tool.setAttribute("aria-pressed", String(isChosen));
      if (isNew) tool.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    this.#hand.show();
    const height = pencil.height === 0 ? "" : ` ${say.space.heightIs(String(pencil.height))}`;
    setText(this.#hint, pencil.refused || say.space.hint[pencil.tool] + height);
    this.#hint.classList.toggle("is-fault", pencil.refused !== "");
    const { status, problems, description } = session.experiment;
    const fault = problems.find(({ severity }) => severity === "error");
    const isFaulty = status === "refused" && fault !== undefined;
    this.#status.classList.toggle("is-fault", isFaulty || !session.model);
    const freedom = description?.report?.degreesOfFreedom ?? null;
    const said = isFaulty
      ? sentence(fault)
      : session.drawing.bodies.length === 0
        ? say.noParts
        : freedom === null
          ? say.reading
          : say.canMove(freedom);
    setText(this.#status, session.model ? said : say.noJson);
  }
}
