// Checks and places of files for the command, in Node.
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { UsageError } from "./command.js";
import type { LoadOptions } from "./types.js";

/** Throws if the output would replace the model, also under another name or through a link. */
export async function mustNotReplace(model: string, option: string, to?: string): Promise<void> {
  if (to === undefined || to === "-") return;
  const [there, own] = await Promise.all([to, model].map((file) => stat(file).catch(() => null)));
  if (there && own && there.dev === own.dev && there.ino === own.ino)
    throw new UsageError(`${option} ${to} is the file of the model itself`);
}

/**
 * The load options for the text of a file: they contain its place, and the text is never taken for
 * a place.
 */
export const placesOf = (file: string, allow: readonly string[]): LoadOptions => ({
  base: pathToFileURL(file),
  allow: allow.map(asPlace),
  isText: true,
});

/** A folder as a place, which ends in a slash; an address unchanged. */
const asPlace = (allowed: string) =>
  /^[a-z][a-z\d+.-]+:/i.test(allowed) ? allowed : pathToFileURL(`${allowed}/`);
