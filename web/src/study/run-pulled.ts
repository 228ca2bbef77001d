import type { EngineClient, ModelSource, RunListener, Steer } from "../engine/client";
import type { RunEnd, RunOptions } from "../engine/types";
import { withHands } from "./hand-text";
import { turnOf, type Pull } from "./pull";

/** Makes a steer from known pulls; the steer may extend them while the run continues. */
export type Lead = (replay: (done: number) => ReturnType<typeof turnOf>) => Steer;

/** A run in which bodies are pulled. Pulls of missing bodies are ignored. */
export function runPulled(
  client: EngineClient,
  source: ModelSource,
  options: RunOptions & { readonly step: number },
  pulls: readonly Pull[],
  listener: RunListener,
  signal: AbortSignal,
  lead: Lead = (replay) => replay,
): Promise<RunEnd> {
  const held = pulls.length > 0 ? withHands(source, pulls) : null;
  if (!held) return client.run(source, options, listener, signal);
  const replay = (done: number) => turnOf(pulls, held.name, done, options.step);
  return client.run(held.source, options, listener, signal, lead(replay));
}
