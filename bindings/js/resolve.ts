import { HostError } from "./errors.js";
import type { LoadOptions, Source } from "./types.js";

/** A model's text with the texts of all files that it uses, directly or through others. */
export interface Texts {
  text: string;
  /** By the name that `use` gives; a file that cannot be read is left out, and the engine says so. */
  files: { [name: string]: string };
}

/** The text at a URL; throws when there is none. */
type Read = (url: URL) => Promise<string>;

/**
 * Collects the texts of a model. `references` names the files that one text uses. All names are
 * relative to the place of the model, also those in files that it uses.
 */
export async function collect(
  source: Source,
  { files = {}, base, fetch }: LoadOptions,
  references: (text: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Texts> {
  const read = reader(fetch);
  let text: string;
  let root: string | URL | undefined = base;
  if (isPlace(source)) {
    const url = new URL(source, source instanceof URL ? undefined : defaultBase());
    text = await read(url).catch((error: unknown) => {
      throw new HostError("PH407", `${url.href} (${String(error)})`, { cause: error });
    });
    root ??= url;
  } else {
    text = textOf(source);
  }

  const found: { [name: string]: string } = Object.create(null) as { [name: string]: string };
  const seen = new Set<string>();
  let wanted = await references(text);
  while (wanted.length > 0) {
    const names = [...new Set(wanted)].filter((name) => !seen.has(name));
    const texts = await Promise.all(
      names.map(async (name) => {
        seen.add(name);
        const given = Object.hasOwn(files, name) ? files[name] : undefined;
        if (given !== undefined) return textOf(given);
        return readRelative(name, root ?? defaultBase(), read);
      }),
    );
    const next: string[] = [];
    for (const [i, used] of texts.entries()) {
      if (used === undefined) continue;
      found[names[i]!] = used;
      next.push(...(await references(used)));
    }
    wanted = next;
  }
  return { text, files: { ...found } };
}

/** A URL; or a string that has no brace, as every model has, and ends like a file or begins like a URL. */
function isPlace(source: Source): source is string | URL {
  if (source instanceof URL) return true;
  if (typeof source !== "string" || source.includes("{")) return false;
  return /^[a-z][a-z\d+.-]*:\/\/|\.json$/i.test(source.trim());
}

function textOf(source: string | object): string {
  const text = typeof source === "string" ? source : JSON.stringify(source);
  // Half a surrogate pair is no character; on its way into the engine it would swallow the next one.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

async function readRelative(
  name: string,
  base: string | URL,
  read: Read,
): Promise<string | undefined> {
  try {
    return await read(new URL(name, base));
  } catch {
    return undefined;
  }
}

/** What relative names mean when nothing else is said: beside the page, or in the working directory. */
export function defaultBase(): string {
  if (typeof document === "object") return document.baseURI;
  if (typeof location === "object") return location.href;
  return process.getBuiltinModule("node:url").pathToFileURL(`${process.cwd()}/`).href;
}

function reader(fetch: LoadOptions["fetch"]): Read {
  return async (url) => {
    if (!fetch && isFile(url))
      return new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(url));
    const response = await (fetch ?? globalThis.fetch)(url);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    return response.text();
  };
}

/** Whether Node has to read it. Its modules are asked for by name, where no bundler looks. */
export function isFile(url: URL): boolean {
  return url.protocol === "file:" && typeof process === "object";
}

export function readBytes(url: URL): Promise<Uint8Array> {
  return process.getBuiltinModule("node:fs/promises").readFile(url);
}
