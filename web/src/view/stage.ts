import { MOUSE, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Trajectory } from "../engine/trajectory";
import type { Camera, Triple } from "../engine/types";
import { Figure, isSameScene } from "./figure";
import type { Hit, Hold, Size, Spot } from "./grip";
import { Quality } from "./quality";
import { painterOf } from "./painters";
import type { Painter } from "./painter";
import type { Swept } from "./swept";

/** Of the time that a picture takes: so long added rows are not drawn, for what computes them waits meanwhile. */
const growthPause = 5;

/**
 * The large picture: follows a trajectory and draws only when something changed. Its view is as wide as
 * the run needs until the reader moves it: spatial ones turn, planar ones are pushed and never tilt.
 */
export class Stage {
  #figure: Figure | null = null;
  /** What draws views of the kind `#painted`; undefined while it is being loaded, null where it cannot be had. */
  #painter: Painter | null | undefined;
  #painted: Camera["kind"] | "" = "";
  #controls: OrbitControls | null = null;
  #trajectory: Trajectory | null = null;
  #next: Trajectory | null = null;
  /** The run, also while another motion is shown in its place. */
  #run: Trajectory | null = null;
  #isLent = false;
  #ghost: Trajectory | null = null;
  #isStale = true;
  /** When rows that were only added are drawn again. */
  #nextGrowth = 0;
  #time = 0;
  #rows = 0;
  #shows = { vectors: true, trails: true };
  /** Whether the reader has moved the view. */
  #isOwnView = false;
  /** What the view shows, and for how many rows that was found. */
  #seen: { readonly swept: Swept; readonly rows: number } | null = null;
  /** Of the canvas as it is shown; to ask for it with every picture would let the page be laid out each time. */
  #size: Size = { width: 0, height: 0 };
  readonly #quality = new Quality();
  readonly #observer: ResizeObserver;

  readonly canvas = document.createElement("canvas");
  /** Settles when what draws the figure is there, or is known to be missing. */
  loaded: Promise<void> = Promise.resolve();
  /** What holds the bodies at a time. */
  holds: (t: number) => readonly Hold[] = () => [];

  /** Draws into `host`, which must have a size of its own. */
  constructor(readonly host: HTMLElement) {
    host.append(this.canvas);
    this.canvas.addEventListener("wheel", this.#pinch, { passive: false });
    this.#observer = new ResizeObserver(() => {
      this.#size = sizeOf(this.canvas);
      this.#isStale = true;
    });
    this.#observer.observe(host);
    this.#observer.observe(this.canvas);
  }

  /** Whether there is something that could draw what is shown; also while that is not known yet. */
  get isAvailable(): boolean {
    return this.#painter !== null;
  }

  /** Takes the place of the trajectory shown so far as soon as it has a row to show. */
  show(trajectory: Trajectory): void {
    this.#run = trajectory;
    this.#next = trajectory;
    this.#setLent(false);
    const { kind } = trajectory.scene.camera;
    if (kind !== this.#painted) this.loaded = this.#loadPainter(kind);
  }

  async #loadPainter(kind: Camera["kind"]): Promise<void> {
    this.#painted = kind;
    this.#painter = undefined;
    const painter = await painterOf({ kind });
    if (kind === this.#painted) this.#painter = painter;
  }

  /** Shows another motion of the bodies, without paths and vectors, in the place of the run; null shows the run again. */
  showInstead(motion: Trajectory | null): void {
    this.#next = motion ?? this.#run;
    this.#setLent(motion !== null);
  }

  #setLent(isLent: boolean): void {
    this.#isLent = isLent;
    this.#figure?.setGhost(isLent ? null : this.#ghost);
    this.#applyShown();
    this.#isStale = true;
  }

  /** Shows another run as a shade; null shows none. */
  setGhost(trajectory: Trajectory | null): void {
    this.#ghost = trajectory;
    this.#figure?.setGhost(this.#isLent ? null : trajectory);
    this.#isStale = true;
  }

  /** Dims all bodies but those of these names; null: none. */
  light(names: readonly string[] | null): void {
    this.#figure?.light(names);
    this.#isStale = true;
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
    this.#isOwnView = false;
    this.#seen = null;
    this.#fit();
    this.#lookAgain();
  }

  #lookAgain(): void {
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
    this.#adopt();
    const rows = this.#trajectory?.computed ?? 0;
    const now = performance.now();
    if (rows !== this.#rows && (now >= this.#nextGrowth || this.#isWhole)) this.#isStale = true;
    const isFinal = !this.#isStale && this.#quality.wantsFull(now);
    if (!this.#figure || rows === 0 || !(this.#isStale || isFinal)) return;
    if (rows !== this.#rows) this.#fit();
    this.#figure.pose(this.#time, this.holds(this.#time));
    const share = isFinal ? 1 : this.#quality.forMotion(now);
    if (!this.#figure.paint(this.canvas, this.#size, share)) return; // it has no size yet
    this.#isStale = false;
    this.#rows = rows;
    this.#nextGrowth = now + growthPause * (performance.now() - now);
  }

  /** Draws now and in full; false where there is nothing to draw. */
  paint(): boolean {
    this.#adopt();
    if (!this.#figure) return false;
    this.#fit();
    this.#figure.pose(this.#time, this.holds(this.#time));
    this.#size = sizeOf(this.canvas);
    return this.#figure.paint(this.canvas, this.#size);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#controls?.dispose();
    this.#figure?.dispose();
    this.canvas.remove();
  }

  /** Goes on to the next trajectory where it can be drawn. */
  #adopt(): void {
    const trajectory = this.#next;
    if (!trajectory || trajectory.rowCount === 0 || !this.#painter) return;
    const known = this.#trajectory?.scene;
    this.#next = null;
    this.#trajectory = trajectory;
    this.#rows = 0;
    this.#isStale = true;
    if (this.#figure && known && isSameScene(known, trajectory.scene)) {
      this.#figure.follow(trajectory);
    } else {
      this.#replaceFigure(trajectory, known, this.#painter);
    }
  }

  /** No more rows are to come. */
  get #isWhole(): boolean {
    const { end = 0, until = Infinity } = this.#trajectory ?? {};
    return end >= until * (1 - 1e-9);
  }

  /**
   * Widens the view as the run goes on; at its end the view is as wide as the run needs, so that it
   * does not jump while a knob is turned. What was seen of a few rows stands until there are half as many more.
   */
  #fit(): void {
    const figure = this.#figure;
    const trajectory = this.#trajectory;
    if (!figure || !trajectory || this.#isOwnView) return;
    const rows = trajectory.computed;
    if (this.#seen && !this.#isWhole && rows > this.#seen.rows && rows < 1.5 * this.#seen.rows)
      return;
    this.#seen = { swept: figure.fit(this.#isWhole ? undefined : this.#seen?.swept), rows };
    this.#lookAgain();
  }

  /** A new drawing; where only lengths changed, the reader's view of it is kept. */
  #replaceFigure(
    trajectory: Trajectory,
    known: Trajectory["scene"] | undefined,
    painter: Painter,
  ): void {
    const former = this.#figure;
    const keepsView =
      known !== undefined &&
      JSON.stringify(known.camera) === JSON.stringify(trajectory.scene.camera);
    const shadowSize = this.host.clientWidth > 640 ? 2048 : 1024;
    const figure = new Figure(trajectory, this.host, painter, shadowSize);
    if (!keepsView) {
      this.#isOwnView = false;
      this.#seen = null;
    }
    const target = (this.#isOwnView && this.#controls?.target.clone()) || figure.rig.target;
    if (this.#isOwnView && this.#seen) figure.fit(this.#seen.swept);
    this.#controls?.dispose();
    former?.dispose();
    this.#figure = figure;
    figure.setGhost(this.#isLent ? null : this.#ghost);
    this.#applyShown();
    const { camera } = figure.rig;
    const controls = new OrbitControls(camera, this.canvas); // looks at the origin at first
    controls.target.copy(target);
    figure.rig.reset();
    if (this.#isOwnView && former) {
      camera.position.copy(former.rig.camera.position);
      camera.zoom = former.rig.camera.zoom;
      camera.updateProjectionMatrix();
    }
    controls.update();
    controls.enableZoom = false; // the wheel scrolls the page; + and - zoom
    controls.enablePan = figure.isPlanar;
    controls.enableRotate = !figure.isPlanar;
    if (figure.isPlanar) {
      controls.mouseButtons = { LEFT: MOUSE.PAN };
      controls.touches = { ONE: TOUCH.PAN };
    }
    let isHeld = false;
    controls.addEventListener("start", () => (isHeld = true));
    controls.addEventListener("end", () => (isHeld = false));
    controls.addEventListener("change", () => {
      this.#isStale = true;
      this.#isOwnView ||= isHeld;
    });
    this.canvas.style.touchAction = "pan-y";
    this.#controls = controls;
  }

  #applyShown(): void {
    if (!this.#figure) return;
    this.#figure.showsVectors = this.#shows.vectors && !this.#isLent;
    this.#figure.showsTrails = this.#shows.trails && !this.#isLent;
  }

  /** Something outside of the run has changed. */
  touch(): void {
    this.#isStale = true;
  }

  /** Which of these bodies is at a place of the picture, pixels from its upper left corner. */
  pick(bodies: readonly number[], at: Spot): Hit | null {
    return this.#figure?.pick(bodies, at, this.#size) ?? null;
  }

  /** Where a place of the picture is, as far from the eye as `near`, m. */
  pointAt(at: Spot, near: Triple): Triple | null {
    return this.#figure?.pointAt(at, this.#size, near) ?? null;
  }

  /** The middle of a body in its own axes, m. */
  middleOf(body: number): Triple {
    return this.#figure?.middleOf(body) ?? [0, 0, 0];
  }

  /** Where the middle of a body is on the screen, pixels. */
  spotOf(body: number): Spot {
    const box = this.canvas.getBoundingClientRect();
    const { x, y } = this.#figure?.spotOf(body) ?? { x: 0, y: 0 };
    return { x: box.left + ((1 + x) / 2) * box.width, y: box.top + ((1 - y) / 2) * box.height };
  }

  /** A point of a body at the time that is shown, m. */
  placeOf(body: number, point: Triple): Triple {
    return this.#figure?.placeOf(body, point) ?? [0, 0, 0];
  }

  /** A way in the picture, m to the right and up, as one in space. */
  alongView(right: number, up: number): Triple {
    const camera = this.#figure?.rig.camera;
    if (!camera) return [right, up, 0];
    return new Vector3(right, up, 0).applyQuaternion(camera.quaternion).toArray();
  }

  /** m, across the picture. */
  get width(): number {
    const rig = this.#figure?.rig;
    return rig ? (rig.scale * rig.width) / rig.camera.zoom : 1;
  }

  get isPlanar(): boolean {
    return this.#figure?.isPlanar ?? true;
  }

  /** Zooms in (factor > 1) or out. */
  zoom(factor: number): void {
    const camera = this.#figure?.rig.camera;
    if (!camera) return;
    this.#isOwnView = true;
    camera.zoom = Math.min(8, Math.max(0.25, camera.zoom * factor));
    camera.updateProjectionMatrix();
    this.#isStale = true;
  }

  /** Turns the view about the vertical by an angle, rad; a planar one is pushed aside. */
  turn(angle: number): void {
    const figure = this.#figure;
    if (!figure || !this.#controls) return;
    const { camera, scale, width } = figure.rig;
    this.#isOwnView = true;
    const { target } = this.#controls;
    if (figure.isPlanar) {
      const by = (angle * scale * width) / camera.zoom;
      camera.position.x += by;
      target.x += by;
    } else camera.position.sub(target).applyAxisAngle(camera.up, angle).add(target);
    this.#controls.update();
    this.#isStale = true;
  }

  /** A pinch on a trackpad is a wheel with the control key; the wheel alone scrolls the page. */
  readonly #pinch = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-0.01 * event.deltaY));
  };
}

const sizeOf = ({ clientWidth, clientHeight }: Element): Size => ({
  width: clientWidth,
  height: clientHeight,
});
