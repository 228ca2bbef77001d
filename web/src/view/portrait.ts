import type { PathMark } from "../../../bindings/js/figure/marks";
import type { Trajectory } from "../engine/trajectory";
import { Figure } from "./figure";
import type { Size } from "./grip";
import type { Painter } from "./painter";
import { VectorSink } from "./plane/vector-sink";

/** Paths and vectors are drawn if they are in the picture on the page. */
interface Shown {
  readonly vectors: boolean;
  readonly trails: boolean;
}

/** The figure of a run at one time for a file: its own colours and size, the view of the page. */
export class Portrait {
  readonly #figure: Figure;

  /** `host` gives the colours; `model` is the figure on the page, whose view it takes. */
  constructor(
    trajectory: Trajectory,
    host: Element,
    readonly painter: Painter,
    model: Figure,
    t: number,
    shown: Shown,
  ) {
    this.#figure = new Figure(trajectory, host, painter);
    this.#figure.fit();
    this.#figure.setShown("vectors", shown.vectors);
    this.#figure.setShown("trails", shown.trails);
    const { camera } = this.#figure.rig;
    camera.position.copy(model.rig.camera.position);
    camera.quaternion.copy(model.rig.camera.quaternion);
    camera.zoom = model.rig.camera.zoom;
    camera.updateProjectionMatrix();
    this.#figure.pose(t);
  }

  /** Shows another time of the run. */
  pose(t: number): void {
    this.#figure.pose(t);
  }

  get isPlanar(): boolean {
    return this.painter.vector !== undefined;
  }

  /** The figure as marks of this size, and units per metre; null for figures in space. */
  marks(size: Size, isBlack: boolean): { marks: readonly PathMark[]; scale: number } | null {
    if (!this.painter.vector) return null;
    const sink = new VectorSink(isBlack);
    const scale = this.painter.vector(this.#figure, size, sink);
    return { marks: sink.marks, scale };
  }

  /** The figure as a picture `width` pixels wide. */
  picture(size: Size, width: number, hasPaper: boolean): HTMLCanvasElement | null {
    const canvas = document.createElement("canvas");
    this.#figure.paper.group.visible = hasPaper;
    const share = width / (size.width * Math.min(window.devicePixelRatio, 2));
    return this.painter.paint(canvas, this.#figure, size, share) ? canvas : null;
  }

  dispose(): void {
    this.#figure.dispose();
  }
}
