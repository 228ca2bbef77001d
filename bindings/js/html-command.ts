// The command `porthos html`, for Node: see docs/cli.md.
import { writeFile } from "node:fs/promises";
import { UsageError } from "./command.js";
import { offlineHtml } from "./offline.js";
import { readOfflineModel, readPieces, takeValues } from "./offline-model.js";
import { mustNotReplace } from "./places.js";

/** Writes one HTML file of a model with its settings; returns the exit code. */
export async function writeHtml(words: readonly string[]): Promise<number> {
  const { values, rest } = takeValues(words, { "-o": "out", "--out": "out" });
  const { out } = values;
  if (out === undefined) throw new UsageError("html needs -o FILE");
  const model = await readOfflineModel("html", rest, "transport view knobs traces");
  if (!model) return 2;
  await mustNotReplace(model.file, "-o", out);
  const html = offlineHtml({ ...model.parts, pieces: await readPieces() });
  await writeFile(out, html).catch((error: unknown) => {
    throw new UsageError(`cannot write ${out}: ${String(error)}`);
  });
  process.stdout.write(`${out}: ${model.parts.title}, ${Math.round(html.length / 1000)} kB\n`);
  return 0;
}
