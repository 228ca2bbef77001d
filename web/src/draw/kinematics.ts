import type { Experiment } from "../study/experiment";
import type { Grip } from "../study/hand-text";
import { solvePose } from "../study/pose";
import { linkageOf, type Linkage, type Point } from "./linkage";
import type { Pose, Poses } from "./reader";
import type { Vec } from "./numbers";
import type { Drawing } from "./things";

/** Most searches for a pose for one place of the hand. */
const mostSearches = 4;

/** Moves a mechanism by one of its bodies. The page keeps its joints closed; where it does not know all of them, the engine does. */
export class KinematicDrag {
  /** The poses so far, by component. */
  poses: Poses = new Map();
  #starts: Record<string, number>;
  #at: readonly number[];
  #goal: readonly number[];
  /** Whether the engine looks for poses. */
  isSolving = false;

  #linkage: Linkage | null;
  readonly #held: Point | null;

  constructor(
    readonly experiment: Experiment,
    drawing: Drawing,
    readonly grip: Grip,
    place: Vec,
    /** There are new poses, or the search for them has ended. */
    readonly onMove: () => void,
  ) {
    this.#linkage = linkageOf(drawing);
    const body = this.#linkage?.names.indexOf(grip.body.slice(0, grip.body.lastIndexOf("."))) ?? -1;
    const [x = 0, y = 0] = grip.point;
    this.#held = this.#linkage && { body, at: { x, y } };
    // Starts are rounded to a micrometre: joints that do not close by more are for the engine to judge.
    if (this.#linkage && this.#linkage.close() > 1e-7) this.#linkage = null;
    this.#starts = { ...experiment.settings.starts };
    this.#at = this.#goal = [place.x, place.y];
  }

  /** Brings the point as near to a place as the joints let it. */
  async move(to: Vec): Promise<void> {
    if (this.#linkage && this.#held) {
      this.#linkage.pull(this.#held, to);
      this.poses = this.#linkage.poses;
      return this.onMove();
    }
    this.#goal = [to.x, to.y];
    if (this.isSolving) return;
    this.isSolving = true;
    try {
      let goal: readonly number[] = [];
      while (goal !== this.#goal) {
        goal = this.#goal;
        for (let search = 0; search < mostSearches && goal === this.#goal; search++)
          if (!(await this.#approach(goal))) break;
      }
    } finally {
      this.isSolving = false;
      this.onMove();
    }
  }

  async #approach(goal: readonly number[]): Promise<boolean> {
    const { client, source, settings, description } = this.experiment;
    const posed = { client, source, description, settings: { ...settings, starts: this.#starts } };
    const found = await solvePose(posed, this.grip, this.#at, goal);
    if (!found) return false;
    this.#at = found.place;
    this.#starts = found.starts;
    this.poses = posesIn(found.starts);
    this.onMove();
    return true;
  }
}

/** The poses of planar bodies among values of positions. */
function posesIn(starts: Readonly<Record<string, number>>): Poses {
  const poses = new Map<string, Pose>();
  for (const [name, phi] of Object.entries(starts)) {
    const body = /^(.+)\.phi$/.exec(name)?.[1];
    const [x, y] = [starts[`${body}.r.1`], starts[`${body}.r.2`]];
    if (body && x !== undefined && y !== undefined) poses.set(body, { x, y, phi });
  }
  return poses;
}
