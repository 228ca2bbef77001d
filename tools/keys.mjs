// node tools/keys.mjs: writes all files that follow from the schema of the model text: the tables
// of keys in docs/format.md (between <!-- keys of NAME --> and <!-- /keys -->) and the typings
// bindings/js/formula-text.ts, view-text.ts and model-text.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { root } from "./run.mjs";

const places = {
  schema: join(root, "src", "model", "schema", "model-1.json"),
  doc: join(root, "docs", "format.md"),
  model: join(root, "bindings", "js", "model-text.ts"),
  view: join(root, "bindings", "js", "view-text.ts"),
  formula: join(root, "bindings", "js", "formula-text.ts"),
};

export const schema = JSON.parse(readFileSync(places.schema, "utf8"));

/** The generated texts, by file. */
export async function texts() {
  const doc = readFileSync(places.doc, "utf8").replace(
    /(<!-- keys of (\w+) -->\n)[^]*?(<!-- \/keys -->)/g,
    (_, begin, name, end) =>
      `${begin}\n${name === "shape" ? shapes() : table(schema.$defs[name])}\n${end}`,
  );
  return {
    [places.doc]: doc,
    ...(await typings()),
  };
}

async function pretty(filepath, text) {
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

// Empty columns are omitted.
function table(definition) {
  const columns = {
    key: ([name]) => `\`${name}\``,
    "what it holds": ([name, key]) =>
      key.description + (definition.required?.includes(name) ? " (required)" : ""),
    unit: ([, key]) => key.unit ?? "",
    default: ([, key]) => ("default" in key ? `\`${key.default}\`` : ""),
    values: ([, key]) => values(key),
  };
  const keys = Object.entries(definition.properties);
  const filled = Object.entries(columns).filter(([, text]) => keys.some((key) => text(key)));
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return (
    row(filled.map(([name]) => name)) +
    row(filled.map(() => "---")) +
    keys.map((key) => row(filled.map(([, text]) => text(key)))).join("")
  );
}

function shapes() {
  const rows = schema.$defs.shape.anyOf.map(({ $ref }) => {
    const { description, properties } = schema.$defs[$ref.split("/").at(-1)];
    const keys = Object.keys(properties).filter((key) => !["type", "at", "role"].includes(key));
    const unmarked = keys.map((key) => `\`${key}\``).join(", ");
    return `| \`${properties.type.const}\` | ${unmarked} | ${description} |\n`;
  });
  return `| type | keys | |\n| --- | --- | --- |\n${rows.join("")}`;
}

function values(key) {
  if (key.enum) return key.enum.map((word) => `\`${word}\``).join(", ");
  if (key.maximum !== undefined) return `${key.minimum} to ${key.maximum}`;
  if (key.exclusiveMinimum !== undefined) return `> ${key.exclusiveMinimum}`;
  return key.minimum !== undefined ? `>= ${key.minimum}` : "";
}

// Three files: formulas and arrays of them, the view, and the model. Each imports from those before it.
async function typings() {
  const isOfView = ([name]) => /^(view|camera|body|shape|trail|vector)(_|$)/.test(name);
  const isFormula = ([name, definition]) =>
    !isOfView([name]) &&
    !definition.properties &&
    [...JSON.stringify(definition).matchAll(/"#\/\$defs\/(\w+)"/g)].every(([, used]) =>
      isFormula([used, schema.$defs[used]]),
    );
  const all = Object.entries(schema.$defs);
  const files = [
    { place: places.formula, defined: all.filter(isFormula) },
    { place: places.view, defined: all.filter(isOfView) },
    { place: places.model, defined: all.filter((one) => !isOfView(one) && !isFormula(one)) },
  ];
  const written = files.map(async ({ place, defined }, index) => {
    const text = [...defined.map(declaration), ...defined.flatMap(([, one]) => enumerations(one))];
    const imports = files.slice(0, index).flatMap((file) => {
      const used = file.defined
        .map(([name]) => typeName(name))
        .filter((name) => new RegExp(`\\b${name}\\b`).test(text.join("\n")));
      const from = `./${basename(file.place, ".ts")}.js`;
      return used.length > 0 ? [`import type { ${used.join(", ")} } from "${from}";`] : [];
    });
    const head = "// Written by tools/keys.mjs from the schema of the model text.";
    return [place, await pretty(place, [head, imports.join("\n"), ...text].join("\n\n"))];
  });
  return Object.fromEntries(await Promise.all(written));
}

function declaration([name, definition]) {
  const text = type(definition);
  return definition.properties
    ? `${comment(definition)}export interface ${typeName(name)} ${text}`
    : `${comment(definition)}export type ${typeName(name)} = ${text};`;
}

const comment = ({ description }) => (description ? `/** ${description} */\n` : "");

// Enumerations with their own name in TypeScript: their title.
function enumerations({ properties = {} }) {
  return Object.values(properties)
    .filter((key) => key.enum && key.title)
    .map((key) => `/** ${key.$comment} */\nexport type ${key.title} = ${words(key)};`);
}

// shape_box becomes ShapeBoxText. The model itself is ModelText.
const typeName = (name) =>
  name === "system"
    ? "ModelText"
    : name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase()) + "Text";

function type(of) {
  if (of.$ref) return typeName(of.$ref.split("/").at(-1));
  if (of.const !== undefined) return JSON.stringify(of.const);
  if (of.enum) return of.title ?? words(of);
  if (of.anyOf && !of.properties) return of.anyOf.map(type).join(" | ");
  if (Array.isArray(of.type)) return of.type.join(" | ");
  if (of.type === "array")
    return of.minItems === 2 && of.maxItems === 2
      ? `readonly [${type(of.items)}, ${type(of.items)}]`
      : `readonly (${type(of.items)})[]`;
  if (of.type === "object") return object(of);
  return of.type === "integer" ? "number" : of.type;
}

const words = (of) => of.enum.map((word) => JSON.stringify(word)).join(" | ");

function object(of) {
  if (!of.properties) return `{ readonly [name: string]: ${type(of.additionalProperties)} }`;
  const members = Object.entries(of.properties).map(([name, key]) => {
    const unit = key.unit ? ` (${key.unit})` : "";
    const comment = key.description ? `/** ${plain(key.description)}${unit} */\n` : "";
    const mark = of.required?.includes(name) ? "" : "?";
    return `${comment}readonly ${JSON.stringify(name)}${mark}: ${type(key)};`;
  });
  // In TypeScript the type of all other keys must include the types of the keys above.
  if (of.additionalProperties)
    members.push(`readonly [name: string]: ${type(of.additionalProperties)} | undefined;`);
  return `{\n${members.join("\n")}\n}`;
}

// Links work only on the page of the format.
const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [place, text] of Object.entries(await texts())) writeFileSync(place, text);
