import { didYouMean } from "./suggest.js";
import type { Input, RunOptions, StreamOptions } from "./types.js";

const known: { [key in keyof Required<StreamOptions>]: true } = {
  until: true,
  step: true,
  method: true,
  set: true,
  inputs: true,
  tolerance: true,
  outputEvery: true,
  poses: true,
  chunk: true,
  signal: true,
};

/** The options that the engine understands, as its text. Throws when there are others. */
export function engineOptions(options: StreamOptions): string {
  for (const key of Object.keys(options))
    if (!Object.hasOwn(known, key))
      throw new TypeError(`unknown option "${key}"${didYouMean(key, Object.keys(known))}`);
  const { until, step, method, tolerance, set, inputs, outputEvery } = options;
  const engine: RunOptions = { until, step, method, tolerance, set, outputEvery };
  if (inputs)
    engine.inputs = Object.fromEntries(
      Object.entries(inputs).map(([port, input]) => [port, formulas(input)]),
    );
  return JSON.stringify(engine, (key, value: unknown) => {
    // JSON has no word for these, and null would be reported as found instead.
    if (typeof value === "number" && !Number.isFinite(value))
      throw new RangeError(`"${key}" is ${value}, not a finite number`);
    return value;
  });
}

/** Numbers are formulas too. */
function formulas(input: Input): Input {
  if (typeof input === "number") return String(input);
  if (typeof input === "string" || isList(input)) return input;
  if ("flow" in input) return typeof input.flow === "number" ? { flow: String(input.flow) } : input;
  return typeof input.effort === "number" ? { effort: String(input.effort) } : input;
}

function isList(input: Input): input is readonly string[] {
  return Array.isArray(input);
}
