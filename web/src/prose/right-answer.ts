import { boundedScene } from "../engine/bounded-scene";
import { Trajectory } from "../engine/trajectory";
import type { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import type { NumberAnswer } from "./read-answer";
import type { Results } from "./result-formula";

/** A number and the distance at which an answer still counts. */
export interface Right {
  readonly value: number;
  readonly within: number;
}

/** A run with the settings of a task, and what formulas read from it. */
export interface Computed {
  readonly run: Trajectory;
  readonly results: Results;
}

/**
 * The right answer with the settings of a task. A formula is computed from a run of the engine with
 * these settings, whatever the reader's knobs are. A sentence says why there is none.
 */
export async function rightAnswer(
  answer: NumberAnswer,
  experiment: Experiment,
  settings: Settings,
): Promise<Right | string> {
  if (!answer.formula) return rightOf(answer, null);
  const computed = await computedWith(experiment, settings);
  return typeof computed === "string" ? computed : rightOf(answer, computed.results);
}

/** The right answer by the results of a run, which an answer without a formula does not need. */
export function rightOf(answer: NumberAnswer, results: Results | null): Right | string {
  const { formula, within, isShare } = answer;
  const value = formula && results ? formula(results) : answer.value;
  if (typeof value === "string") return value;
  return { value, within: isShare ? within * Math.abs(value) : within };
}

/** Computes a run with these settings; a sentence says why there is none. */
export async function computedWith(
  experiment: Experiment,
  settings: Settings,
): Promise<Computed | string> {
  const { description } = experiment;
  if (!description) return experiment.message;
  const until = settings.until ?? description.simulation.until;
  let run: Trajectory | null = null as Trajectory | null;
  const values = new Map(description.parameters.map(({ name, value }) => [name, value]));
  const end = await experiment.compute(
    settings,
    {
      onStart: ({ columns, scene, derived }) => {
        if (columns.length > 0) run = new Trajectory(columns, boundedScene(scene), until);
        for (const { name, value } of derived) values.set(name, value);
      },
      onChunk: ({ rows, poses, events, isLast }) => run?.append(rows, poses, events, isLast),
    },
    new AbortController().signal,
  );
  const computed = run;
  const isWhole = end.outcome === "finished" || end.outcome === "stopped";
  if (!computed || !isWhole) return end.message;
  const indexed = <Value>(name: string, read: (index: number) => Value): Value | null => {
    const index = computed.indexOf(name);
    return index < 0 ? null : read(index);
  };
  return {
    run: computed,
    results: {
      column: (name) => indexed(name, (index) => computed.column(index)),
      at: (name, t) => indexed(name, (index) => computed.valueAt(t, index)),
      parameter: (name) => settings.set[name] ?? values.get(name) ?? null,
    },
  };
}

/** What is wrong with a wrong number, as far as it can be told. */
export type Slip = "sign" | "power" | "degrees" | "revolutions";

/** Factors that are forgotten, and their names. */
const factors: readonly (readonly [Slip, number])[] = [
  ["degrees", 180 / Math.PI],
  ["revolutions", 2 * Math.PI],
  ["revolutions", 30 / Math.PI],
  ...[1, 2, 3, 4, 6].map((power): [Slip, number] => ["power", 10 ** power]),
];

/**
 * Tells a wrong unit from a wrong number: an answer that would be right with the other sign, or
 * times a power of ten or a factor between units of angles and speeds. Null: it is another number.
 */
export function slipOf(given: number, right: Right): Slip | null {
  if (right.value === 0) return null;
  if (isWithin(-given, right)) return "sign";
  const share = right.within / Math.abs(right.value);
  // A coarse tolerance would take an unrelated number for a slip.
  if (share > 0.1) return null;
  const found = factors.find(([, factor]) =>
    [given * factor, given / factor].some((value) => isWithin(value, right)),
  );
  return found?.[0] ?? null;
}

/** A converted number may have a rounding error, so the limit itself counts as within. */
export const isWithin = (given: number, { value, within }: Right): boolean =>
  Math.abs(given - value) <= within + 1e-12 * Math.abs(value);
