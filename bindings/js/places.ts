// What the command is told of files, in Node.
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { UsageError } from "./command.js";

/** Throws where what is written would replace the model, be it under another name or by a link. */
export async function mustNotReplace(model: string, option: string, to?: string): Promise<void> {
  if (to === undefined || to === "-") return;
  const [there, own] = await Promise.all([to, model].map((file) => stat(file).catch(() => null)));
  if (there && own && there.dev === own.dev && there.ino === own.ino)
    throw new UsageError(`${option} ${to} is the file of the model itself`);
}

/** A folder as a place, which ends in a slash; an address as it is. */
export const asPlace = (allowed: string) =>
  /^[a-z][a-z\d+.-]+:/i.test(allowed) ? allowed : pathToFileURL(`${allowed}/`);
