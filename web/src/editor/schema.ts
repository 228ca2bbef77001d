import modelSchema from "../../../src/model/schema/model-1.json";

/** The part of JSON Schema that the model's schema uses. */
export interface Schema {
  $ref?: string;
  anyOf?: readonly Schema[];
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  description?: string;
  unit?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: { readonly [key: string]: Schema };
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  items?: Schema;
  $defs?: { readonly [name: string]: Schema };
}

export type Path = readonly (string | number)[];

const root: Schema = modelSchema;

/** All alternatives for a value, with references resolved. */
function alternatives(schema: Schema): Schema[] {
  if (schema.$ref) {
    const target = root.$defs?.[schema.$ref.split("/").at(-1) ?? ""];
    return target ? alternatives(target) : [];
  }
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
}

function step(schema: Schema, token: string | number): Schema[] {
  return alternatives(schema).flatMap((one) => {
    if (typeof token === "number") return one.items ? [one.items] : [];
    const own = one.properties?.[token];
    if (own) return [own];
    return typeof one.additionalProperties === "object" ? [one.additionalProperties] : [];
  });
}

/** The declaration of the value, or of the key, at a path. */
export function declaredAt(path: Path): Schema[] {
  let at: Schema[] = [{ $ref: "#/$defs/system" }];
  for (const token of path) at = at.flatMap((schema) => step(schema, token));
  return at;
}

/** The keys that the object at a path may have. */
export function keysAt(path: Path): [string, Schema][] {
  const found = new Map<string, Schema>();
  for (const one of declaredAt(path).flatMap(alternatives))
    for (const [key, schema] of Object.entries(one.properties ?? {})) found.set(key, schema);
  return [...found];
}

/** The words that the value at a path may be. */
export function wordsAt(path: Path): string[] {
  const all = declaredAt(path).flatMap(alternatives);
  const words = all.flatMap((one) => [...(one.enum ?? []), one.const]);
  return [...new Set(words.filter((word) => typeof word === "string"))];
}

/** A sentence for readers. Links refer to the page of the format. */
export function explain(schema: Schema): string {
  const text = (schema.description ?? alternatives(schema)[0]?.description ?? "")
    .replace(/,? ?\[(?:see )?below\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "");
  const more = [
    schema.unit && `unit ${schema.unit}`,
    schema.default !== undefined && `default ${String(schema.default)}`,
    schema.maximum !== undefined && `${schema.minimum} to ${schema.maximum}`,
  ].filter(Boolean);
  return more.length > 0 ? `${text} (${more.join(", ")})` : text;
}
