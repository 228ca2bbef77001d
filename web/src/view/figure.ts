import {
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  LineSegments,
  Matrix4,
  Mesh,
  Scene as World,
  Vector3,
} from "three";
import type { Trajectory } from "../engine/trajectory";
import type { Scene, Triple } from "../engine/types";
import { Grips, pick, pointAt, type Hit, type Hold, type Size, type Spot } from "./grip";
import { makeRig, type Rig } from "./camera";
import { extentOf, middleNow } from "./extent";
import { Kit } from "./kit";
import { Mechanism } from "./mechanism";
import { Paper } from "./paper";
import type { Painted, Painter } from "./painter";
import { PoseReader } from "./pose";
import type { Swept } from "./swept";
import { Trails } from "./trails";
import { Vectors } from "./vectors";

/** Views that would have to be so many times as wide as the model's follow the bodies instead. */
const widest = 5;

/** Everything that is drawn of one model: mechanism, paths, vectors, paper, light and camera. */
export class Figure implements Painted {
  readonly world = new World();
  readonly rig: Rig;
  readonly isPlanar: boolean;
  readonly #kit: Kit;
  readonly #mechanism: Mechanism;
  readonly #trails: Trails;
  readonly #vectors: Vectors;
  readonly #grips: Grips;
  readonly paper: Paper;
  readonly sun = new DirectionalLight(0xfff6e8, 1.9);
  readonly sky: HemisphereLight;
  /** All but paper and light: what moves on where the view follows the bodies. */
  readonly content = new Group();
  #reader: PoseReader;
  /** Another run, as a shade. */
  #ghost: { readonly mechanism: Mechanism; readonly reader: PoseReader } | null = null;
  /** Which bodies the view follows, and where it holds their middle; null where it stands. */
  #held: { readonly bodies: readonly number[]; readonly at: Vector3 } | null = null;

  constructor(
    trajectory: Trajectory,
    host: Element,
    readonly painter: Painter,
    /** Side of the shadow's picture, pixels. */
    shadowSize = 2048,
  ) {
    const { scene } = trajectory;
    this.rig = makeRig(scene.camera);
    this.isPlanar = scene.camera.kind === "planar";
    this.#kit = new Kit(this.isPlanar, host);
    this.#reader = new PoseReader(trajectory);
    this.#mechanism = new Mechanism(scene, this.#kit);
    this.#trails = new Trails(scene, painter.makeLine, this.rig.width);
    this.#vectors = new Vectors(scene, this.rig.width);
    this.#grips = new Grips(this.#kit, this.rig.width);
    this.#mechanism.pose(this.#reader);
    this.paper = this.#makePaper();
    this.content.add(
      this.#mechanism.group,
      this.#trails.group,
      this.#vectors.group,
      this.#grips.group,
    );
    this.sky = new HemisphereLight(0xffffff, 0xb9b2a6, this.isPlanar ? 2.1 : 1.9);
    this.sky.position.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(shadowSize, shadowSize);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -0.0004;
    this.world.add(this.content, this.paper.group, this.sky, this.sun, this.sun.target);
    this.#lay();
    this.recolor();
  }

  /** Continues with another run of the same scene. */
  follow(trajectory: Trajectory): void {
    this.#reader = new PoseReader(trajectory);
  }

  /** Shows another run beside this one, at the same moments; null shows none. */
  setGhost(trajectory: Trajectory | null): void {
    this.#ghost?.mechanism.group.removeFromParent();
    this.#ghost = null;
    if (!trajectory || trajectory.rowCount === 0) return;
    const mechanism = new Mechanism(trajectory.scene, this.#kit);
    mechanism.fade(this.#kit.palette.quiet);
    this.content.add(mechanism.group);
    this.#ghost = { mechanism, reader: new PoseReader(trajectory) };
  }

  /** Dims all bodies but those of these names; null: none. */
  light(names: readonly string[] | null): void {
    this.#mechanism.light(names, this.#kit.dim);
  }

  /** The figure at time t, with hands that hold bodies. */
  pose(t: number, holds: readonly Hold[] = []): void {
    this.#reader.seek(t);
    this.#mechanism.pose(this.#reader);
    this.#grips.update(holds, (body) => {
      const { bodies } = this.#mechanism;
      bodies[body]?.updateMatrix();
      return bodies[body]?.matrix ?? new Matrix4();
    });
    this.#ghost?.reader.seek(t);
    this.#ghost?.mechanism.pose(this.#ghost.reader);
    this.#trails.update(this.#reader, t);
    this.#vectors.update(this.#reader);
    if (this.#held) {
      middleNow(this.#reader, this.#held.bodies, shift).sub(this.#held.at);
      if (this.isPlanar) shift.z = 0;
      this.content.position.copy(shift).negate();
      this.paper.shift(shift);
    }
  }

  /**
   * Makes the model's view as wide as all rows computed so far need, and what is in `also` with them;
   * where that is too wide, the view follows the bodies. Gives what has to be seen.
   */
  fit(also?: Swept): Swept {
    const { trajectory } = this.#reader;
    const reader = new PoseReader(trajectory);
    const { boxes } = this.#mechanism;
    const { moving, whole, carried, still } = extentOf(reader, boxes, this.rig.directions);
    const seen = also ? whole.union(also) : whole;
    this.#held = null;
    this.rig.fit(seen, still);
    if (!this.isPlanar && !seen.box.isEmpty()) this.paper.sink(seen.box.min.z - this.#gap);
    if (this.rig.scale > widest) {
      this.paper.sink(Infinity);
      reader.seek(0);
      this.#held = { bodies: moving, at: middleNow(reader, moving, new Vector3()) };
      this.rig.fit(carried);
    }
    this.content.position.set(0, 0, 0);
    this.paper.shift(this.content.position);
    this.#lay();
    return seen;
  }

  /** Which of these bodies is at a place of the picture of this size, pixels. */
  pick(bodies: readonly number[], at: Spot, size: Size): Hit | null {
    this.world.updateMatrixWorld();
    const drawn = bodies.flatMap((index) => this.#mechanism.bodies[index] ?? []);
    const hit = pick(drawn, this.rig.camera, at, size);
    return hit && { ...hit, body: bodies[hit.body] ?? -1 };
  }

  /** Where a place of the picture is, in the frame of the bodies, as far from the eye as `near`, m. */
  pointAt(at: Spot, size: Size, near: Triple): Triple | null {
    const depth = this.content.localToWorld(new Vector3(...near));
    const found = pointAt(this.rig.camera, at, size, depth);
    return found && this.content.worldToLocal(found).toArray();
  }

  /** The middle of a body in its own axes, m: in the plane of its origin where the figure is planar. */
  middleOf(body: number): Triple {
    const box = this.#mechanism.boxes[body];
    const middle = box && !box.isEmpty() ? box.getCenter(new Vector3()) : new Vector3();
    if (this.isPlanar) middle.setZ(0);
    return middle.toArray();
  }

  /** Where a point of a body, by default its middle, is in the picture: from -1 to 1 to the right and upwards. */
  spotOf(body: number, point = this.middleOf(body)): Spot {
    return this.content
      .localToWorld(new Vector3(...this.placeOf(body, point)))
      .project(this.rig.camera);
  }

  /** A point of a body in the frame of the bodies, m, at the time of the last pose. */
  placeOf(body: number, point: Triple): Triple {
    const holder = this.#mechanism.bodies[body];
    holder?.updateMatrix();
    return new Vector3(...point).applyMatrix4(holder?.matrix ?? new Matrix4()).toArray();
  }

  /** Draws it in its present pose: see `Painter`. */
  paint(canvas: HTMLCanvasElement, size: Size, share = 1): boolean {
    return this.painter.paint(canvas, this, size, share);
  }

  resize(width: number, height: number): void {
    this.#kit.resize(width, height);
    this.rig.frame(width / height);
  }

  recolor(): void {
    this.#kit.recolor();
    this.#trails.recolor(this.#kit.palette);
    this.#vectors.recolor(this.#kit.palette);
    this.paper.recolor(this.#kit.palette);
  }

  set showsVectors(shown: boolean) {
    this.#vectors.group.visible = shown;
  }

  set showsTrails(shown: boolean) {
    this.#trails.group.visible = shown;
  }

  dispose(): void {
    this.world.traverse((object) => {
      if (object instanceof Mesh || object instanceof LineSegments) object.geometry.dispose();
      if (object instanceof DirectionalLight) object.dispose();
    });
    this.#trails.dispose();
    this.paper.dispose();
    this.#kit.dispose();
  }

  /** The paper lies just below (behind) everything at the start. */
  #makePaper(): Paper {
    const bounds = new Box3().setFromObject(this.#mechanism.group);
    const lowest = Number.isFinite(bounds.min.z) ? bounds.min.z : 0;
    return new Paper(lowest - this.#gap, this.rig.width, this.isPlanar);
  }

  /** Between the paper and what is lowest, m. */
  get #gap(): number {
    return (this.isPlanar ? 0.025 : 0.0015) * this.rig.width;
  }

  /** Puts paper and light where the view needs them. */
  #lay(): void {
    const { target, camera, scale } = this.rig;
    const width = scale * this.rig.width;
    this.rig.reset();
    this.paper.lay(target, scale);
    const sun = this.sun;
    const view = camera.position.clone().sub(target).setZ(0).normalize();
    const left = new Vector3(view.y, -view.x, 0);
    sun.position.copy(target);
    if (this.isPlanar) sun.position.add(new Vector3(-0.45, 0.75, 1.9).multiplyScalar(width));
    else {
      sun.position
        .addScaledVector(view, 0.5 * width)
        .addScaledVector(left, 0.9 * width)
        .add(new Vector3(0, 0, 1.7 * width));
    }
    sun.target.position.copy(target);
    sun.shadow.normalBias = 0.004 * width;
    const reach = 0.95 * width;
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    sun.shadow.camera.near = 0.05 * width;
    sun.shadow.camera.far = 5 * width;
    sun.shadow.camera.updateProjectionMatrix();
  }
}

const shift = new Vector3();

/** Two scenes that can be drawn by the same figure (a parameter may have changed lengths). */
export function isSameScene(one: Scene, other: Scene): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
