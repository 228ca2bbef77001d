import {
  Box3,
  DirectionalLight,
  Group,
  LineSegments,
  Matrix4,
  Mesh,
  Scene as World,
  Vector3,
} from "three";
import type { Trajectory } from "../engine/trajectory";
import type { Scene } from "../engine/types";
import { makeRig, type Rig } from "./camera";
import { extentOf, middleNow } from "./extent";
import { Ghost } from "./ghost";
import { Grips, type Hold } from "./grip";
import { Kit } from "./kit";
import { Lights } from "./lights";
import { Mechanism } from "./mechanism";
import type { Painted, Painter } from "./painter";
import { Paper } from "./paper";
import { PoseReader } from "./pose";
import type { Swept } from "./swept";
import { Trails } from "./trails";
import { Vectors } from "./vectors";

/** If the view would have to be more than this many times as wide as the model's, it follows the bodies instead. */
const widest = 5;

/** Everything drawn for one model: mechanism, paths, vectors, paper, light and camera. */
export class Figure implements Painted {
  readonly world = new World();
  readonly rig: Rig;
  readonly mechanism: Mechanism;
  readonly ghost: Ghost;
  readonly paper: Paper;
  readonly lights: Lights;
  /** Everything except paper and light. It is shifted if the view follows the bodies. */
  readonly content = new Group();
  readonly #kit: Kit;
  readonly #trails: Trails;
  readonly #vectors: Vectors;
  readonly #grips: Grips;
  #reader: PoseReader;
  /**
   * The bodies that the view follows, and the place of their middle in the view; null if the view
   * is fixed.
   */
  #followed: { readonly bodies: readonly number[]; readonly at: Vector3 } | null = null;

  constructor(
    trajectory: Trajectory,
    host: Element,
    readonly painter: Painter,
    /** Side of the shadow texture, pixels. */
    shadowSize = 2048,
  ) {
    const { scene } = trajectory;
    this.rig = makeRig(scene.camera);
    this.#kit = new Kit(this.rig.isPlanar, host, this.rig.width);
    this.#reader = new PoseReader(trajectory);
    this.mechanism = new Mechanism(scene, this.#kit);
    this.#trails = new Trails(scene, painter.makeLine, this.rig.width);
    this.#vectors = new Vectors(scene, this.rig.width);
    this.#grips = new Grips(this.#kit, this.rig.width);
    this.ghost = new Ghost(this.content, this.#kit);
    this.mechanism.pose(this.#reader);
    this.paper = paperBelow(this.mechanism, this.rig);
    const drawn = [this.mechanism, this.#trails, this.#vectors, this.#grips];
    this.content.add(...drawn.map(({ group }) => group));
    this.lights = new Lights(this.rig, shadowSize);
    const { sun, sky } = this.lights;
    this.world.add(this.content, this.paper.group, sky, sun, sun.target);
    this.#lay();
    this.recolor();
  }

  /** Continues with another run of the same scene. */
  follow(trajectory: Trajectory): void {
    this.#reader = new PoseReader(trajectory);
  }

  /** Dims all bodies except those with these names; null: dims none. */
  light(names: readonly string[] | null): void {
    this.mechanism.light(names, this.#kit.dim);
  }

  /** The figure at time t, with hands that hold bodies. */
  pose(t: number, holds: readonly Hold[] = []): void {
    const { bodies } = this.mechanism;
    this.#reader.seek(t);
    this.mechanism.pose(this.#reader);
    this.#grips.update(holds, (body) => {
      bodies[body]?.updateMatrix();
      return bodies[body]?.matrix ?? new Matrix4();
    });
    this.ghost.seek(t);
    this.#trails.update(this.#reader, t);
    this.#vectors.update(this.#reader);
    if (!this.#followed) return;
    middleNow(this.#reader, this.#followed.bodies, shift).sub(this.#followed.at);
    if (this.rig.isPlanar) shift.z = 0;
    this.content.position.copy(shift).negate();
    this.paper.shift(shift);
  }

  /**
   * Makes the model's view as wide as all rows computed so far, and `also`, need. If that is too
   * wide, the view follows the bodies. Returns the space to show.
   */
  fit(also?: Swept): Swept {
    const { trajectory } = this.#reader;
    const { rig, paper } = this;
    const reader = new PoseReader(trajectory);
    const { boxes } = this.mechanism;
    const { moving, whole, carried, still } = extentOf(reader, boxes, rig.directions);
    reader.seek(0);
    for (const [x, y, z] of this.mechanism.guideEnds(reader)) whole.add(new Vector3(x, y, z));
    const seen = also ? whole.union(also) : whole;
    this.#followed = null;
    rig.fit(seen, still);
    if (!rig.isPlanar && !seen.box.isEmpty()) paper.sink(seen.box.min.z - gapOf(rig));
    if (rig.scale > widest) {
      paper.sink(Infinity);
      reader.seek(0);
      this.#followed = { bodies: moving, at: middleNow(reader, moving, new Vector3()) };
      rig.fit(carried);
    }
    this.content.position.set(0, 0, 0);
    paper.shift(this.content.position);
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
    this.paper.recolor(this.#kit.palette);
  }

  setShown(what: "vectors" | "trails", shown: boolean): void {
    const { group } = what === "vectors" ? this.#vectors : this.#trails;
    group.visible = shown;
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

  /** Places paper and light for the view. */
  #lay(): void {
    this.rig.reset();
    this.paper.lay(this.rig.target, this.rig.scale);
    this.lights.lay();
  }
}

/** The paper just below everything at the start; in a planar view, behind it. */
function paperBelow(mechanism: Mechanism, rig: Rig): Paper {
  const bounds = new Box3().setFromObject(mechanism.group);
  const lowest = Number.isFinite(bounds.min.z) ? bounds.min.z : 0;
  return new Paper(lowest - gapOf(rig), rig.width, rig.isPlanar);
}

/** The gap between the paper and the lowest point, m. */
function gapOf({ isPlanar, width }: Rig): number {
  return (isPlanar ? 0.025 : 0.0015) * width;
}

const shift = new Vector3();

/** Whether the same figure can draw two scenes (a parameter may have changed lengths). */
export function isSameScene(one: Scene, other: Scene): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
