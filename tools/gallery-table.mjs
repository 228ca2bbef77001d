// node tools/gallery-table.mjs: writes docs/gallery.md, the table of the gallery's models, from the
// front matter and the last section of their pages. A test compares.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./run.mjs";

const suffix = ".porthos.json";
const folder = join(root, "web", "models");

export function galleryTable() {
  const models = readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => readModel(basename(file, suffix)));
  const papers = [...new Set(models.map(({ paper }) => paper))].sort();
  return [
    "# The gallery's models",
    "",
    "Made by `node tools/gallery-table.mjs` from the pages of the models. *Checked against* is what the tests in",
    "`tests/oracles` hold a model to.",
    ...papers.flatMap((paper) => [
      "",
      `## ${paper || "Beyond the papers"}`,
      "",
      paper ? "| system | model | checked against |" : "| model | checked against |",
      paper ? "| --- | --- | --- |" : "| --- | --- |",
      ...models
        .filter((model) => model.paper === paper)
        .sort((a, b) => order(a.system, b.system) || order(a.name, b.name))
        .map(({ id, name, system, oracle }) =>
          [
            ...(paper ? [system] : []),
            `[${name}](../web/models/${id}.md) (\`${id}\`)`,
            oracle,
          ].join(" | "),
        )
        .map((row) => `| ${row} |`),
    ]),
    "",
  ].join("\n");
}

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function readModel(id) {
  const { name } = JSON.parse(readFileSync(join(folder, id + suffix), "utf8"));
  const page = readFileSync(join(folder, `${id}.md`), "utf8");
  const key = (word) => new RegExp(`^${word}: (.*)$`, "m").exec(page)?.[1] ?? "";
  const oracle = page.split("## Checked against")[1]?.trim().replace(/\s+/g, " ") ?? "";
  return { id, name, paper: key("paper"), system: key("system"), oracle };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, "docs", "gallery.md"), galleryTable());
