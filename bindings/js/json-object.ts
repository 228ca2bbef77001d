// Texts of models as they are after JSON.parse.

/** An object of JSON. */
export type JsonObject = { [key: string]: unknown };

/** The value as an object of JSON; an empty one for anything else. */
export const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** The component of a text by a name that may have an index, `link[3]`, and the index. */
export interface Found {
  readonly use: JsonObject;
  /** Of one of many; missing for a component that is one. */
  readonly index?: number;
}

/** Finds it; undefined where the text has none of this name. */
export function findComponent(text: JsonObject, name: string): Found | undefined {
  const [, base = "", index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(name) ?? [];
  const components = asObject(text["components"]);
  if (!Object.hasOwn(components, base)) return undefined;
  const use = asObject(components[base]);
  return index === undefined ? { use } : { use, index: Number(index) };
}

/** The same object with another key and value in the place of a key. */
export function withKey(object: JsonObject, old: string, key: string, value: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map((entry) => (entry[0] === old ? [key, value] : entry)),
  );
}
