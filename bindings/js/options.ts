import { didYouMean } from "./suggest.js";
import type { Input, RunOptions, StreamOptions } from "./types.js";

const known: { [key in keyof Required<StreamOptions>]: true } = {
  until: true,
  step: true,
  method: true,
  set: true,
  starts: true,
  inputs: true,
  tolerance: true,
  outputEvery: true,
  errorColumn: true,
  coordinates: true,
  poses: true,
  chunk: true,
  signal: true,
};

/** The largest number of steps, or attempts, in one call of the engine. */
export const mostSteps = 2 ** 31 - 1;

/** Throws unless `value` is a whole number from 1 to `mostSteps`. */
export function mustBeCount(name: string, value: unknown): void {
  if (typeof value !== "number") throw notANumber(name, value);
  if (!(Number.isInteger(value) && value >= 1 && value <= mostSteps))
    throw new RangeError(`"${name}" is ${value}, not a whole number from 1 to ${mostSteps}`);
}

/** Throws unless `value` is missing, or finite and positive (or zero if allowed). */
function mustBePositive(name: string, value: unknown, isZeroAllowed = false): void {
  if (value === undefined) return;
  if (typeof value !== "number") throw notANumber(name, value);
  if (Number.isFinite(value) && (value > 0 || (isZeroAllowed && value === 0))) return;
  throw new RangeError(
    `"${name}" is ${value}, not a finite ${isZeroAllowed ? "number from 0" : "positive number"}`,
  );
}

const notANumber = (name: string, value: unknown) =>
  new TypeError(`"${name}" is ${value === null ? "null" : `a ${typeof value}`}, not a number`);

/** Throws unless it may be a snapshot. */
export function mustBeText(snapshot: unknown): void {
  if (typeof snapshot === "string") return;
  const found = snapshot === null ? "null" : `a value of type ${typeof snapshot}`;
  throw new TypeError(`a snapshot is a text, not ${found}`);
}

function mustBeObject(name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError(`"${name}" is not a plain object`);
}

/** The options for the engine, as a text. Throws for unknown options. */
export function engineOptions(options: StreamOptions): string {
  if (typeof options !== "object" || options === null)
    throw new TypeError("the options of a run are not a plain object");
  for (const key of Object.keys(options))
    if (!Object.hasOwn(known, key))
      throw new TypeError(`unknown option "${key}"${didYouMean(key, Object.keys(known))}`);
  const { until, step, method, tolerance, set, starts, inputs, outputEvery, errorColumn } = options;
  const { coordinates } = options;
  mustBePositive("until", until, true);
  mustBePositive("step", step);
  mustBePositive("tolerance", tolerance);
  if (outputEvery !== undefined) mustBeCount("outputEvery", outputEvery);
  if (options.chunk !== undefined) mustBeCount("chunk", options.chunk);
  if (method !== undefined && typeof method !== "string")
    throw new TypeError('"method" is not a text');
  mustBeObject("set", set);
  mustBeObject("starts", starts);
  mustBeObject("inputs", inputs);
  const engine: RunOptions = {
    until,
    step,
    method,
    tolerance,
    set,
    starts,
    outputEvery,
    errorColumn,
    coordinates,
  };
  if (inputs)
    engine.inputs = Object.fromEntries(
      Object.entries(inputs).map(([port, input]) => [port, formulas(input)]),
    );
  return JSON.stringify(engine, refuseNonFinite);
}

/** Values of parameters for the engine, as a text. Throws unless they are finite numbers. */
export function numbersText(values: { readonly [name: string]: number }): string {
  if (values === undefined) throw new TypeError("the values are not a plain object");
  mustBeObject("values", values);
  for (const [name, value] of Object.entries(values))
    if (typeof value !== "number") throw notANumber(name, value);
  return JSON.stringify(values, refuseNonFinite);
}

/** JSON cannot express these numbers, and the engine would report null instead. */
function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError(`"${key}" is ${value}, not a finite number`);
  return value;
}

/** Numbers are formulas too. */
function formulas(input: Input): Input {
  if (input === null) throw new TypeError("an input is null, not a formula");
  if (typeof input === "number") return String(input);
  if (typeof input === "string" || isList(input)) return input;
  if ("flow" in input) return typeof input.flow === "number" ? { flow: String(input.flow) } : input;
  return typeof input.effort === "number" ? { effort: String(input.effort) } : input;
}

function isList(input: Input): input is readonly string[] {
  return Array.isArray(input);
}
