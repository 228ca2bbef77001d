import { Emitter } from "../base/emitter";
import type { ModelSource } from "../engine/client";
import type { Trajectory } from "../engine/trajectory";
import type { Description, Problem, RunEnd } from "../engine/types";
import { Attention } from "./attention";
import type { Settings } from "./settings";
import { ShownUnits } from "./shown-units";

/**
 * reading: the text is being read. computing: rows arrive. finished: the run reached its end.
 * failed: the run stopped earlier, with a message. refused: the text has errors, and the previous
 * run is kept. broken: the engine could not be reached.
 */
export type Status = "reading" | "computing" | "finished" | "failed" | "refused" | "broken";

/** The state of an experiment and its events, for everything that shows it. */
export class ExperimentState {
  /** The text was read; parameters, ports and methods may be new. */
  readonly described = new Emitter<Description>();
  /** The text has been replaced, by whatever; it may have problems. */
  readonly textChanged = new Emitter<string>();
  /** An edit that is complete in itself has replaced the text. */
  readonly edited = new Emitter<string>();
  /** A run has its first rows. */
  readonly started = new Emitter<Trajectory>();
  /** The run has more rows. */
  readonly grown = new Emitter<Trajectory>();
  /** Status, message or problems changed. */
  readonly changed = new Emitter<this>();
  /**
   * Settings changed. True if the change did not come from a control, so that all controls must be
   * updated.
   */
  readonly adjusted = new Emitter<boolean>();
  readonly attention = new Attention();
  /** The units in which quantities are shown. */
  readonly units = new ShownUnits();

  description: Description | null = null;
  trajectory: Trajectory | null = null;
  problems: readonly Problem[] = [];
  /** Values of the derived parameters in the displayed run. */
  derived: Readonly<Record<string, number>> = {};
  status: Status = "reading";
  message = "";
  /** The end of the last run; null while it continues. */
  end: RunEnd | null = null;
  protected currentSource: ModelSource = { text: "", files: {} };
  protected currentSettings: Settings = { set: {}, inputs: {} };

  get source(): ModelSource {
    return this.currentSource;
  }

  get text(): string {
    return this.currentSource.text;
  }

  get settings(): Readonly<Settings> {
    return this.currentSettings;
  }

  /** The length of a step, s. */
  get step(): number {
    return this.settings.step ?? this.description?.simulation.step ?? 0.01;
  }

  /** The outcome of the run, or "refused", or "broken". */
  get outcome(): RunEnd {
    if (this.status === "refused" || this.status === "broken")
      return { outcome: this.status, message: this.message };
    return this.end ?? { outcome: "running", message: "" };
  }

  protected conclude(end: RunEnd): void {
    const { outcome, message } = end;
    this.end = end;
    this.problems = withoutDoubles([...this.problems, ...(end.summary?.problems ?? [])]);
    const hasErrors = this.problems.some(({ severity }) => severity === "error");
    if (outcome === "finished" || outcome === "stopped") this.setStatus("finished", message);
    else this.setStatus(hasErrors ? "refused" : "failed", message);
  }

  protected setStatus(status: Status, message: string): void {
    this.status = status;
    this.message = message;
    this.changed.emit(this);
  }
}

/** Removes repeated problems: a warning about the text may return with the run. */
export function withoutDoubles(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
