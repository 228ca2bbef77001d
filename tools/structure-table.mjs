// node tools/structure-table.mjs: writes docs/structures.md, the structure reports on the models of
// the gallery. A test compares.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { galleryModels } from "./gallery-table.mjs";
import { inBuild, root } from "./run.mjs";

export async function structureTable() {
  const { load } = await import(pathToFileURL(inBuild("dist", "index.js")).href);
  const rows = [];
  for (const { id, name } of galleryModels()) {
    const place = pathToFileURL(join(root, "web", "models", `${id}.porthos.json`));
    const model = await load(place, { base: place });
    rows.push([
      `[${name}](../web/models/${id}.md)`,
      ...cellsOf(await model.inspect({ budget: 600 })),
    ]);
    model.dispose();
  }
  const heads = [
    "model",
    "z, w, ports",
    "index",
    "rows, rank",
    "k, l, m",
    "closed",
    "nonholonomic",
    "conserved",
    "singular where",
    "what fails",
  ];
  return [
    "# The structures of the gallery's models",
    "",
    "Made by `node tools/structure-table.mjs`: what `porthos check MODEL --structure` says. [Inspect](inspect.md) explains it.",
    "*k, l, m* are the pairs, Casimirs and constraints of the canonical form; *nonholonomic* are velocity constraints that are",
    "not the rate of a function of positions; *conserved* are functions beside the energy, Casimirs first, found among",
    "polynomials of the first or second degree (a dash: not looked for, since the model is large). *Singular where* has",
    "a pole of the structure, as gimbal lock, or a pose at which constraints lose rank, found by Newton's method from nine states.",
    "A model with contacts, dry friction or one-way laws is examined in the modes in which it starts.",
    "",
    ...[heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
}

/** @param {import("../bindings/js/types.js").Inspection} inspection */
function cellsOf({ facts, findings }) {
  const { canonical, casimirs, changedCasimirs, conserved } = facts;
  const closed = findings.find(({ name }) => name === "the Dirac structure is closed");
  const rows = findings.filter(
    ({ name, verdict }) => name.endsWith(" is holonomic") && verdict === "fails",
  );
  const failed = findings.filter(
    ({ kind, verdict }) => kind === "requirement" && verdict === "fails",
  );
  const singular = findings.filter(
    ({ name, verdict }) =>
      verdict === "fails" &&
      (name === "the structure has no poles" || name.endsWith(" in every pose")),
  );
  const changed = new Set((changedCasimirs ?? []).map(({ casimir }) => casimir));
  const constant = (casimirs ?? []).filter((one) => !changed.has(one));
  const functions = [...constant, ...(conserved ?? [])].filter(({ length }) => length < 60);
  return [
    `${facts.positions}, ${facts.velocities}, ${facts.ports}`,
    facts.index,
    facts.rows === 0 ? "" : `${facts.rows}, ${facts.rank}`,
    canonical ? `${canonical.pairs}, ${canonical.casimirs}, ${canonical.constraints}` : "–",
    { holds: "yes", fails: "no" }[closed?.verdict] ?? "–",
    rows.map(({ name }) => `\`${name.replace(" is holonomic", "")}\``).join(", "),
    casimirs ? functions.map((one) => `\`${one}\``).join(", ") : "–",
    singular.map(singularity).join("; "),
    failed
      .map(({ name, responsible }) =>
        [name, ...(responsible ?? []).map((one) => `\`${one}\``)].join(" "),
      )
      .join("; "),
  ];
}

/** @param {import("../bindings/js/types.js").Finding} finding */
function singularity({ where, responsible }) {
  const names = (responsible ?? []).map((one) => `\`${one}\``).join(", ");
  return `${names} at ${where}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, "docs", "structures.md"), await structureTable());
