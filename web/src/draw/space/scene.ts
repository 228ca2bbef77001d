import { AxesHelper, GridHelper, Group, Scene, WebGLRenderer } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { Lights } from "../../view/lights";
import { readPalette } from "../../view/palette";
import type { Vec } from "../numbers";
import { grid, type Feature, type Pose, type SpaceDrawing } from "./drawing";
import { Eye } from "./eye";
import { newtonsPerMetre } from "./links";
import {
  arrowShape,
  bodyShape,
  clear,
  damperShape,
  jointShape,
  markShape,
  motorShape,
  poseOf,
  springShape,
} from "./shapes";
import { add, norm, scaled, unit, type Triple } from "./vectors";

const snapAngle = Math.PI / 12;
/** The shortest arrow of a force, m. */
const shortest = 0.1;

/** What is shown besides the bodies. */
export interface Shown {
  readonly drawing: SpaceDrawing;
  readonly selected: readonly string[];
  /** Points that can be chosen, and those that stand out. */
  readonly features: readonly Feature[];
  readonly marks: readonly Triple[];
  /** The body that has the handles; "" for none. */
  readonly held: string;
  readonly mode: "translate" | "rotate";
  readonly height: number;
}

/** The view of a drawing in space: bodies, joints, the plane that is drawn on, and handles. */
export class SpaceScene {
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #world = new Scene();
  readonly #parts = new Group();
  readonly #floor = new Group();
  readonly eye: Eye;
  readonly #handles: TransformControls;
  #frame = 0;

  constructor(
    readonly host: HTMLElement,
    /** Handles move a body, and have moved it at last. */
    readonly onMoved: (name: string, pose: Pose, isDone: boolean) => void,
  ) {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.canvas = this.#renderer.domElement;
    this.eye = new Eye(this.canvas, () => this.paint());
    this.#handles = new TransformControls(this.eye.rig.camera, this.canvas);
    this.#handles.setRotationSnap(snapAngle);
    this.#handles.setTranslationSnap(grid);
    this.#handles.addEventListener("change", () => this.paint());
    const tell = (isDone: boolean): void => {
      const { object } = this.#handles;
      if (object) this.onMoved(object.name, poseOf(object), isDone);
    };
    this.#handles.addEventListener("objectChange", () => tell(false));
    this.#handles.addEventListener("dragging-changed", ({ value }) => {
      if (value !== true) tell(true);
    });
    const lights = new Lights(this.eye.rig, 1024);
    const { sun, sky } = lights;
    this.#world.add(sun, sun.target, sky, this.#floor, this.#parts, this.#handles.getHelper());
    lights.lay();
  }

  /** Whether the pointer is at a handle, which then has it. */
  get isHandled(): boolean {
    return this.#handles.axis !== null;
  }

  show({ drawing, selected, features, marks, held, mode, height }: Shown): void {
    const palette = readPalette(this.host);
    const { object: moving } = this.#handles;
    // The handles have hold of this one until they let it go.
    const kept = this.#handles.dragging && moving?.name === held ? moving : null;
    if (kept) this.#parts.remove(kept);
    clear(this.#parts);
    if (kept) this.#parts.add(kept);
    const isSelected = (name: string): boolean => selected.includes(name);
    for (const body of drawing.bodies) {
      const role = ["rod", "rigid-body"].includes(body.kind) ? "body" : "second";
      if (body.name !== kept?.name)
        this.#parts.add(
          bodyShape(body, palette.role(role), isSelected(body.name) ? palette.ink : null),
        );
    }
    const frame = (name: string): string =>
      isSelected(name) ? palette.ink : palette.role("frame");
    for (const joint of drawing.joints) {
      this.#parts.add(jointShape(joint, frame(joint.name)));
      if (joint.drive) this.#parts.add(motorShape(joint, palette.role("accent")));
    }
    for (const { name, r } of drawing.points)
      this.#parts.add(markShape(r, isSelected(name) ? palette.ink : palette.quiet, 0.013, name));
    for (const { kind, name, ends } of drawing.links) {
      const color = isSelected(name) ? palette.ink : palette.role("accent");
      this.#parts.add((kind === "damper" ? damperShape : springShape)(name, ends, color));
    }
    for (const { name, place, value } of drawing.forces) {
      const length = Math.max(shortest, norm(value) / newtonsPerMetre);
      const color = isSelected(name) ? palette.ink : palette.force;
      const tip = add(place, scaled(unit(value), length));
      this.#parts.add(arrowShape(name, [place, tip], color));
    }
    for (const { place } of features) this.#parts.add(markShape(place, palette.ink, 0.011));
    for (const at of marks) this.#parts.add(markShape(at, palette.role("accent"), 0.017));
    this.#lay(palette.grid, palette.rule, height);
    this.eye.rise(height);
    const object = this.#parts.children.find(({ name }) => name === held && name !== "");
    if (!object) this.#handles.detach();
    else if (object !== kept) this.#handles.attach(object);
    this.#handles.setMode(mode);
    this.paint();
  }

  /** The plane that is drawn on. */
  #lay(color: string, rule: string, height: number): void {
    this.#floor.clear();
    const fine = new GridHelper(2, 2 / grid, color, color).rotateX(Math.PI / 2);
    const coarse = new GridHelper(2, 8, rule, rule).rotateX(Math.PI / 2);
    const world = new AxesHelper(0.25);
    for (const each of [fine, coarse]) each.position.z = height;
    this.#floor.add(fine, coarse, world);
  }

  /** The part at a spot; "" where there is none. */
  partAt(spot: Vec): string {
    const [first] = this.eye.rayAt(spot).intersectObject(this.#parts);
    return first?.object.name ?? "";
  }

  resize(width: number, height: number): void {
    this.#renderer.setSize(width, height);
    this.eye.rig.frame(width / height);
    this.paint();
  }

  paint(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#renderer.render(this.#world, this.eye.rig.camera);
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#handles.dispose();
    clear(this.#parts);
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
