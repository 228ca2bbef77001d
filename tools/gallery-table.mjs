// node tools/gallery-table.mjs [LINES]: writes docs/gallery.md, the table of the gallery's models,
// from the front matter and the last section of their pages, and from the errors in
// docs/oracles.json. A test compares. LINES is the file PORTHOS_ORACLES of a test run; its errors
// replace those of docs/oracles.json.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./run.mjs";

const suffix = ".porthos.json";
const folder = join(root, "web", "models");
const errorsFile = join(root, "docs", "oracles.json");

// The front matter and last section of each model's page, in the order of the files.
export function galleryModels() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .sort()
    .map((file) => readModel(basename(file, suffix)));
}

export function galleryTable() {
  const models = galleryModels();
  const papers = [...new Set(models.map(({ paper }) => paper))].sort();
  return [
    "# The gallery's models",
    "",
    "`node tools/gallery-table.mjs` writes this page from the pages of the models. *Checked against* names the reference that",
    "`tests/oracles` compares a model with. *Error* is the largest deviation in a run of the tests, with the compared quantity; it has",
    "the units of that quantity, and its last digits differ between machines. `npx porthos run gallery:NAME` runs a model.",
    ...papers.flatMap((paper) => [
      "",
      `## ${paper || "Beyond the papers"}`,
      "",
      ...table(
        models
          .filter((model) => model.paper === paper)
          .sort((a, b) => order(a.system, b.system) || order(a.name, b.name)),
        paper !== "",
      ),
    ]),
    "",
  ].join("\n");
}

/** @param {ReturnType<typeof readModel>[]} models */
function table(models, isOfPaper) {
  const heads = [
    ...(isOfPaper ? ["system", "in the paper"] : []),
    "model",
    "checked against",
    "error",
  ];
  const errors = galleryErrors();
  const rows = models.map(({ id, name, system, place, oracle }) => {
    const model = `[${name}](../web/models/${id}.md) (\`${id}\`)`;
    const found = Object.entries(errors[id] ?? {}).map(([what, error]) => `${what} ${error}`);
    return [...(isOfPaper ? [system, place] : []), model, oracle, found.join(", ")];
  });
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

// The largest errors in the tests: model -> quantity -> error.
export function galleryErrors() {
  return JSON.parse(readFileSync(errorsFile, "utf8"));
}

// The errors of a test run, to one digit.
function readErrors(file) {
  const found = {};
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { model, what, error } = JSON.parse(line);
    const most = Math.max(error, Number(found[model]?.[what] ?? 0));
    found[model] = { ...found[model], [what]: most === 0 ? "0" : most.toExponential(0) };
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => order(a, b)));
}

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function readModel(id) {
  const { name, source } = JSON.parse(readFileSync(join(folder, id + suffix), "utf8"));
  const page = readFileSync(join(folder, `${id}.md`), "utf8");
  const key = (word) => new RegExp(`^${word}: (.*)$`, "m").exec(page)?.[1] ?? "";
  const oracle = page.split("## Checked against")[1]?.trim().replace(/\s+/g, " ") ?? "";
  const seen = oracle.replaceAll(/\]\(([\w-]+\.md)\)/g, "](../web/models/$1)");
  const place = /\(\d{4}\), (.*?)(?:\. (?:Corrected|The)\b.*)?$/.exec(source)?.[1] ?? "";
  return { id, name, paper: key("paper"), system: key("system"), place, oracle: seen };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [lines] = process.argv.slice(2);
  if (lines) writeFileSync(errorsFile, `${JSON.stringify(readErrors(lines), null, 2)}\n`);
  writeFileSync(join(root, "docs", "gallery.md"), galleryTable());
}
