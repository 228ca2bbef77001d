import type { Description, PortInput, RunOptions } from "../engine/types";
import type { Pull } from "./pull";

/** Everything the reader can change besides the text. A missing value is the model's own. */
export interface Settings {
  set: Record<string, number>;
  inputs: Record<string, PortInput>;
  method?: string;
  step?: number;
  until?: number;
  /** Starts of positions that replace those of the text: a pose set by hand. */
  starts?: Record<string, number>;
  /** Pulls of bodies. */
  pulls?: readonly Pull[];
}

/** The settings of the model itself. */
export const noSettings = (): Settings => ({ set: {}, inputs: {} });

/** The settings as options of a run, without the pulls. */
export function optionsOf(settings: Settings): RunOptions {
  const { set, inputs, method, step, until, starts } = settings;
  return {
    set,
    inputs,
    ...(method === undefined ? {} : { method }),
    ...(step === undefined ? {} : { step }),
    ...(until === undefined ? {} : { until }),
    ...(starts === undefined ? {} : { starts }),
  };
}

/** False for an empty object. */
export const isAnything = (value: object | string | number): boolean =>
  typeof value !== "object" || Object.keys(value).length > 0;

/** The settings without names that a model does not have. */
export function keepKnown(settings: Settings, description: Description): Settings {
  const parameters = new Set(description.parameters.filter((p) => !p.derived).map((p) => p.name));
  const ports = new Set(description.ports.map((port) => port.name));
  const states = new Set(description.states.map((state) => state.name));
  const { starts } = settings;
  return {
    ...settings,
    ...(starts ? { starts: pick(starts, states) } : {}),
    set: pick(settings.set, parameters),
    inputs: pick(settings.inputs, ports),
  };
}

function pick<Value>(values: Record<string, Value>, known: Set<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
}
