import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import { sentence } from "../parts/problems";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { say } from "../words/drawing";
import { boardActions, shownKey, type BoardAction, type BoardCommands } from "./actions";
import { BoardCanvas } from "./canvas";
import { Inspector } from "./inspector";
import { mobilityOf } from "./mobility";
import { openPalette } from "./palette";
import { nameOf } from "./describe";
import { Pencil } from "./pencil";
import { DrawSession } from "./session";
import { toolIcon } from "./tool-icons";
import { tools, type ToolId } from "./tools";

/** Undo, redo, the text, the help, and the keys that lead on: these are the page's. */
const keysOfPage: readonly string[] = ["z", "y", "e", "?", "Tab"];

interface BoardPlace {
  readonly experiment: Experiment;
  readonly clock: Clock;
  /** Says a sentence to readers who do not see the board. */
  announce(sentence: string): void;
  /** The reader leaves the board. */
  onDone(): void;
}

/** The drawing board: tools, the plane, what is said of the drawing, and the inspector of the selected thing. */
export class Board extends Component implements BoardCommands {
  readonly element: HTMLElement;
  readonly inspector: Inspector;
  readonly session: DrawSession;
  readonly pencil: Pencil;
  readonly canvas: BoardCanvas;
  readonly #actions: readonly BoardAction[];
  readonly #tools = new Map<ToolId, HTMLButtonElement>();
  readonly #status = h("p", { class: "board-status", role: "status" });
  readonly #hint = h("p", { class: "board-hint" });

  constructor(readonly place: BoardPlace) {
    super();
    const { experiment } = place;
    const session = new DrawSession(experiment);
    this.session = session;
    this.atEnd(() => session.dispose());
    this.pencil = new Pencil(session);
    this.canvas = this.own(new BoardCanvas(session, this.pencil));
    this.inspector = this.own(new Inspector(session, this.pencil, () => this.canvas.grid));
    this.#actions = boardActions(this);
    this.element = h(
      "section",
      { class: "board", "aria-label": say.board },
      this.#makeTools(),
      h(
        "div",
        { class: "board-plane" },
        this.canvas.element,
        makeViewButtons(this),
        h("div", { class: "board-notes" }, this.#status, this.#hint),
      ),
    );
    this.listen(this.element, "keydown", (event) => this.#onKey(event));
    this.follow(this.pencil.told, (told) => place.announce(told));
    this.follow(this.pencil.changed, () => this.#show());
    this.follow(session.changed, () => this.#show());
    this.pencil.tool = session.drawing.things.length === 0 ? "rod" : "select";
    this.#show();
  }

  choose(tool: ToolId): void {
    this.pencil.choose(tool);
  }

  remove(): void {
    this.pencil.remove();
  }

  duplicate(): void {
    this.pencil.duplicate(this.canvas.grid);
  }

  /** Ends what is under way, then the tool, then the selection. */
  cancel(): void {
    const { pencil, session } = this;
    if (pencil.isBusy) pencil.cancel();
    else if (pencil.tool !== "select") pencil.choose("select");
    else session.select("");
  }

  nextPoint(): void {
    this.canvas.cursor.next();
  }

  nextPart(): void {
    const { things } = this.session.drawing;
    const at = things.findIndex(({ name }) => name === this.session.selectedName);
    const next = things[(at + 1) % Math.max(1, things.length)];
    if (!next) return;
    this.session.select(next.name);
    this.place.announce(say.selected(nameOf(next)));
  }

  zoom(factor: number): void {
    this.canvas.zoom(factor);
  }

  showAll(): void {
    this.canvas.showAll();
  }

  play(): void {
    this.place.clock.play();
  }

  done(): void {
    this.place.onDone();
  }

  #makeTools(): HTMLElement {
    const makeTool = ({ id, key }: (typeof tools)[number]): HTMLElement => {
      const name = say.tool[id];
      const tool = button(
        { class: "quiet square", "aria-label": name, title: `${name} (${shownKey(key)})` },
        [toolIcon(id)],
        () => this.choose(id),
      );
      this.#tools.set(id, tool);
      return tool;
    };
    const palette = button(
      { class: "quiet square", "aria-label": say.allActions, title: `${say.allActions} (/)` },
      [toolIcon("actions")],
      () => this.#openPalette(),
    );
    const done = button(
      { class: "secondary small board-done", title: `${say.doneTitle} (W)` },
      [say.done],
      () => this.done(),
    );
    return h(
      "div",
      {
        class: "board-tools",
        role: "toolbar",
        "aria-label": say.tools,
        "aria-orientation": "vertical",
      },
      ...tools.map(makeTool),
      palette,
      done,
    );
  }

  #openPalette(): void {
    openPalette(this.element, this.#actions);
  }

  #onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isField) return;
    if (!keysOfPage.includes(event.key)) event.stopPropagation(); // the figure has other uses for it
    if (target === this.canvas.element && this.canvas.key(event)) return event.preventDefault();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
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
    for (const [id, each] of this.#tools) each.setAttribute("aria-pressed", String(id === tool));
    setText(this.#hint, say.hint[tool]);
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
    view(say.zoomIn, "+", "+", () => board.zoom(1.25)),
    view(say.zoomOut, "-", "−", () => board.zoom(0.8)),
    view(say.showAll, "a", "⤢", () => board.showAll()),
  );
}

/** How a drawing can move, or what is wrong with it. */
function statusOf(session: DrawSession): string {
  const [first] = session.errors;
  if (!session.model) return say.noJson;
  if (first) return sentence(first);
  const mobility = session.description && mobilityOf(session.drawing, session.description);
  if (!mobility) return say.reading;
  if (session.drawing.things.length + session.drawing.others.length === 0) return say.noParts;
  const { freedom, driven, redundant, where, loose } = mobility;
  const sentences = [
    say.canMove(freedom),
    driven > 0 ? say.driven(driven) : "",
    redundant > 0 ? say.redundant(redundant, where.join(", ")) : "",
    loose.length > 0 ? say.loose(loose.join(", ")) : "",
  ];
  return sentences.filter((each) => each !== "").join(" ");
}
