// Oracles of gallery models with set-valued laws, as tests/support/paper.hpp has them for the other
// models: the largest error of each quantity goes into the table of docs/gallery.md.
import { appendFileSync } from "node:fs";
import { expect } from "vitest";
import type { Run, RunOptions } from "../../bindings/js/index";
import { load } from "../lib/built";

/** Runs a model of the gallery to its end. */
export async function runOf(name: string, options: RunOptions = {}): Promise<Run> {
  const model = await load(new URL(`../../web/models/${name}.porthos.json`, import.meta.url));
  const run = model.run(options);
  model.dispose();
  expect(run.outcome, run.message).toBe("finished");
  checkLaws(run);
  return run;
}

export const last = (run: Run, column: string): number => run.column(column).at(-1) ?? NaN;
export const largest = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The times of the switches of a law. One switch may be in the list of events twice. */
export const times = (run: Run, name: string): number[] =>
  run.events
    .filter((event) => event.name === name)
    .map(({ t }) => t)
    .filter((t, index, all) => index === 0 || t - (all[index - 1] ?? 0) > 1e-9);

/** The times of the impacts of a law. */
export const impacts = (run: Run, name: string): number[] =>
  run.events
    .filter((event) => event.name === name && event.switch?.impact === true)
    .map(({ t }) => t);

/** The ledger closes, what is dissipated never falls, and no gap is negative beyond rounding. */
function checkLaws(run: Run): void {
  const dissipated = run.column("energy.dissipated");
  const moved =
    largest(run.column("energy.stored")) +
    largest(dissipated) +
    largest(run.column("energy.supplied"));
  expect(largest(run.column("energy.balance_error"))).toBeLessThanOrEqual(1e-12 * moved);
  // The sum of some hundred terms, each rounded.
  dissipated.forEach((value, row) =>
    expect(value - (dissipated[row - 1] ?? 0)).toBeGreaterThanOrEqual(-1e-14 * moved),
  );
  for (const { name } of run.columns.filter(({ name }) => name.startsWith("gap.")))
    expect(Math.min(...run.column(name)), name).toBeGreaterThan(-1e-12);
}

/** Fails the test if |error| exceeds the tolerance. */
export function oracle(model: string, what: string, tolerance: number, error: number): void {
  expect(Math.abs(error), `${model}, ${what}`).toBeLessThanOrEqual(tolerance);
  const file = process.env["PORTHOS_ORACLES"];
  if (file)
    appendFileSync(file, `${JSON.stringify({ model, what, error: Math.abs(error), tolerance })}\n`);
}

/** The largest |residual| over the rows of a run; `at` reads a column in the row. */
export function residual(run: Run, formula: (at: (column: string) => number) => number): number {
  const columns = new Map<string, Float64Array>();
  const t = run.column("t");
  let most = 0;
  for (let row = 0; row < t.length; row++) {
    const error = Math.abs(
      formula((name) => {
        const values = columns.get(name) ?? run.column(name);
        columns.set(name, values);
        return values[row] ?? NaN;
      }),
    );
    if (!(error <= most)) most = error; // NaN stays
    if (Number.isNaN(most)) break;
  }
  return most;
}

/** A root of a function that changes its sign in an interval, by bisection. */
export function root(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const sign = Math.sign(f(low));
  for (let k = 0; k < 200 && high > low; k++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (Math.sign(f(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
