import { MOUSE, TOUCH } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { isWhole, type Trajectory } from "../engine/trajectory";
import type { Figure } from "./figure";
import type { Swept } from "./swept";

/**
 * The reader's view of a figure. Until the reader moves it, it is as wide as the run needs. Spatial
 * views rotate, planar views shift and never tilt.
 */
export class StageView {
  #figure: Figure | null = null;
  #controls: OrbitControls | null = null;
  /** The reader has moved the view. */
  #isOwn = false;
  /** The space that the view shows, and the number of rows from which it was computed. */
  #seen: { readonly swept: Swept; readonly rows: number } | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly onChange: () => void,
  ) {}

  /** Shows another figure; `keeps` preserves the reader's view, if only lengths have changed. */
  take(figure: Figure, keeps: boolean): void {
    const former = this.#figure;
    if (!keeps) {
      this.#isOwn = false;
      this.#seen = null;
    }
    const { rig } = figure;
    const target = (this.#isOwn && this.#controls?.target.clone()) || rig.target;
    if (this.#isOwn && this.#seen) figure.fit(this.#seen.swept);
    this.#controls?.dispose();
    this.#figure = figure;
    const controls = new OrbitControls(rig.camera, this.canvas); // looks at the origin initially
    this.#controls = controls;
    controls.target.copy(target);
    rig.reset();
    if (this.#isOwn && former) {
      rig.camera.position.copy(former.rig.camera.position);
      rig.camera.zoom = former.rig.camera.zoom;
      rig.camera.updateProjectionMatrix();
    }
    controls.update();
    this.#setUp(controls, rig.isPlanar);
  }

  /**
   * Widens the view as the run grows. At the end of the run the view is as wide as the run needs;
   * until then it never becomes narrower, so that it does not jump while a parameter changes. It is
   * computed again when the number of rows has grown by half.
   */
  fit(trajectory: Trajectory): void {
    if (!this.#figure || this.#isOwn) return;
    const rows = trajectory.computed;
    const seen = this.#seen;
    const isOver = isWhole(trajectory);
    if (seen && !isOver && rows > seen.rows && rows < 1.5 * seen.rows) return;
    this.#seen = { swept: this.#figure.fit(isOver ? undefined : seen?.swept), rows };
    this.#lookAgain();
  }

  /** Returns to the view that the run needs. */
  reset(trajectory: Trajectory | null): void {
    if (!this.#figure) return;
    this.#isOwn = false;
    this.#seen = null;
    if (trajectory) this.fit(trajectory);
    this.#lookAgain();
  }

  /** Zooms in (factor > 1) or out. */
  zoom(factor: number): void {
    const camera = this.#figure?.rig.camera;
    if (!camera) return;
    this.#isOwn = true;
    camera.zoom = Math.min(8, Math.max(0.25, camera.zoom * factor));
    camera.updateProjectionMatrix();
    this.onChange();
  }

  /** Rotates a spatial view about the vertical by an angle, rad; shifts a planar view sideways. */
  turn(angle: number): void {
    if (!this.#figure || !this.#controls) return;
    const { camera, scale, width, isPlanar } = this.#figure.rig;
    const { target } = this.#controls;
    this.#isOwn = true;
    if (isPlanar) {
      const by = (angle * scale * width) / camera.zoom;
      camera.position.x += by;
      target.x += by;
    } else camera.position.sub(target).applyAxisAngle(camera.up, angle).add(target);
    this.#controls.update();
    this.onChange();
  }

  dispose(): void {
    this.#controls?.dispose();
  }

  #lookAgain(): void {
    if (!this.#figure) return;
    this.#figure.rig.reset();
    this.#controls?.target.copy(this.#figure.rig.target);
    this.#controls?.update();
    this.onChange();
  }

  #setUp(controls: OrbitControls, isPlanar: boolean): void {
    controls.enableZoom = false; // the wheel scrolls the page; + and - zoom
    controls.enablePan = isPlanar;
    controls.enableRotate = !isPlanar;
    if (isPlanar) {
      controls.mouseButtons = { LEFT: MOUSE.PAN };
      controls.touches = { ONE: TOUCH.PAN };
    }
    let isHeld = false;
    controls.addEventListener("start", () => (isHeld = true));
    controls.addEventListener("end", () => (isHeld = false));
    controls.addEventListener("change", () => {
      this.onChange();
      this.#isOwn ||= isHeld;
    });
    this.canvas.style.touchAction = "pan-y";
  }
}
