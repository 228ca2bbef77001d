// The command `porthos diagram`, for Node: see docs/cli.md.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { readCommand, UsageError } from "./command.js";
import { diagram, drawDiagram, layoutDiagram, type Diagram } from "./diagram.js";
import { ModelError } from "./errors.js";
import { fileOf } from "./gallery.js";
import { Host } from "./host.js";
import { out, reasonOf, say } from "./output.js";
import createEngine from "./porthos-inline.mjs";
import { asPlace, mustNotReplace } from "./places.js";
import { porthosOn } from "./porthos.js";
import { problemReport } from "./report.js";
import { collect } from "./resolve.js";

const flags = ["--svg", "--open", "--down"];

/** Writes the diagram of a model as SVG or JSON; gives the exit code. */
export async function writeDiagram(words: readonly string[]): Promise<number> {
  const { to, rest, has } = takeOptions(words);
  const command = readCommand(["check", ...rest]); // what else there may be is what `check` takes
  if (command.name !== "check") throw new UsageError("diagram needs the file of a model");
  if (command.structure) throw new UsageError("--structure and --only are options of check");
  if (command.json && has("--svg")) throw new UsageError("--json and --svg are two forms");
  const file = await fileOf(command.file);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  });
  await mustNotReplace(file, "--out", to);
  const porthos = porthosOn(new Host(() => createEngine()));
  const places = { base: pathToFileURL(file), allow: command.allow.map(asPlace) };
  const texts = await collect(text, places, porthos.references);
  const model = await porthos.open(texts);
  if (!model.ok) {
    await say(problemReport(file, text, new ModelError(model.problems).problems));
    return 2;
  }
  const files = { ...(await elementTexts()), ...texts.files };
  const graph = diagram(texts.text, { files, constraints: model.constraints });
  const direction = has("--down") ? "down" : "right";
  const open = has("--open") ? opening(graph) : new Set<string>();
  const written = command.json
    ? `${JSON.stringify(graph, null, 2)}\n`
    : drawDiagram(layoutDiagram(graph, { direction, open }), { title: model.name || "Diagram" });
  if (to === undefined || to === "-") await out(written);
  else
    await writeFile(to, written).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`cannot write ${to}: ${reasonOf(error)}`);
    });
  return 0;
}

/** Ids of the boxes that have something inside. */
function opening({ boxes }: Diagram): Set<string> {
  return new Set(boxes.flatMap(({ id, inside }) => (inside ? [id, ...opening(inside)] : [])));
}

/** The library's elements, by the names that `use` gives. */
async function elementTexts(): Promise<{ [name: string]: string }> {
  const folder = new URL("../../src/elements/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".porthos.json"));
  const read = async (name: string): Promise<[string, string]> => [
    `porthos:${name.replace(".porthos.json", "")}`,
    await readFile(new URL(name, folder), "utf8"),
  ];
  return Object.fromEntries(await Promise.all(names.map(read)));
}

function takeOptions(words: readonly string[]) {
  const found = new Set<string>();
  const rest: string[] = [];
  let to: string | undefined;
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, attached] = /^--out(?:=(.*))?$/s.exec(word) ?? [];
    if (/^--out(=|$)/.test(word)) {
      to = attached ?? left.shift();
      if (!to) throw new UsageError("--out needs a file");
    } else if (flags.includes(word)) found.add(word);
    else rest.push(word);
  }
  return { to, rest, has: (flag: string) => found.has(flag) };
}
