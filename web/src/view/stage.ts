import type { Trajectory } from "../engine/trajectory";
import { Figure, isSameScene } from "./figure";
import type { Hold, Size } from "./grip";
import { Freshness } from "./freshness";
import { Portrait } from "./portrait";
import { ShownRun } from "./shown-run";
import { Sight } from "./sight";
import { StageView } from "./stage-view";

/** Parts of the picture besides the mechanism. */
interface Overlays {
  readonly vectors: boolean;
  readonly trails: boolean;
  /** Another run, drawn as a faint mechanism. */
  readonly ghost: Trajectory | null;
}

/** The main picture. It follows a trajectory and redraws only if something has changed. */
export class Stage {
  readonly canvas = document.createElement("canvas");
  readonly view: StageView;
  readonly sight: Sight;
  readonly shown = new ShownRun();
  readonly fresh: Freshness;
  /** The hands that hold bodies at a time. */
  holds: (t: number) => readonly Hold[] = () => [];
  #figure: Figure | null = null;
  #overlays: Overlays = { vectors: true, trails: true, ghost: null };
  #time = 0;
  /** Size of the canvas on the page. It is stored, because reading it forces a layout. */
  #size: Size = { width: 0, height: 0 };
  readonly #observer: ResizeObserver;

  /** Draws into `host`, which must have a definite size. */
  constructor(readonly host: HTMLElement) {
    const { canvas } = this;
    host.append(canvas);
    this.fresh = new Freshness(host);
    this.view = new StageView(canvas, () => this.fresh.touch());
    this.sight = new Sight(
      canvas,
      () => this.#figure,
      () => this.#size,
    );
    canvas.addEventListener("wheel", (event) => zoomByPinch(event, this.view), { passive: false });
    this.#observer = new ResizeObserver(() => {
      this.#size = sizeOf(canvas);
      this.fresh.touch();
    });
    this.#observer.observe(host);
    this.#observer.observe(canvas);
  }

  /** Shows this run when it has its first row. */
  show(trajectory: Trajectory): void {
    this.shown.show(trajectory);
    this.overlay({});
  }

  /**
   * Shows another motion, without paths and vectors, instead of the run; null shows the run again.
   */
  showInstead(motion: Trajectory | null): void {
    this.shown.lend(motion);
    this.overlay({});
  }

  /**
   * Shows or hides vectors, paths and the faint mechanism of another run; missing members stay
   * unchanged.
   */
  overlay(changes: Partial<Overlays>): void {
    this.#overlays = { ...this.#overlays, ...changes };
    const { isLent } = this.shown;
    this.#figure?.ghost.show(isLent ? null : this.#overlays.ghost);
    for (const what of ["vectors", "trails"] as const)
      this.#figure?.setShown(what, this.#overlays[what] && !isLent);
    this.fresh.touch();
  }

  /** Dims all bodies except those with these names; null: dims none. */
  light(names: readonly string[] | null): void {
    this.#figure?.light(names);
    this.fresh.touch();
  }

  seek(t: number): void {
    if (t === this.#time) return;
    this.#time = t;
    this.fresh.touch();
  }

  recolor(): void {
    this.#figure?.recolor();
    this.fresh.touch();
  }

  /** Redraws if anything has changed since the last call. */
  draw(): void {
    this.#adopt();
    const { current } = this.shown;
    if (this.#size.width === 0 || this.#size.height === 0) return; // hidden, as below a drawing board
    const now = performance.now();
    const share = this.#figure && current ? this.fresh.shareFor(current, now) : 0;
    if (!current || share === 0) return;
    if (this.fresh.hasNewRows(current)) this.view.fit(current);
    if (this.#paint(share)) this.fresh.drawn(current, share, now);
  }

  /** Draws now and in full; false if there is nothing to draw. */
  paint(): boolean {
    this.#adopt();
    const { current } = this.shown;
    if (!this.#figure || !current) return false;
    this.view.fit(current);
    this.#size = sizeOf(this.canvas);
    return this.#paint(1);
  }

  /** The present figure for a file, in the colours of `host`; null if there is none. */
  portrait(host: Element): Portrait | null {
    const { current } = this.shown;
    const figure = this.#figure;
    if (!figure || !current) return null;
    return new Portrait(current, host, figure.painter, figure, this.#time, this.#overlays);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.view.dispose();
    this.#figure?.dispose();
    this.canvas.remove();
  }

  #paint(share: number): boolean {
    const figure = this.#figure;
    figure?.pose(this.#time, this.holds(this.#time));
    return figure?.painter.paint(this.canvas, figure, this.#size, share) ?? false;
  }

  /**
   * Continues with the next motion if it can be drawn. The figure is kept if its scene is the same.
   */
  #adopt(): void {
    const known = this.shown.current?.scene;
    const trajectory = this.shown.advance();
    const { painter } = this.shown;
    if (!trajectory || !painter) return;
    this.fresh.restart();
    if (this.#figure && known && isSameScene(known, trajectory.scene))
      return this.#figure.follow(trajectory);
    const keepsView =
      known !== undefined &&
      JSON.stringify(known.camera) === JSON.stringify(trajectory.scene.camera);
    const former = this.#figure;
    const shadowSize = this.host.clientWidth > 640 ? 2048 : 1024;
    this.#figure = new Figure(trajectory, this.host, painter, shadowSize);
    this.view.take(this.#figure, keepsView);
    former?.dispose();
    this.overlay({});
  }
}

/** A pinch on a trackpad is a wheel with the control key. The wheel alone scrolls the page. */
function zoomByPinch(event: WheelEvent, view: StageView): void {
  if (!event.ctrlKey) return;
  event.preventDefault();
  view.zoom(Math.exp(-0.01 * event.deltaY));
}

const sizeOf = ({ clientWidth, clientHeight }: Element): Size => ({
  width: clientWidth,
  height: clientHeight,
});
