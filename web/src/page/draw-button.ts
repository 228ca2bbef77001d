import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { BoardMode } from "../draw/board-mode";
import type { Lab } from "../element/lab";
import { isBlankDrawing } from "../models/own";
import { titleOf } from "../parts/hotkeys";
import { icon } from "../parts/icons";
import { words } from "../words/words";
import { showNote } from "./note";

/** The button that opens the drawing board, for models in the plane. The board is loaded when it is first opened. */
export class DrawButton extends Component {
  readonly element: HTMLElement;
  #mode: BoardMode | null = null;
  #isOpening = false;

  constructor(
    readonly lab: Lab,
    /** The board was opened or closed. */
    readonly onChange: (isOpen: boolean) => void,
  ) {
    super();
    this.element = button(
      { class: "quiet square", "aria-label": words.draw, title: titleOf("draw"), hidden: true },
      [icon("draw")],
      () => void this.open(),
    );
    lab.stagePanel.addTool(this.element);
    this.follow(lab.experiment.started, () => (this.element.hidden = !this.isUsable));
    let isFirst = true;
    this.follow(lab.experiment.described, () => {
      if (isFirst && isBlankDrawing(lab.experiment.text)) void this.open();
      isFirst = false;
    });
    this.atEnd(() => this.#mode?.dispose());
  }

  get isDrawing(): boolean {
    return this.#mode !== null;
  }

  /** Whether the model is one in the plane, or has bodies in space that a board can draw. */
  get isUsable(): boolean {
    const { trajectory, text } = this.lab.experiment;
    const isPlanar = trajectory?.scene.camera.kind === "planar";
    return isPlanar || /"porthos:(rod|box|ball|cylinder|rigid-body)"/.test(text);
  }

  async open(): Promise<void> {
    if (this.#mode || this.#isOpening) return;
    this.#isOpening = true;
    try {
      const { openDrawMode } = await import("../draw/mode");
      this.#mode = await openDrawMode(this.lab, () => this.close());
      this.onChange(true);
      this.#mode.focus();
    } catch {
      showNote(words.boardNotLoaded);
    } finally {
      this.#isOpening = false;
    }
  }

  /** Who came from the board looks for the way back. */
  #showName(): void {
    if (!this.element.classList.contains("square")) return;
    this.element.classList.remove("square");
    this.element.append(h("span", {}, words.draw));
  }

  close(): void {
    const mode = this.#mode;
    this.#mode = null;
    mode?.dispose();
    if (!mode) return;
    this.onChange(false);
    this.#showName();
    this.element.focus({ preventScroll: true });
  }
}
