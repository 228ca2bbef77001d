import {
  stampedGif,
  stampedMp4,
  stampedPng,
  stampedWebm,
  stampOf,
  withEnd,
} from "../../../bindings/js/stamp";
import { version } from "../../../package.json";
import type { Experiment } from "../study/experiment";

export { withEnd };

/** The version of Porthos and the model with its settings, for exported files. */
export async function stampFor(experiment: Experiment): Promise<string> {
  const { text } = await experiment.wholeText();
  return stampOf(version, text);
}

const writers = {
  "image/png": stampedPng,
  "image/gif": stampedGif,
  "video/mp4": stampedMp4,
  "video/webm": stampedWebm,
};

/** A picture or video with the stamp in it; files of other formats stay as they are. */
export async function stamped(blob: Blob, stamp: string): Promise<Blob> {
  const [, write] = Object.entries(writers).find(([type]) => blob.type.startsWith(type)) ?? [];
  if (!write) return blob;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return new Blob([write(bytes, stamp)], { type: blob.type });
}
