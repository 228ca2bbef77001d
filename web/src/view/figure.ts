import {
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  LineSegments,
  Mesh,
  Scene as World,
  Vector3,
} from "three";
import type { Trajectory } from "../engine/trajectory";
import type { Scene } from "../engine/types";
import { makeRig, type Rig } from "./camera";
import { extentOf, middleNow } from "./extent";
import { Kit } from "./kit";
import { Mechanism } from "./mechanism";
import { Paper } from "./paper";
import { PoseReader } from "./pose";
import { Trails } from "./trails";
import { Vectors } from "./vectors";

/** Views that would have to be so many times as wide as the model's follow the bodies instead. */
const widest = 5;

/** Everything that is drawn of one model: mechanism, paths, vectors, paper, light and camera. */
export class Figure {
  readonly world = new World();
  readonly rig: Rig;
  readonly isPlanar: boolean;
  readonly #kit: Kit;
  readonly #mechanism: Mechanism;
  readonly #trails: Trails;
  readonly #vectors: Vectors;
  readonly #paper: Paper;
  readonly #sun = new DirectionalLight(0xfff6e8, 1.9);
  readonly #sky: HemisphereLight;
  /** What moves on where the view follows the bodies. */
  readonly #content = new Group();
  #reader: PoseReader;
  /** Which bodies the view follows, and where it holds their middle; null where it stands. */
  #held: { readonly bodies: readonly number[]; readonly at: Vector3 } | null = null;

  constructor(
    trajectory: Trajectory,
    host: Element,
    /** Side of the shadow's picture, pixels. */
    shadowSize = 2048,
  ) {
    const { scene } = trajectory;
    this.rig = makeRig(scene.camera);
    this.isPlanar = scene.camera.kind === "planar";
    this.#kit = new Kit(this.isPlanar, host);
    this.#reader = new PoseReader(trajectory);
    this.#mechanism = new Mechanism(scene, this.#kit);
    this.#trails = new Trails(scene);
    this.#vectors = new Vectors(scene, this.rig.width);
    this.#mechanism.pose(this.#reader);
    this.#paper = this.#makePaper();
    this.#content.add(this.#mechanism.group, this.#trails.group, this.#vectors.group);
    this.#sky = new HemisphereLight(0xffffff, 0xb9b2a6, this.isPlanar ? 2.1 : 1.9);
    this.#sky.position.set(0, 0, 1);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(shadowSize, shadowSize);
    this.#sun.shadow.radius = 5;
    this.#sun.shadow.bias = -0.0004;
    this.world.add(this.#content, this.#paper.group, this.#sky, this.#sun, this.#sun.target);
    this.#lay();
    this.recolor();
  }

  /** Continues with another run of the same scene. */
  follow(trajectory: Trajectory): void {
    this.#reader = new PoseReader(trajectory);
  }

  pose(t: number): void {
    this.#reader.seek(t);
    this.#mechanism.pose(this.#reader);
    this.#trails.update(this.#reader, t);
    this.#vectors.update(this.#reader);
    if (this.#held) {
      middleNow(this.#reader, this.#held.bodies, shift).sub(this.#held.at);
      if (this.isPlanar) shift.z = 0;
      this.#content.position.copy(shift).negate();
      this.#paper.shift(shift);
    }
  }

  /**
   * Makes the model's view as wide as all rows computed so far need, and what is in `also` with them;
   * where that is too wide, the view follows the bodies. Gives what has to be seen.
   */
  fit(also: Box3 = new Box3()): Box3 {
    const { trajectory } = this.#reader;
    const reader = new PoseReader(trajectory);
    const { moving, whole, carried } = extentOf(reader, this.#mechanism.boxes);
    const seen = whole.union(also);
    this.#held = null;
    this.rig.fit(seen);
    if (this.rig.scale > widest) {
      reader.seek(0);
      this.#held = { bodies: moving, at: middleNow(reader, moving, new Vector3()) };
      this.rig.fit(carried);
    }
    this.#content.position.set(0, 0, 0);
    this.#paper.shift(this.#content.position);
    this.#lay();
    return seen;
  }

  resize(width: number, height: number): void {
    this.#kit.resize(width, height);
    this.rig.frame(width / height);
  }

  recolor(): void {
    this.#kit.recolor();
    this.#trails.recolor(this.#kit.palette);
    this.#vectors.recolor(this.#kit.palette);
    this.#paper.recolor(this.#kit.palette);
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
    this.#paper.dispose();
    this.#kit.dispose();
  }

  /** The paper lies just below (behind) everything at the start. */
  #makePaper(): Paper {
    const bounds = new Box3().setFromObject(this.#mechanism.group);
    const lowest = Number.isFinite(bounds.min.z) ? bounds.min.z : 0;
    const { width } = this.rig;
    const gap = this.isPlanar ? 0.025 * width : 0.0015 * width;
    return new Paper(lowest - gap, width, this.isPlanar);
  }

  /** Puts paper and light where the view needs them. */
  #lay(): void {
    const { target, camera, scale } = this.rig;
    const width = scale * this.rig.width;
    this.rig.reset();
    this.#paper.lay(target, scale);
    const sun = this.#sun;
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
