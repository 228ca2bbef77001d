import type { Linearization, LinearizeOptions } from "porthos/worker";
import type { Experiment } from "../study/experiment";
import { withFreeStarts, type PresentState } from "./present-state";

/** The places about which a model is linearized. */
export const places = ["equilibrium", "steady", "start"] as const;
export type Place = (typeof places)[number];

/** A linearization, and the kinds of states that were not found nearby. */
export interface Linearized {
  readonly place: Place;
  readonly linear: Linearization;
  /** With the engine's sentences about them. */
  readonly missing: readonly { readonly place: Place; readonly linear: Linearization }[];
}

const notNear = "PH205"; // docs/problems.md

/** Linearizes about a place near a state; if there is none, about the next of `places`. */
export async function linearized(
  experiment: Experiment,
  wanted: Place,
  state: PresentState,
  options: LinearizeOptions = {},
): Promise<Linearized> {
  const missing: { place: Place; linear: Linearization }[] = [];
  for (const place of places.slice(places.indexOf(wanted))) {
    const linear = await linearize(experiment, place, state, options);
    if (place === "start" || !linear.problems.some(({ code }) => code === notNear))
      return { place, linear, missing };
    missing.push({ place, linear });
  }
  throw new RangeError("the state itself is the last of the places");
}

/** Asks for the linearization about one place. */
export function linearize(
  { client, source, settings }: Experiment,
  at: Place,
  { starts }: PresentState,
  options: LinearizeOptions,
): Promise<Linearization> {
  return client.linearize(starts ? withFreeStarts(source) : source, {
    at,
    set: { ...settings.set },
    starts: { ...(starts ?? settings.starts) },
    signals: { ...settings.inputs },
    ...options,
  });
}

/** The errors of a linearization that failed. */
export function errorsOf({ problems }: Linearization): Linearization["problems"] {
  return problems.filter(({ severity }) => severity === "error");
}
