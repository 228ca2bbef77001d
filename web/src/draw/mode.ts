import { Component } from "../base/component";
import type { Lab } from "../element/lab";
import { makeSheet } from "../element/sheet";
import board from "../styles/board.css?inline";
import arrange from "../styles/board-arrange.css?inline";
import kinematics from "../styles/board-kinematics.css?inline";
import circuit from "../styles/board-circuit.css?inline";
import inspector from "../styles/board-inspector.css?inline";
import plane from "../styles/board-plane.css?inline";
import { isBlankDrawing } from "../models/own";
import { loadDrawingWords, say } from "../words/drawing";
import { Board } from "./board";
import { isSchematic } from "./live-run";

let sheet: CSSStyleSheet | undefined;

/** The drawing board in the place of a simulation's figure, until the motion is played or the reader is done. */
export class DrawMode extends Component {
  readonly element: HTMLElement;
  readonly board: Board;

  constructor(
    readonly lab: Lab,
    /** It was left. */
    readonly onDone: () => void,
  ) {
    super();
    const { experiment, clock, stagePanel } = lab;
    this.board = this.own(
      new Board({
        experiment,
        clock,
        announce: (told) => lab.announce(told),
        onDone: () => this.#leave(),
      }),
    );
    this.element = this.board.element;
    adopt(lab.element);
    clock.reset();
    clock.pause();
    stagePanel.element.before(this.element);
    stagePanel.element.after(this.board.inspector.element);
    lab.element.classList.add("is-drawing");
    this.follow(clock.changed, () => {
      const isRunning = clock.isPlaying || clock.time > 0;
      if (isRunning && !isSchematic(this.board.session.drawing)) this.#leave();
    });
    this.atEnd(() => {
      lab.element.classList.remove("is-drawing");
      this.element.remove();
      this.board.inspector.element.remove();
    });
  }

  /** A drawing without a thing has no figure to show: the board stays. */
  #leave(): void {
    const { clock, experiment } = this.lab;
    if (!isBlankDrawing(experiment.text)) return this.onDone();
    if (clock.isPlaying) clock.pause();
    if (clock.time > 0) clock.seek(0);
    this.lab.announce(say.noParts);
  }

  focus(): void {
    this.board.canvas.element.focus({ preventScroll: true });
  }
}

/** Opens the board on a simulation. */
export async function openDrawMode(lab: Lab, onDone: () => void): Promise<DrawMode> {
  await loadDrawingWords();
  return new DrawMode(lab, onDone);
}

function adopt(element: HTMLElement): void {
  sheet ??= makeSheet(board + plane + circuit + inspector + arrange + kinematics);
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
