import type { ModelSource } from "../engine/client";
import type { Experiment } from "../study/experiment";

/** A state of the run. */
export interface PresentState {
  /** Time of the row of the state, s. */
  readonly time: number;
  /** Values of all positions and velocities; null if the table does not have all of them, so the start is used. */
  readonly starts: Readonly<Record<string, number>> | null;
}

/** The state of the run at the row before the time t, s. */
export function presentState({ trajectory, description }: Experiment, t: number): PresentState {
  if (!trajectory || !description || trajectory.rowCount === 0) return { time: 0, starts: null };
  const { row } = trajectory.locate(t);
  const entries = description.states.map(({ name }): [string, number] => [
    name,
    trajectory.indexOf(name) < 0 ? NaN : trajectory.value(row, trajectory.indexOf(name)),
  ]);
  return entries.every(([, value]) => Number.isFinite(value))
    ? { time: trajectory.value(row, 0), starts: Object.fromEntries(entries) }
    : { time: 0, starts: null };
}

/**
 * A source without fixed starts, so that given starts apply to all states. Files that the source
 * does not contain stay unchanged.
 */
export function withFreeStarts(source: ModelSource): ModelSource {
  const files = Object.entries(source.files).map(([name, text]) => [name, freed(text)]);
  return { ...source, text: freed(source.text), files: Object.fromEntries(files) };
}

function freed(text: string): string {
  try {
    return JSON.stringify(
      JSON.parse(text, (key, value: unknown) =>
        key === "fixed" && value === true ? undefined : value,
      ),
    );
  } catch {
    return text; // its problems are shown in the editor
  }
}
