import { HostError } from "./errors.js";
import { ReadPermissions } from "./read-permissions.js";
import { isFile, mostBytes, readAddress, readFile, Refusal } from "./read.js";
import type { LoadOptions, Source } from "./types.js";

/** The reason why a file is not read: `found` continues with `why` after its name. */
export interface Refused {
  why: string;
  expected: string;
  hint: string;
}

/** A model text with the texts of all files that it uses, directly or indirectly. */
export interface Texts {
  text: string;
  /** By the name in `use`. Files that were not found are omitted; the engine reports them. */
  files: { [name: string]: string | Refused };
}

/** Largest number of files in a model; a server could otherwise invent new names forever. */
const mostFiles = 1000;

/** Largest nesting of files. */
const mostLevels = 64;

/** Limit for all files of a model together, as JSON strings. */
const mostBytesTogether = mostBytes - (1 << 19); // the rest is for names and refusals

/** Number of simultaneous reads. */
const readAtOnce = 16;

/**
 * Collects the texts of a model. `references` returns the files that one text uses. All names are
 * relative to the place of the outermost model, also those in used files.
 */
export async function collect(
  source: Source,
  { files = {}, base, allow = [], fetch, isText = false }: LoadOptions,
  references: (text: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Texts> {
  let text: string;
  let root = new URL(base ?? defaultBase(), defaultBase());
  if (source instanceof URL || (!isText && isPlace(source))) {
    const url = new URL(source, source instanceof URL ? undefined : defaultBase());
    text = await readOutermost(url, fetch);
    if (base === undefined) root = url;
  } else {
    text = textOf(hasText(source) ? await source.text() : source);
  }
  const permissions = new ReadPermissions(root, allow.map(placeOf));

  const found: Texts["files"] = Object.create(null) as Texts["files"];
  const take = async (name: string): Promise<string | Refused | undefined> => {
    const given = Object.hasOwn(files, name) ? files[name] : undefined;
    if (given !== undefined) return textOf(given);
    return readUsed(name, root, permissions, fetch);
  };
  let wanted = await references(text);
  let [count, size, level] = [0, 0, 0];
  while (wanted.length > 0) {
    const names = [...new Set(wanted)].filter((name) => !(name in found));
    wanted = [];
    level++;
    for (let i = 0; i < names.length; i += readAtOnce) {
      const some = names.slice(i, i + readAtOnce);
      count += some.length;
      const refusal = level > mostLevels ? tooDeep : count > mostFiles ? tooMany : undefined;
      const texts = await Promise.all(
        some.map((name) => (refusal ? Promise.resolve(refusal) : take(name))),
      );
      for (const [j, used] of texts.entries()) {
        const name = some[j]!;
        found[name] = used ?? missing;
        if (typeof used !== "string") continue;
        size += new TextEncoder().encode(JSON.stringify(used)).length;
        if (size > mostBytesTogether) found[name] = tooMuch;
        else wanted = [...wanted, ...(await references(used))];
      }
    }
  }
  const known = Object.entries(found).filter(([, used]) => used !== missing);
  return { text, files: Object.fromEntries(known) };
}

const missing: Refused = { why: "was not found", expected: "", hint: "" };
const tooMuch: Refused = {
  why: `brings the files of the model to more than ${mostBytesTogether / 1e6} MB`,
  expected: "less",
  hint: "use one file several times instead of several files",
};
const tooDeep: Refused = {
  why: `is more than ${mostLevels} files below the model`,
  expected: `at most ${mostLevels} files that use each other`,
  hint: "",
};
const tooMany: Refused = {
  why: `exceeds the limit of ${mostFiles} files for a model`,
  expected: `at most ${mostFiles} files`,
  hint: "",
};

/** A string without a brace, which each model has, that ends like a file or begins like a URL. */
function isPlace(source: Source): source is string {
  if (typeof source !== "string" || source.includes("{")) return false;
  return /^[a-z][a-z\d+.-]*:\/\/|\.json$/i.test(source.trim());
}

/** A loaded model, here or in a worker; a `File` and a `Response` are read in the same way. */
function hasText(source: Source): source is { text(): string | Promise<string> } {
  return (
    typeof source === "object" &&
    source !== null &&
    "text" in source &&
    typeof source.text === "function"
  );
}

function textOf(source: string | object): string {
  if (typeof source !== "string" && (typeof source !== "object" || source === null))
    throw new TypeError(`a model is a text, a plain object or a URL, not ${String(source)}`);
  const text = typeof source === "string" ? source : JSON.stringify(source);
  // Half a surrogate pair is not a character; in the engine it would swallow the next one.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** A folder in Node or an address that the caller allows. */
function placeOf(allowed: string | URL): URL {
  try {
    const url = new URL(allowed, defaultBase());
    if (isFile(url) || url.origin !== "null") return url;
  } catch {
    // not a URL
  }
  throw new TypeError(`allow: "${String(allowed)}" is neither a folder nor an address`);
}

/** The text of the model itself, from a place that the caller has named. */
async function readOutermost(url: URL, fetch: LoadOptions["fetch"]): Promise<string> {
  try {
    return await (isFile(url) && !fetch
      ? readFile(url, () => undefined)
      : readAddress(url, fetch, "follow"));
  } catch (error) {
    const reason = error instanceof Refusal ? `it ${error.message}` : String(error);
    throw new HostError("PH407", `${url.href} (${reason})`, { cause: error });
  }
}

/**
 * The text of a file that a model uses, the reason why it is not read, or undefined if it does not
 * exist.
 */
async function readUsed(
  name: string,
  root: URL,
  permissions: ReadPermissions,
  fetch: LoadOptions["fetch"],
): Promise<string | Refused | undefined> {
  try {
    const url = new URL(name, root);
    const text = await (isFile(url)
      ? readUsedFile(url, permissions, fetch)
      : read(url, permissions, fetch));
    // The content of any other file must not appear in a problem.
    if (!/"porthos"\s*:/.test(text))
      throw new Refusal(
        "is not the text of a model",
        'a JSON text with the key "porthos"',
        "its content is not shown here",
      );
    return text;
  } catch (error) {
    if (!(error instanceof Refusal)) return undefined;
    return { why: error.message, expected: error.expected, hint: error.hint };
  }
}

async function readUsedFile(
  url: URL,
  permissions: ReadPermissions,
  fetch: LoadOptions["fetch"],
): Promise<string> {
  try {
    if (!fetch) return await readFile(url, (path) => permissions.admitFile(path));
  } catch (error) {
    if (!(error instanceof Refusal)) permissions.admitMissing(url);
    throw error;
  }
  permissions.admitMissing(url); // a custom fetch has no links
  return readAddress(url, fetch, "error");
}

function read(
  url: URL,
  permissions: ReadPermissions,
  fetch: LoadOptions["fetch"],
): Promise<string> {
  permissions.admitAddress(url);
  // A redirect could lead anywhere.
  return readAddress(url, fetch, "error");
}

/** The default base of relative names: the page, or the working directory. */
export function defaultBase(): string {
  if (typeof document === "object") return document.baseURI;
  if (typeof location === "object") return location.href;
  return globalThis.process
    .getBuiltinModule("node:url")
    .pathToFileURL(`${globalThis.process.cwd()}/`).href;
}
