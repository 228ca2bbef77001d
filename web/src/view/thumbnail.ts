import type { Trajectory } from "../engine/trajectory";
import { Figure } from "./figure";
import type { Painter } from "./painter";

/** A small picture of a model, painted into a separate canvas. */
export class Thumbnail {
  readonly #figure: Figure;

  constructor(
    readonly canvas: HTMLCanvasElement,
    trajectory: Trajectory,
    painter: Painter,
  ) {
    this.#figure = new Figure(trajectory, canvas, painter, 1024);
    this.#figure.setShown("vectors", false);
    this.#figure.fit();
  }

  paint(t: number): void {
    this.#figure.pose(t);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.#figure.painter.paint(this.canvas, this.#figure, { width, height }, 1);
  }

  recolor(): void {
    this.#figure.recolor();
  }

  dispose(): void {
    this.#figure.dispose();
  }
}
