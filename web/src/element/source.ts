import type { ModelSource } from "../engine/client";
import { galleryText } from "../models/texts";

const largest = 4 << 20; // characters, as the engine's own limit

/** Why there is no model, in a sentence. */
export class SourceError extends Error {}

/** What an element was told about its model; the first that is there counts. */
export interface Told {
  readonly given: string | object | null;
  readonly src: string | null;
  readonly model: string | null;
  readonly inline: string | null;
  readonly files: ModelSource["files"];
}

/** Finds the text of a model. Throws a SourceError. */
export async function sourceOf({ given, src, model, inline, files }: Told): Promise<ModelSource> {
  if (given !== null)
    return typeof given === "string" ? named(given, files) : { text: JSON.stringify(given), files };
  if (src) return read(new URL(src, document.baseURI), files);
  if (model) return named(model, files);
  if (inline) return { text: inline, files };
  throw new SourceError("This element names no model: give it src, model, or a text inside.");
}

async function named(text: string, files: ModelSource["files"]): Promise<ModelSource> {
  if (text.includes("{")) return { text, files };
  const found = await galleryText(text);
  if (found !== undefined) return { text: found, files };
  throw new SourceError(`There is no model “${text}” in the gallery.`);
}

async function read(url: URL, files: ModelSource["files"]): Promise<ModelSource> {
  const place = `The model at ${url.href}`;
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    const why =
      url.protocol === "file:" ? "pages from a file may read none" : "is there a network?";
    throw new SourceError(`${place} cannot be read; ${why}`);
  }
  if (!response.ok) throw new SourceError(`${place} cannot be read (${response.status}).`);
  const text = await response.text();
  if (text.length > largest) throw new SourceError(`${place} is larger than 4 MB.`);
  return { text, files, base: url.href };
}
