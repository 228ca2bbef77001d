import type { Group } from "three";
import type { Trajectory } from "../engine/trajectory";
import type { Kit } from "./kit";
import { Mechanism } from "./mechanism";
import { PoseReader } from "./pose";

/** Another run, drawn as a faint mechanism at the same times. */
export class Ghost {
  #shown: { readonly mechanism: Mechanism; readonly reader: PoseReader } | null = null;

  constructor(
    readonly content: Group,
    readonly kit: Kit,
  ) {}

  /** Shows this run; null shows none. */
  show(trajectory: Trajectory | null): void {
    this.#shown?.mechanism.group.removeFromParent();
    this.#shown = null;
    if (!trajectory || trajectory.rowCount === 0) return;
    const mechanism = new Mechanism(trajectory.scene, this.kit);
    mechanism.fade(this.kit.palette.quiet);
    this.content.add(mechanism.group);
    this.#shown = { mechanism, reader: new PoseReader(trajectory) };
  }

  seek(t: number): void {
    this.#shown?.reader.seek(t);
    this.#shown?.mechanism.pose(this.#shown.reader);
  }
}
