// The command `porthos text`, for Node: see docs/cli.md.
import { readFile, writeFile } from "node:fs/promises";
import { readCommand, UsageError } from "./command.js";
import { fileOf } from "./gallery.js";
import { load, ModelError } from "./index.js";
import { out, reasonOf, say } from "./output.js";
import { mustNotReplace, placesOf } from "./places.js";
import { problemReport } from "./report.js";
import { withEnd } from "./stamp.js";

/** Writes a model with its files and the options of a run as one text; returns the exit code. */
export async function writeText(words: readonly string[]): Promise<number> {
  const { to, rest } = takeOut(words);
  const command = readCommand(["run", ...rest]); // the options of a run are those of `run`
  if (command.name !== "run") throw new UsageError("text needs the file of a model");
  const { allow, options } = command;
  if (command.json || command.csv !== undefined || options.errorColumn)
    throw new UsageError("--json, --csv and --error-column are options of run");
  const file = await fileOf(command.file);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  });
  await mustNotReplace(file, "-o", to);
  const model = await load(text, placesOf(file, allow));
  try {
    const whole = withEnd(model.text(options));
    if (to === undefined || to === "-") await out(whole);
    else
      await writeFile(to, whole).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`cannot write ${to}: ${reasonOf(error)}`);
      });
    return 0;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    if (!(error instanceof ModelError)) throw error;
    await say(problemReport(file, text, error.problems));
    return 2;
  }
}

/** Takes `-o FILE` out of the words. */
function takeOut(words: readonly string[]): { to: string | undefined; rest: string[] } {
  const rest: string[] = [];
  const left = [...words];
  let to: string | undefined;
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, attached] = /^(?:-o|--out)(?:=(.*))?$/s.exec(word) ?? [];
    if (!/^(-o|--out)(=|$)/.test(word)) rest.push(word);
    else if ((to = attached ?? left.shift()) === undefined)
      throw new UsageError(`${word} needs a value`);
  }
  return { to, rest };
}
