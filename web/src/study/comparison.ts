import { boundedScene } from "../engine/bounded-scene";
import { Trajectory } from "../engine/trajectory";
import type { RunEnd } from "../engine/types";
import { Emitter } from "../base/emitter";
import type { Experiment } from "./experiment";
import type { Settings } from "./settings";

/** The run to compare with. Other settings are combined with the current ones. */
export type Other =
  | { readonly kind: "none" }
  | { readonly kind: "kept" }
  | { readonly kind: "previous" }
  | { readonly kind: "settings"; readonly label: string; readonly changes: Partial<Settings> };

/** A fixed run. */
export interface KeptRun {
  /** The difference, in words. */
  readonly label: string;
  readonly trajectory: Trajectory;
  readonly end: RunEnd;
}

/** A second run besides the experiment's own: a kept one, or one with other settings. */
export class Comparison {
  /** The second run has changed, or there is none any more. */
  readonly changed = new Emitter<KeptRun | null>();
  other: Other = { kind: "none" };
  run: KeptRun | null = null;
  #latest: KeptRun | null = null;
  #previous: KeptRun | null = null;
  #cancel = new AbortController();

  constructor(readonly experiment: Experiment) {
    experiment.changed.on(({ status }) => {
      if (status === "finished" || status === "failed") this.#concluded();
      else if (status === "computing") this.#cancel.abort();
    });
  }

  /** Chooses the run to compare with. */
  choose(other: Other): void {
    this.other = other;
    this.#cancel.abort();
    if (other.kind === "kept") this.#show(this.#latest && { ...this.#latest, label: "kept" });
    else if (other.kind === "previous") this.#show(this.#previous);
    else if (other.kind === "none") this.#show(null);
    else void this.#compute();
  }

  dispose(): void {
    this.#cancel.abort();
  }

  #show(run: KeptRun | null): void {
    this.run = run;
    this.changed.emit(run);
  }

  #concluded(): void {
    const { trajectory, end } = this.experiment;
    if (!trajectory || !end || trajectory === this.#latest?.trajectory) return;
    this.#previous = this.#latest;
    this.#latest = { label: "before the last change", trajectory, end };
    if (this.other.kind === "previous") this.#show(this.#previous);
    if (this.other.kind === "settings") void this.#compute();
  }

  /** Computes it after the experiment's own run, which comes first. */
  async #compute(): Promise<void> {
    const { experiment, other } = this;
    if (other.kind !== "settings" || !experiment.description || !this.#latest) return;
    this.#cancel.abort();
    const { signal } = (this.#cancel = new AbortController());
    const until = experiment.settings.until ?? experiment.description.simulation.until;
    let trajectory: Trajectory | null = null;
    try {
      const end = await experiment.compute(
        {
          ...experiment.settings,
          ...other.changes,
          inputs: experiment.settings.inputs,
          set: { ...experiment.settings.set, ...other.changes.set },
        },
        {
          onStart: ({ columns, scene }) => {
            if (columns.length > 0)
              trajectory = new Trajectory(columns, boundedScene(scene), until);
          },
          onChunk: ({ rows, poses, events, isLast }) =>
            trajectory?.append(rows, poses, events, isLast),
        },
        signal,
      );
      if (!signal.aborted) this.#show(trajectory && { label: other.label, trajectory, end });
    } catch {
      if (!signal.aborted) this.#show(null);
    }
  }
}
