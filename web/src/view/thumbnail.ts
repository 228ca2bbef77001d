import type { Trajectory } from "../engine/trajectory";
import { Figure } from "./figure";
import { drawFigure, sharedRenderer } from "./renderer";

/** A small picture of a model, painted into a canvas of its own. */
export class Thumbnail {
  readonly #figure: Figure;

  constructor(
    readonly canvas: HTMLCanvasElement,
    trajectory: Trajectory,
  ) {
    this.#figure = new Figure(trajectory, 1024);
    this.#figure.showsVectors = false;
  }

  paint(t: number): void {
    const renderer = sharedRenderer();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!renderer || width === 0 || height === 0) return;
    this.#figure.pose(t);
    drawFigure(renderer, this.#figure, width, height);
    const source = renderer.domElement;
    this.canvas.width = source.width;
    this.canvas.height = source.height;
    this.canvas.getContext("2d")?.drawImage(source, 0, 0);
  }

  recolor(): void {
    this.#figure.recolor();
  }

  dispose(): void {
    this.#figure.dispose();
  }
}
