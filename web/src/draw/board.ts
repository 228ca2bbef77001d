import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import { sentence } from "../parts/problems";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { say } from "../words/drawing";
import { boardActions, shownKey, type BoardAction, type BoardCommands } from "./actions";
import type { AnyBoard, BoardPlace } from "./board-mode";
import { BoardCanvas } from "./canvas";
import { CircuitBar } from "./circuit-bar";
import { isSchematic, LiveRun } from "./live-run";
import { leaveGroup } from "./group-commands";
import { GroupPath } from "./group-path";
import { Inspector } from "./inspector";
import { mobilityOf } from "./mobility";
import { openPalette } from "./palette";
import { nameOf } from "./describe";
import { Pencil } from "./pencil";
import { listenToPictures } from "./picture-drop";
import { DrawSession } from "./session";
import { bodiesOf, isTwoPole, terminalsOf, ungrouped } from "./things";
import { Toolbar } from "./toolbar";
import type { ToolId } from "./tools";

/** Undo, redo, the text, the help, and the keys that lead on: these are the page's. */
const keysOfPage: readonly string[] = ["z", "y", "e", "?", "Tab"];

/** The drawing board: tools, the plane, what is said of the drawing, and the inspector of the selected thing. */
export class Board extends Component implements BoardCommands, AnyBoard {
  readonly element: HTMLElement;
  readonly inspector: Inspector;
  readonly session: DrawSession;
  readonly pencil: Pencil;
  readonly canvas: BoardCanvas;
  readonly #actions: readonly BoardAction[];
  readonly #toolbar: Toolbar;
  readonly #status = h("p", { class: "board-status", role: "status" });
  readonly #hint = h("p", { class: "board-hint" });

  constructor(readonly place: BoardPlace) {
    super();
    const { experiment } = place;
    const session = new DrawSession(experiment);
    this.session = session;
    this.atEnd(() => session.dispose());
    this.pencil = new Pencil(session);
    const live = new LiveRun(session, place.clock);
    this.pencil.mover.isRunning = () => live.isOn;
    this.canvas = this.own(new BoardCanvas(session, this.pencil, live, () => this.#openMenu()));
    const takePicture = async (file: File): Promise<void> => {
      const { center, width, scale } = this.canvas.window;
      const isTaken = await session.aside.photo.take(file, center, (0.9 * width) / scale);
      place.announce(isTaken ? say.added(say.photo.name) : say.photo.fault);
    };
    this.inspector = this.own(
      new Inspector(session, this.pencil, {
        grid: () => this.canvas.grid,
        onPicture: (file) => void takePicture(file),
      }),
    );
    this.#actions = boardActions(this);
    this.#toolbar = this.#makeToolbar();
    this.element = h(
      "section",
      { class: "board", "aria-label": say.board },
      this.#toolbar.element,
      h(
        "div",
        { class: "board-plane" },
        this.canvas.element,
        this.own(new CircuitBar(this.canvas)).element,
        this.own(new GroupPath(session)).element,
        makeViewButtons(this),
        h("div", { class: "board-notes" }, this.#status, this.#hint),
      ),
    );
    this.listen(this.element, "keydown", (event) => this.#onKey(event));
    this.atEnd(listenToPictures(this.element, (file) => void takePicture(file)));
    this.follow(this.pencil.told, (told) => place.announce(told));
    this.follow(this.pencil.changed, () => this.#show());
    this.follow(session.changed, () => this.#show());
    this.follow(place.clock.changed, () => this.#show());
    const { things, others } = session.drawing;
    const isEmpty = things.length + others.length === 0 && statusOf(session) !== say.onlyFormulas;
    this.pencil.tool = isEmpty ? "rod" : "select";
    this.#show();
  }

  /** The motion of a schematic is shown where it is drawn. */
  get showsMotion(): boolean {
    return isSchematic(this.session.drawing);
  }

  focus(): void {
    this.canvas.element.focus({ preventScroll: true });
  }

  choose(tool: ToolId): void {
    if (tool !== "select" && this.canvas.live.isOn) this.place.clock.reset(); // what is drawn is its start
    this.pencil.choose(tool);
  }

  /** Ends what is under way, then the tool, then the selection. */
  cancel(): void {
    const { pencil, session } = this;
    if (pencil.isBusy) pencil.cancel();
    else if (this.canvas.live.isOn) this.place.clock.reset();
    else if (pencil.tool !== "select") pencil.choose("select");
    else if (session.selectedNames.length > 0) session.select("");
    else leaveGroup(this.pencil);
  }

  nextPoint(): void {
    this.canvas.cursor.next();
  }

  nextPart(): void {
    const { things } = this.session.shown;
    const at = things.findIndex(({ name }) => name === this.session.selectedName);
    const next = things[(at + 1) % Math.max(1, things.length)];
    if (!next) return;
    this.session.select(next.name);
    this.place.announce(say.selected(nameOf(next)));
  }

  play(): void {
    this.place.clock.toggle();
  }

  done(): void {
    this.place.onDone();
  }

  choosePhoto(): void {
    this.session.select("");
    this.inspector.photo.choose();
  }

  #makeToolbar(): Toolbar {
    const palette = button(
      {
        ...{ class: "secondary small", "aria-label": say.allActions },
        title: `${say.allActions} (/)`,
      },
      [say.actions],
      () => this.#openPalette(),
    );
    const done = button(
      { class: "secondary small board-done", title: `${say.doneTitle} (W)` },
      [say.done],
      () => this.done(),
    );
    return new Toolbar((tool) => this.choose(tool), palette, done);
  }

  #openPalette(): void {
    openPalette(this.element, this.#actions);
  }

  /** What can be done with the selection. */
  #openMenu(): void {
    openPalette(
      this.element,
      this.#actions.filter(({ isForSelection }) => isForSelection),
    );
  }

  #onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isField) return;
    if (!keysOfPage.includes(event.key)) event.stopPropagation(); // the figure has other uses for it
    if (target === this.canvas.element && this.canvas.key(event)) return event.preventDefault();
    const isLetter = event.key.length === 1 && !event.shiftKey;
    const key = isLetter ? event.key.toLowerCase() : event.key;
    const isDelete = key === "Backspace";
    const action = this.#actions.find((each) => each.key === (isDelete ? "Delete" : key));
    if (key === "/") this.#openPalette();
    else if (action) action.act();
    else return;
    event.preventDefault();
  }

  #show(): void {
    const { pencil, session } = this;
    const { tool } = pencil;
    this.#toolbar.show(tool);
    setText(this.#hint, pencil.refused || (this.canvas.live.isOn ? say.runHint : say.hint[tool]));
    this.#hint.classList.toggle("is-fault", pencil.refused !== "");
    const isFaulty = session.errors.length > 0 || session.model === null;
    this.#status.classList.toggle("is-fault", isFaulty);
    setText(this.#status, statusOf(session));
  }
}

function makeViewButtons(board: BoardCommands): HTMLElement {
  const view = (label: string, key: string, sign: string, act: () => void): HTMLElement =>
    button(
      { class: "quiet square", "aria-label": label, title: `${label} (${shownKey(key)})` },
      [h("span", { class: "glyph", "aria-hidden": "true" }, sign)],
      act,
    );
  return h(
    "div",
    { class: "board-view" },
    view(say.zoomIn, "+", "+", () => board.canvas.zoom(1.25)),
    view(say.zoomOut, "-", "−", () => board.canvas.zoom(0.8)),
    view(say.showAll, "a", "⤢", () => board.canvas.showAll()),
  );
}

/** How a drawing can move, or what is wrong with it. */
function statusOf(session: DrawSession): string {
  const [first] = session.errors;
  if (!session.model) return say.noJson;
  const ends = terminalsOf(session.whole);
  const isFloating = ends.length > 0 && !ends.some(({ net }) => net === "ground");
  if (first) return isFloating ? say.noEarth : sentence(first);
  const mobility = session.description && mobilityOf(session.whole, session.description);
  if (!mobility) return say.reading;
  if (session.drawing.things.length + session.drawing.others.length === 0)
    return session.found.outlines(session.drawing).length > 0 ? say.onlyFormulas : say.noParts;
  const { freedom, driven, redundant, where, loose } = mobility;
  const { drawing } = session;
  const elements = ungrouped(drawing.things).filter(isTwoPole);
  const isOnlyCircuit = isSchematic(drawing) && bodiesOf(drawing).length === 0;
  const sentences = [
    isOnlyCircuit || freedom === null
      ? ""
      : drawing.others.length > 0
        ? say.freedom(freedom)
        : say.canMove(freedom),
    elements.length > 0
      ? say.circuit(elements.length, new Set(ends.map(({ net }) => net)).size)
      : "",
    isFloating ? say.noEarth : "",
    driven > 0 ? say.driven(driven) : "",
    redundant > 0 ? say.redundant(redundant, where.join(", ")) : "",
    loose.length > 0 ? say.loose(loose.join(", ")) : "",
  ];
  return sentences.filter((each) => each !== "").join(" ");
}
