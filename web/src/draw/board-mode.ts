import { Component } from "../base/component";
import type { Clock } from "../study/clock";
import type { Lab } from "../element/lab";
import type { Experiment } from "../study/experiment";
import { isBlankDrawing } from "../models/own";
import { say } from "../words/drawing";

/** What a board needs of the simulation around it. */
export interface BoardPlace {
  readonly experiment: Experiment;
  readonly clock: Clock;
  /** Says a sentence to readers who do not see the board. */
  announce(sentence: string): void;
  /** The reader leaves the board. */
  onDone(): void;
}

/** A board: its element, and the inspector beside it. */
export interface AnyBoard extends Component {
  readonly inspector: Component;
  /** Gives it the keys. */
  focus(): void;
  /** Whether the motion is shown on the board itself, which then stays. */
  readonly showsMotion: boolean;
}

/** A drawing board in the place of a simulation's figure, until the motion is played or the reader is done. */
export class BoardMode extends Component {
  readonly element: HTMLElement;
  readonly board: AnyBoard;

  constructor(
    readonly lab: Lab,
    make: (place: BoardPlace) => AnyBoard,
    /** It was left. */
    readonly onDone: () => void,
  ) {
    super();
    const { experiment, clock, stagePanel } = lab;
    const board = make({
      ...{ experiment, clock },
      announce: (told) => lab.announce(told),
      onDone: () => this.#leave(),
    });
    this.board = this.own(board);
    this.element = board.element;
    clock.reset();
    clock.pause();
    stagePanel.element.before(this.element);
    stagePanel.element.after(board.inspector.element);
    lab.element.classList.add("is-drawing");
    this.follow(clock.changed, () => {
      const isRunning = clock.isPlaying || clock.time > 0;
      if (isRunning && !board.showsMotion) this.#leave();
    });
    this.atEnd(() => {
      lab.element.classList.remove("is-drawing");
      this.element.remove();
      board.inspector.element.remove();
    });
  }

  /** A drawing without a part has no figure to show: the board stays. */
  #leave(): void {
    const { clock, experiment } = this.lab;
    if (!isBlankDrawing(experiment.text)) return this.onDone();
    if (clock.isPlaying) clock.pause();
    if (clock.time > 0) clock.seek(0);
    this.lab.announce(say.noParts);
  }

  focus(): void {
    this.board.focus();
  }
}
