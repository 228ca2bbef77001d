// node tools/elements.mjs: writes the generated part of each element page: the text in docs/elements/NAME.md
// between <!-- element NAME --> and <!-- /element -->, from the files of the library.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { root } from "./run.mjs";

const ending = ".porthos.json";
const folder = join(root, "src", "elements");

/** @typedef {{ [key: string]: any }} Json */

/** The elements by name, with the content of their files. */
export const elements = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => [
      file.slice(0, -ending.length),
      /** @type {Json} */ (JSON.parse(readFileSync(join(folder, file), "utf8"))),
    ]),
);

export const pageOf = (/** @type {string} */ name) => join(root, "docs", "elements", `${name}.md`);

/** The up-to-date pages, by file. */
export function texts() {
  return Object.fromEntries(
    [...elements].map(([name, text]) => [
      pageOf(name),
      readFileSync(pageOf(name), "utf8").replace(
        /(<!-- element [\w-]+ -->\n)[^]*?(<!-- \/element -->)/,
        (_, begin, end) => `${begin}\n${summary(name, text)}\n${end}`,
      ),
    ]),
  );
}

/** @param {string} name @param {Json} text */
function summary(name, text) {
  const tables = [
    table("parameter", "default", { ...text.parameters, ...text.environment }, (of) => {
      const value = of?.value ?? of?.formula ?? of;
      return typeof value === "string" ? code(value) : code(JSON.stringify(value));
    }),
    table("characteristic", "formula", text.characteristics, (of) => code(of?.formula ?? of)),
    table("state", "start", { ...text.positions, ...text.velocities }, (of) =>
      code(JSON.stringify(of?.start ?? (of instanceof Object && !Array.isArray(of) ? 0 : of))),
    ),
    table("output", "", text.outputs, () => ""),
  ];
  const list = (/** @type {Json} */ of) =>
    Object.entries(of ?? {})
      .map(([key, value]) => `${code(key)} (${value.interface ?? value})`)
      .join(", ");
  const facts = [
    `\`"use": "porthos:${name}"\``,
    text.between && `between ${list(text.between)}`,
    text.offers && `offers ${list(text.offers)}`,
    text.ports && `port ${Object.entries(text.ports).map(port).join(", ")}`,
    text.requires && `requires ${Object.keys(text.requires).join(", ")}`,
  ];
  return `${text.description}\n\n${facts.filter(Boolean).join("; ")}.\n${tables.join("")}`;
}

const code = (/** @type {string} */ text) => `\`${text}\``;

/** @param {[string, Json]} entry */
function port([name, { flow_unit, effort_unit }]) {
  return `${code(name)} (effort in ${effort_unit}, flow in ${flow_unit})`;
}

/**
 * @param {string} head
 * @param {string} second
 * @param {Json | undefined} entries
 * @param {(of: any) => string} value
 */
function table(head, second, entries, value) {
  const rows = Object.entries(entries ?? {}).map(
    ([name, of]) => `| ${code(name)} | ${value(of)} | ${of?.unit ?? ""} | ${of?.label ?? ""} |\n`,
  );
  if (rows.length === 0) return "";
  return `\n| ${head} | ${second} | unit | |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [place, text] of Object.entries(texts())) writeFileSync(place, text);
