// The command `porthos html`, for Node: see docs/cli.md.
import { readFile, writeFile } from "node:fs/promises";
import { readCommand, UsageError } from "./command.js";
import { ModelError } from "./errors.js";
import { fileOf } from "./gallery.js";
import { Host } from "./host.js";
import { offlineHtml, pieceNames } from "./offline.js";
import createEngine from "./porthos-inline.mjs";
import { mustNotReplace, placesOf } from "./places.js";
import { porthosOn } from "./porthos.js";
import { problemReport } from "./report.js";
import { collect, type Texts } from "./resolve.js";

/** Options that become attributes of the element; see docs/embedding.md. */
const elementOptions = ["controls", "knobs", "locked", "theme"];

/** Writes one HTML file of a model with its settings; returns the exit code. */
export async function writeHtml(words: readonly string[]): Promise<number> {
  const { out, page, attributes, rest } = takeOptions(words);
  const command = readCommand(["run", ...rest]); // the options of a run are those of `run`
  if (command.name !== "run") throw new UsageError("html needs the file of a model");
  if (command.json || command.csv !== undefined)
    throw new UsageError("--json and --csv are options of run");
  const { allow, options } = command;
  const file = await fileOf(command.file);
  if (out === undefined) throw new UsageError("html needs -o FILE");
  if (options.tolerance !== undefined)
    throw new UsageError("--tolerance belongs into the model's text");

  const porthos = porthosOn(new Host(() => createEngine()));
  const text = await readText(file);
  await mustNotReplace(file, "-o", out);
  const places = placesOf(file, allow);
  const texts = await collect(text, places, porthos.references);
  const model = await porthos.open(texts);
  try {
    model.start(options).dispose(); // these settings must allow a start
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    process.stderr.write(problemReport(file, text, error.problems));
    return 2;
  }
  const read = (name: string) =>
    readFile(new URL(`./embed/${name}`, import.meta.url), "utf8").then((piece) => [name, piece]);
  const pieces = Object.fromEntries(await Promise.all(pieceNames.map(read))) as {
    [name in (typeof pieceNames)[number]]: string;
  };
  const html = offlineHtml({
    title: model.name || "Porthos",
    text: texts.text,
    files: readFiles(texts),
    settings: options,
    page: page === undefined ? "" : await readPage(page),
    attributes: { controls: "transport view knobs traces", ...attributes },
    pieces,
  });
  await writeFile(out, html).catch((error: unknown) => {
    throw new UsageError(`cannot write ${out}: ${String(error)}`);
  });
  process.stdout.write(`${out}: ${model.name}, ${Math.round(html.length / 1000)} kB\n`);
  return 0;
}

function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${String(error)}`);
  });
}

/** A page without the front matter of the gallery. */
const readPage = async (file: string) => (await readText(file)).replace(/^---\n[^]*?\n---\n/, "");

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
  let out: string | undefined;
  let page: string | undefined;
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, option = "", attached] = /^(-o|--[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const isOut = option === "-o" || option === "--out";
    const isPage = option === "--page";
    if (!isOut && !isPage && !elementOptions.includes(option.slice(2))) {
      rest.push(word);
      continue;
    }
    const value = attached ?? left.shift();
    if (value === undefined) throw new UsageError(`${option} needs a value`);
    if (isOut) out = value;
    else if (isPage) page = value;
    else attributes[option.slice(2)] = value;
  }
  return { out, page, attributes, rest };
}
