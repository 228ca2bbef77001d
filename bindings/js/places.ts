// What the command is told of files, in Node.
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { UsageError } from "./command.js";
import type { LoadOptions } from "./types.js";

/** Throws where what is written would replace the model, be it under another name or by a link. */
export async function mustNotReplace(model: string, option: string, to?: string): Promise<void> {
  if (to === undefined || to === "-") return;
  const [there, own] = await Promise.all([to, model].map((file) => stat(file).catch(() => null)));
  if (there && own && there.dev === own.dev && there.ino === own.ino)
    throw new UsageError(`${option} ${to} is the file of the model itself`);
}

/** How the text of a file is loaded: with what it uses, and never as the name of a place. */
export const placesOf = (file: string, allow: readonly string[]): LoadOptions => ({
  base: pathToFileURL(file),
  allow: allow.map(asPlace),
  isText: true,
});

/** A folder as a place, which ends in a slash; an address as it is. */
const asPlace = (allowed: string) =>
  /^[a-z][a-z\d+.-]+:/i.test(allowed) ? allowed : pathToFileURL(`${allowed}/`);
