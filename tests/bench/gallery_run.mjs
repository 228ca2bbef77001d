// Sizes, the time to the first step, and steps per second and errors for each model of the gallery.
import { inBuild, output } from "../../tools/run.mjs";
import { inBrowser, inNode } from "./first_step.mjs";
import { accuracy, models, speed } from "./gallery.mjs";
import { sizes } from "./sizes.mjs";

/**
 * @param {object} options
 * @param {number} options.starts
 * @param {number} options.rounds
 * @param {number} options.seconds of CPU for each model in a round
 * @param {number} options.until s, over which errors are measured
 * @param {(what: string) => void} options.say
 */
export async function measure({ starts, rounds, seconds, until, say }) {
  say("first steps");
  const firstStep = { chromium: await inBrowser(starts), node: inNode(starts) };
  const gallery = [];
  for (const model of models) {
    say(model);
    // Alternating, so that both see the machine in the same state.
    let wasm = 0;
    let native = 0;
    for (let round = 0; round < rounds; round++) {
      wasm = Math.max(wasm, await speed(model, seconds));
      const line = output(inBuild("native", "tests", "bench_gallery"), [String(seconds), model]);
      native = Math.max(native, JSON.parse(line).stepsPerSecond);
    }
    gallery.push({ model, wasm, native, ...(await accuracy(model, until)) });
  }
  return { until, sizes: sizes(), firstStep, gallery };
}
