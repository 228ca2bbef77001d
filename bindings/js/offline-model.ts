// The model of a page that works offline, for the commands `html` and `scorm` in Node.
import { readFile } from "node:fs/promises";
import { readCommand, UsageError } from "./command.js";
import { ModelError } from "./errors.js";
import { fileOf } from "./gallery.js";
import { Host } from "./host.js";
import { pieceNames, type OfflineParts, type Pieces } from "./offline.js";
import { reasonOf } from "./output.js";
import { withoutFrontMatter } from "./page-text.js";
import { placesOf } from "./places.js";
import { porthosOn } from "./porthos.js";
import createEngine from "./porthos-inline.mjs";
import { problemReport } from "./report.js";
import { collect, type Texts } from "./resolve.js";
import { stampOfModel } from "./stamp.js";

/** A model with the options of its page. */
export interface OfflineModel {
  /** The file of the model. */
  file: string;
  parts: Omit<OfflineParts, "pieces">;
}

/** Options that become attributes of the element; see docs/embedding.md. */
const elementOptions = ["controls", "knobs", "locked", "theme"];

/**
 * Reads a model with the options of `run` that say how to run, and those of its page. Writes the
 * problems and returns null if the model cannot start.
 * @throws {@link UsageError}
 */
export async function readOfflineModel(
  command: string,
  words: readonly string[],
  controls: string,
): Promise<OfflineModel | null> {
  const { page, attributes, rest } = takeOptions(words);
  const read = readCommand(["run", ...rest]); // the options of a run are those of `run`
  if (read.name !== "run") throw new UsageError(`${command} needs the file of a model`);
  if (read.json || read.csv !== undefined)
    throw new UsageError("--json and --csv are options of run");
  const { allow, options } = read;
  if (options.tolerance !== undefined)
    throw new UsageError("--tolerance belongs into the model's text");
  const file = await fileOf(read.file);
  const porthos = porthosOn(new Host(() => createEngine()));
  const text = await readText(file);
  const texts = await collect(text, placesOf(file, allow), porthos.references);
  const model = await porthos.open(texts);
  try {
    model.start(options).dispose(); // these settings must allow a start
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    process.stderr.write(problemReport(file, text, error.problems));
    return null;
  }
  const version = await porthos.version();
  const parts = {
    stamp: stampOfModel(version, model, options),
    title: model.name || "Porthos",
    text: texts.text,
    files: readFiles(texts),
    settings: options,
    page: page === undefined ? "" : await readPage(page),
    attributes: { controls, ...attributes },
  };
  return { file, parts };
}

/** The scripts and the style of every page. */
export async function readPieces(): Promise<Pieces> {
  const read = (name: string) =>
    readFile(new URL(`./embed/${name}`, import.meta.url), "utf8").then((piece) => [name, piece]);
  return Object.fromEntries(await Promise.all(pieceNames.map(read))) as Pieces;
}

function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error as NodeJS.ErrnoException)}`);
  });
}

export const readPage = async (file: string) => withoutFrontMatter(await readText(file));

/** A model that starts has no unreadable file. */
const readFiles = ({ files }: Texts) =>
  Object.fromEntries(
    Object.entries(files).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

function takeOptions(words: readonly string[]) {
  const attributes: { [name: string]: string } = {};
  const rest: string[] = [];
  let page: string | undefined;
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, option = "", attached] = /^(--[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const name = option.slice(2);
    if (name !== "page" && !elementOptions.includes(name)) {
      rest.push(word);
      continue;
    }
    const value = attached ?? left.shift();
    if (value === undefined) throw new UsageError(`${option} needs a value`);
    if (name === "page") page = value;
    else attributes[name] = value;
  }
  return { page, attributes, rest };
}

/** Takes options with a value out of the words. */
export function takeValues<Name extends string>(
  words: readonly string[],
  names: { readonly [option: string]: Name },
): { values: { [name in Name]?: string }; rest: string[] } {
  const values: { [name in Name]?: string } = {};
  const rest: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, option = "", attached] = /^(-o|--[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const name = Object.hasOwn(names, option) ? names[option] : undefined;
    if (name === undefined) {
      rest.push(word);
      continue;
    }
    const value = attached ?? left.shift();
    if (value === undefined) throw new UsageError(`${option} needs a value`);
    values[name] = value;
  }
  return { values, rest };
}
