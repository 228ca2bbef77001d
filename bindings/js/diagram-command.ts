// The command `porthos diagram`, for Node: see docs/cli.md.
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { unknownOption, UsageError } from "./command.js";
import { drawDiagram, layoutDiagram, type Diagram } from "./diagram.js";
import { ModelError } from "./errors.js";
import { fileOf } from "./gallery.js";
import { Host } from "./host.js";
import { askHere } from "./inspector.js";
import { out, reasonOf, say } from "./output.js";
import createEngine from "./porthos-inline.mjs";
import { mustNotReplace, placesOf } from "./places.js";
import { porthosOn } from "./porthos.js";
import { problemReport } from "./report.js";
import { collect } from "./resolve.js";

/** Writes the diagram of a model as SVG or JSON; returns the exit code. */
export async function writeDiagram(words: readonly string[]): Promise<number> {
  const { named, values } = readWords(words);
  const { allow = [], out: to } = values;
  const file = await fileOf(named);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  });
  await mustNotReplace(file, "--out", to);
  const porthos = porthosOn(new Host(() => createEngine()), askHere);
  const places = placesOf(file, allow);
  const texts = await collect(text, places, porthos.references);
  const model = await porthos.open(texts);
  if (!model.ok) {
    await say(problemReport(file, text, new ModelError(model.problems).problems));
    return 2;
  }
  const { graph } = await model.diagram();
  const direction = values.down ? "down" : "right";
  const open = values.open ? opening(graph) : new Set<string>();
  const written = values.json
    ? `${JSON.stringify(graph, null, 2)}\n`
    : drawDiagram(layoutDiagram(graph, { direction, open }), { title: model.name || "Diagram" });
  if (to === undefined || to === "-") await out(written);
  else
    await writeFile(to, written).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`cannot write ${to}: ${reasonOf(error)}`);
    });
  return 0;
}

/** Ids of the boxes that have a diagram inside. */
function opening({ boxes }: Diagram): Set<string> {
  return new Set(boxes.flatMap(({ id, inside }) => (inside ? [id, ...opening(inside)] : [])));
}

const options = {
  svg: { type: "boolean" },
  json: { type: "boolean" },
  open: { type: "boolean" },
  down: { type: "boolean" },
  out: { type: "string" },
  allow: { type: "string", multiple: true },
} as const;

function readWords(words: readonly string[]) {
  const args = [...words];
  const { tokens } = parseArgs({
    args,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const names = Object.keys(options).map((name) => `--${name}`);
    if (!names.includes(token.rawName)) throw unknownOption(token.rawName, "diagram", names);
    const takesValue = options[token.name as keyof typeof options].type === "string";
    if (takesValue && !token.value) throw new UsageError(`${token.rawName} needs a value`);
    if (!takesValue && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value`);
  }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [named, ...more] = positionals;
  if (named === undefined) throw new UsageError("diagram needs the file of a model");
  if (more.length > 0) throw new UsageError(`one model at a time: ${positionals.join(" ")}`);
  if (values.json && values.svg) throw new UsageError("--json and --svg cannot be combined");
  return { named, values };
}
