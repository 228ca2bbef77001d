import type { Trajectory } from "../engine/trajectory";
import { Figure } from "./figure";
import { paintFigure } from "./renderer";

/** A small picture of a model, painted into a canvas of its own. */
export class Thumbnail {
  readonly #figure: Figure;

  constructor(
    readonly canvas: HTMLCanvasElement,
    trajectory: Trajectory,
  ) {
    this.#figure = new Figure(trajectory, canvas, 1024);
    this.#figure.showsVectors = false;
    this.#figure.fit();
  }

  paint(t: number): void {
    this.#figure.pose(t);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    paintFigure(this.canvas, this.#figure, { width, height });
  }

  recolor(): void {
    this.#figure.recolor();
  }

  dispose(): void {
    this.#figure.dispose();
  }
}
