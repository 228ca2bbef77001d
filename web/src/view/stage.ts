import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Trajectory } from "../engine/trajectory";
import { Figure, isSameScene } from "./figure";
import { Quality } from "./quality";
import { canDraw, paintFigure } from "./renderer";

/** The large picture: follows a trajectory, can be turned, and draws only when something changed. */
export class Stage {
  #figure: Figure | null = null;
  #controls: OrbitControls | null = null;
  #trajectory: Trajectory | null = null;
  #next: Trajectory | null = null;
  #isStale = true;
  #time = 0;
  #rows = 0;
  #shows = { vectors: true, trails: true };
  readonly #quality = new Quality();
  readonly #observer: ResizeObserver;

  readonly canvas = document.createElement("canvas");

  /** Draws into `host`, which must have a size of its own. */
  constructor(readonly host: HTMLElement) {
    if (this.isAvailable) host.append(this.canvas);
    this.#observer = new ResizeObserver(() => (this.#isStale = true));
    this.#observer.observe(host);
  }

  get isAvailable(): boolean {
    return canDraw();
  }

  /** Takes the place of the trajectory shown so far as soon as it has a row to show. */
  show(trajectory: Trajectory): void {
    this.#next = trajectory;
  }

  seek(t: number): void {
    if (t === this.#time) return;
    this.#time = t;
    this.#isStale = true;
  }

  recolor(): void {
    this.#figure?.recolor();
    this.#isStale = true;
  }

  resetView(): void {
    if (!this.#figure) return;
    this.#figure.rig.reset();
    this.#controls?.target.copy(this.#figure.rig.target);
    this.#controls?.update();
    this.#isStale = true;
  }

  setShown(what: "vectors" | "trails", shown: boolean): void {
    this.#shows = { ...this.#shows, [what]: shown };
    this.#applyShown();
    this.#isStale = true;
  }

  /** Draws if anything changed since the last call. */
  draw(): void {
    if (this.#next && this.#next.rowCount > 0) this.#adopt(this.#next);
    const rows = this.#trajectory?.computed ?? 0;
    if (rows !== this.#rows) this.#isStale = true;
    const now = performance.now();
    const isFinal = !this.#isStale && this.#quality.wantsFull(now);
    if (!this.#figure || rows === 0 || !(this.#isStale || isFinal)) return;
    this.#figure.pose(this.#time);
    const share = isFinal ? 1 : this.#quality.forMotion(now);
    if (!paintFigure(this.canvas, this.#figure, share)) return; // it has no size yet
    this.#isStale = false;
    this.#rows = rows;
  }

  /** Draws now and in full; false where there is nothing to draw. */
  paint(): boolean {
    if (this.#next && this.#next.rowCount > 0) this.#adopt(this.#next);
    if (!this.#figure) return false;
    this.#figure.pose(this.#time);
    return paintFigure(this.canvas, this.#figure);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#controls?.dispose();
    this.#figure?.dispose();
    this.canvas.remove();
  }

  #adopt(trajectory: Trajectory): void {
    const known = this.#trajectory?.scene;
    this.#next = null;
    this.#trajectory = trajectory;
    this.#rows = 0;
    this.#isStale = true;
    if (this.#figure && known && isSameScene(known, trajectory.scene)) {
      this.#figure.follow(trajectory);
    } else {
      this.#replaceFigure(trajectory, known);
    }
  }

  /** A new drawing; where only lengths changed, the reader's view of it is kept. */
  #replaceFigure(trajectory: Trajectory, known: Trajectory["scene"] | undefined): void {
    const former = this.#figure;
    const keepsView =
      known !== undefined &&
      JSON.stringify(known.camera) === JSON.stringify(trajectory.scene.camera);
    const shadowSize = this.host.clientWidth > 640 ? 2048 : 1024;
    const figure = new Figure(trajectory, this.host, shadowSize);
    const target = (keepsView && this.#controls?.target.clone()) || figure.rig.target;
    this.#controls?.dispose();
    former?.dispose();
    this.#figure = figure;
    this.#applyShown();
    const { camera } = figure.rig;
    const controls = new OrbitControls(camera, this.canvas); // looks at the origin at first
    controls.target.copy(target);
    figure.rig.reset();
    if (keepsView && former) {
      camera.position.copy(former.rig.camera.position);
      camera.zoom = former.rig.camera.zoom;
    }
    controls.update();
    controls.enableZoom = false; // the wheel scrolls the page; + and - zoom
    controls.enablePan = false;
    controls.addEventListener("change", () => (this.#isStale = true));
    this.canvas.style.touchAction = "pan-y";
    this.#controls = controls;
  }

  #applyShown(): void {
    if (!this.#figure) return;
    this.#figure.showsVectors = this.#shows.vectors;
    this.#figure.showsTrails = this.#shows.trails;
  }

  /** Zooms in (factor > 1) or out. */
  zoom(factor: number): void {
    const camera = this.#figure?.rig.camera;
    if (!camera) return;
    camera.zoom = Math.min(8, Math.max(0.25, camera.zoom * factor));
    camera.updateProjectionMatrix();
    this.#isStale = true;
  }

  /** Turns the view about the vertical by an angle, rad. */
  turn(angle: number): void {
    const camera = this.#figure?.rig.camera;
    if (!camera || !this.#controls) return;
    camera.position.sub(this.#controls.target).applyAxisAngle(camera.up, angle);
    camera.position.add(this.#controls.target);
    this.#controls.update();
    this.#isStale = true;
  }
}
