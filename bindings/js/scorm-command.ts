// The command `porthos scorm`, for Node: see docs/cli.md.
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "./command.js";
import type { CourseRules } from "./offline.js";
import { readOfflineModel, readPage, readPieces, takeValues } from "./offline-model.js";
import type { OfflineModel } from "./offline-model.js";
import { pageIn } from "./page-text.js";
import { mustNotReplace } from "./places.js";
import { coursePackage } from "./scorm.js";

const ownOptions = {
  "-o": "out",
  "--out": "out",
  "--title": "title",
  "--scorm": "version",
  "--pass": "pass",
} as const;

const controls = "transport traces knobs tasks";

/** Writes a course package with a page for each model; returns the exit code. */
export async function writeCourse(words: readonly string[]): Promise<number> {
  const { values, rest } = takeValues(words, ownOptions);
  const { out } = values;
  if (out === undefined) throw new UsageError("scorm needs -o FILE");
  const rules = readRules(values.version, values.pass);
  const models: OfflineModel[] = [];
  for (const group of groupsOf(rest)) {
    const model = await readOfflineModel("scorm", group, controls);
    if (!model) return 2;
    await mustNotReplace(model.file, "-o", out);
    if (!hasPage(group)) model.parts.page = await pageBeside(model.file);
    models.push(model);
  }
  const title = values.title ?? models[0]?.parts.title ?? "Porthos";
  const pages = models.map(({ parts }) => parts);
  const bytes = coursePackage({ title, rules, pages, pieces: await readPieces() });
  await writeFile(out, bytes).catch((error: unknown) => {
    throw new UsageError(`cannot write ${out}: ${String(error)}`);
  });
  const lines = models.map(({ parts }) => `  ${parts.title}: ${tasksIn(parts.page)}\n`);
  const size = Math.round(bytes.length / 1000);
  process.stdout.write(`${out}: SCORM ${rules.version}, ${size} kB\n${lines.join("")}`);
  return 0;
}

/** The options after a model belong to it, those before the first model to all. */
function groupsOf(words: readonly string[]): string[][] {
  const common: string[] = [];
  const groups: string[][] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith("--")) groups.push([...common, word]);
    else {
      const isWhole = word.includes("=") || flags.has(word);
      const value = isWhole ? [] : left.splice(0, 1);
      (groups.at(-1) ?? common).push(word, ...value);
    }
  }
  if (groups.length === 0) throw new UsageError("scorm needs the file of a model");
  return groups;
}

/** Options of `run` without a value. */
const flags = new Set(["--json", "--error-column"]);

const hasPage = (group: readonly string[]) => group.some((word) => /^--page(=|$)/.test(word));

function readRules(version = "1.2", pass = "50"): CourseRules {
  if (version !== "1.2" && version !== "2004")
    throw new UsageError(`--scorm expects 1.2 or 2004, found "${version}"`);
  const share = Number(pass) / 100;
  if (pass.trim() === "" || !(share >= 0 && share <= 1))
    throw new UsageError(`--pass expects a percentage from 0 to 100, found "${pass}"`);
  return { version, pass: share };
}

/**
 * The page beside a model: NAME.md beside NAME.porthos.json, or the page of the gallery's model.
 */
async function pageBeside(file: string): Promise<string> {
  const page = file.replace(/(\.porthos)?\.json$/, ".md");
  if (page === file) return "";
  try {
    return await readPage(page);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  const name = basename(page, ".md");
  const isOfGallery = file.endsWith(`/web/models/${name}.porthos.json`);
  return isOfGallery ? galleryPage(name) : "";
}

/** The npm package has the pages of the gallery as scripts. */
async function galleryPage(name: string): Promise<string> {
  const script = new URL(`./embed/pages/${name}.js`, import.meta.url);
  const text = await readFile(script, "utf8").catch(() => "");
  return pageIn(text);
}

/** The number of tasks of a page, as words. */
function tasksIn(page: string): string {
  const count = page.match(/^\s*```task\s*$/gm)?.length ?? 0;
  if (count === 0) return "no tasks, so it is completed by opening it";
  return count === 1 ? "1 task" : `${count} tasks`;
}
