// Model texts after JSON.parse.

/** An object of JSON. */
export type JsonObject = { [key: string]: unknown };

/** The value as a JSON object; an empty one for anything else. */
export const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** The component of a text with a name that may have an index, `link[3]`, and the index. */
export interface Found {
  readonly use: JsonObject;
  /** The index in an array of components; missing for a single component. */
  readonly index?: number;
}

/** Finds it; undefined if the text has no such component. */
export function findComponent(text: JsonObject, name: string): Found | undefined {
  const [, base = "", index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(name) ?? [];
  const components = asObject(text["components"]);
  if (!Object.hasOwn(components, base)) return undefined;
  const use = asObject(components[base]);
  return index === undefined ? { use } : { use, index: Number(index) };
}

/** The object with one key replaced by another key and value. */
export function withKey(object: JsonObject, old: string, key: string, value: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map((entry) => (entry[0] === old ? [key, value] : entry)),
  );
}
