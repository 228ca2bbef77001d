import type { ModelSource } from "../engine/client";
import { largestText } from "../engine/limits";
import { spokenText } from "../models/spoken-text";
import { words } from "../words/words";

/** The reason why there is no model, as a sentence. */
export class SourceError extends Error {}

/** The ways to give an element its model. The first one that is present is used. */
export interface ModelOrigin {
  readonly given: string | object | null;
  readonly src: string | null;
  readonly model: string | null;
  readonly inline: string | null;
  readonly files: ModelSource["files"];
}

/** Finds the text of a model. Throws a SourceError. */
export async function sourceOf({
  given,
  src,
  model,
  inline,
  files,
}: ModelOrigin): Promise<ModelSource> {
  if (given !== null)
    return typeof given === "string" ? named(given, files) : { text: JSON.stringify(given), files };
  if (src) return read(new URL(src, document.baseURI), files);
  if (model) return named(model, files);
  if (inline) return { text: inline, files };
  throw new SourceError(words.namesNoModel);
}

/**
 * The page of a model, Markdown: the given one, that at an address, that inside the element, or the
 * gallery's.
 */
export async function pageOf(places: {
  readonly given: string | null;
  readonly address: string | null;
  readonly inline: string | null;
  readonly model: string | null;
}): Promise<string> {
  const { given, address, inline, model } = places;
  if (given !== null) return given;
  if (address) return fetchText(new URL(address, document.baseURI), "The page");
  if (inline !== null) return dedent(inline);
  if (!model || model.includes("{")) return "";
  const { galleryPage } = await import("../models/pages"); // only tasks need a page
  return galleryPage(model);
}

/** Removes the common indentation of all lines, which Markdown would take for code. */
function dedent(text: string): string {
  const indents = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : line.search(/\S/)));
  const least = Math.min(...indents);
  return Number.isFinite(least) ? text.replaceAll(new RegExp(`^ {${least}}`, "gm"), "") : "";
}

async function named(text: string, files: ModelSource["files"]): Promise<ModelSource> {
  if (text.includes("{")) return { text, files };
  const found = await spokenText(text);
  if (found !== undefined) return { text: found, files };
  throw new SourceError(words.noModelNamed(text));
}

async function read(url: URL, files: ModelSource["files"]): Promise<ModelSource> {
  return { text: await fetchText(url, "The model"), files, base: url.href };
}

/**
 * The reason why an address cannot be read. A server that answers, but not to this page, does not
 * allow other pages to read.
 */
async function whyNot(url: URL): Promise<string> {
  if (url.protocol === "file:") return "pages from a file may read none.";
  try {
    await fetch(url, { mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer" });
    return (
      "its server does not let pages of other origins read it (CORS): " +
      "it has to send the header Access-Control-Allow-Origin."
    );
  } catch {
    return "is there a network?";
  }
}

/** `what` names the text in a sentence. */
async function fetchText(url: URL, what: string): Promise<string> {
  const place = `${what} at ${url.href}`;
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new SourceError(`${place} cannot be read; ${await whyNot(url)}`);
  }
  if (!response.ok) throw new SourceError(`${place} cannot be read (${response.status}).`);
  const text = await response.text();
  if (text.length > largestText) throw new SourceError(`${place} is larger than 4 MB.`);
  return text;
}
