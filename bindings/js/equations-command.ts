// The command `porthos equations`, for Node: see docs/cli.md.
import { writeFile } from "node:fs/promises";
import { UsageError, type EquationsCommand } from "./command.js";
import { equationsMathml, equationsTex, equationsText } from "./equations.js";
import { ModelError, version, type Model } from "./index.js";
import { out, reasonOf } from "./output.js";
import { mustNotReplace } from "./places.js";
import { stampOfModel } from "./stamp.js";

const pointsPerMillimetre = 72 / 25.4;
/** An A4 page, points. */
const page = { width: 210 * pointsPerMillimetre, height: 297 * pointsPerMillimetre };
/** The width of a picture, as of the text of an A4 page. */
const pictureWidth = 170 * pointsPerMillimetre;

/** Prints the equations of the model of a file, or writes them; returns the exit code. */
export async function writeEquations(
  model: Model,
  file: string,
  command: EquationsCommand,
): Promise<number> {
  const { to } = command;
  if (!model.ok) throw new ModelError(model.problems);
  await mustNotReplace(file, "-o", to);
  const content = await contentOf(model, command);
  if (typeof content === "string" && (to === undefined || to === "-")) await out(content);
  else
    await writeFile(to!, content).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`cannot write ${to}: ${reasonOf(error)}`);
    });
  return 0;
}

async function contentOf(
  model: Model,
  { json, form, hasSymbols }: EquationsCommand,
): Promise<string | Uint8Array> {
  const all = model.equations();
  if (json) return `${JSON.stringify(all, null, 2)}\n`;
  if (form === "text") return equationsText(all);
  if (form === "tex") return equationsTex(all);
  if (form === "mathml") return equationsMathml(all);
  const sheet = await import("./figure/equation-sheet.js"); // the typesetter is large
  const words = sheet.englishSheet;
  const stamp = stampOfModel(await version(), model, {});
  const options = { title: model.name, size: 10, hasSymbols, words, stamp };
  if (form === "svg") {
    const { figureSvg } = await import("./figure/svg.js");
    return figureSvg(sheet.equationSheet(all, { ...options, width: pictureWidth }));
  }
  const { figuresPdf } = await import("./figure/pdf.js");
  try {
    return figuresPdf(sheet.equationPages(all, options, page));
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${error.message}; --svg writes them`);
    throw error;
  }
}
