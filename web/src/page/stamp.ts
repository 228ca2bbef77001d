import { stampOf, stampedMp4, stampedPng, withEnd } from "../../../bindings/js/stamp";
import { version } from "../../../package.json";
import type { Experiment } from "../study/experiment";

export { withEnd };

/** The version of Porthos and the model with its settings, for exported files. */
export async function stampFor(experiment: Experiment): Promise<string> {
  const { text } = await experiment.wholeText();
  return stampOf(version, text);
}

/** A PNG or MP4 with the stamp in it; files of other formats stay as they are. */
export async function stamped(blob: Blob, stamp: string): Promise<Blob> {
  const write = blob.type.startsWith("image/png")
    ? stampedPng
    : blob.type.startsWith("video/mp4")
      ? stampedMp4
      : null;
  if (!write) return blob;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return new Blob([write(bytes, stamp)], { type: blob.type });
}
