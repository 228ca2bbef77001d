// A model as one text: its files are included, and the options of a run replace its values.
import { Arrays } from "./array-values.js";
import { indented } from "./indented.js";
import { asObject, findComponent, withKey, type Found, type JsonObject } from "./json-object.js";
import { mostBytes } from "./read.js";
import type { Texts } from "./resolve.js";
import type { Description, Input, RunOptions } from "./types.js";

/**
 * The text of a model with the texts of its files and these options in it. Elements of the library
 * keep their names. The description is that of the model without the options.
 *
 * @throws RangeError if a text cannot express an option, or would be too large
 */
export function wholeText(
  { text, files }: Texts,
  options: RunOptions,
  description: Pick<Description, "parameters" | "states">,
): string {
  const root = JSON.parse(text) as JsonObject;
  const isMade = inline(root, files, { left: mostBytes });
  if (!isMade && Object.values(options).every((value) => value === undefined)) return text;
  const arrays = new Arrays();
  writeParameters(root, options.set ?? {}, description, arrays);
  writeStarts(root, options.starts ?? {}, description, arrays);
  arrays.write();
  for (const [port, input] of Object.entries(options.inputs ?? {})) writeInput(root, port, input);
  writeSimulation(root, options);
  const whole = indented(root);
  if (new TextEncoder().encode(whole).length > mostBytes) throw tooLarge();
  return whole;
}

const tooLarge = () =>
  new RangeError(`the files of the model in one text have more than ${mostBytes / 1e6} MB`);

/**
 * Replaces names of files by their texts; returns whether there were any. `room` limits all of them
 * together, characters.
 */
function inline(text: JsonObject, files: Texts["files"], room: { left: number }): boolean {
  const components = asObject(text["components"]);
  let isMade = false;
  for (const [name, value] of Object.entries(components)) {
    const use = asObject(value);
    const file = typeof use["use"] === "string" ? use["use"] : "";
    const used = Object.hasOwn(files, file) ? files[file] : undefined;
    if (use["model"] !== undefined) isMade = inline(asObject(use["model"]), files, room) || isMade;
    else if (typeof used === "string" && !file.startsWith("porthos:")) {
      room.left -= used.length;
      if (room.left < 0) throw tooLarge();
      const model = JSON.parse(used) as JsonObject;
      inline(model, files, room);
      components[name] = withKey(use, "use", "model", model);
      isMade = true;
    }
  }
  return isMade;
}

function writeParameters(
  root: JsonObject,
  set: { readonly [name: string]: number },
  { parameters }: Pick<Description, "parameters">,
  arrays: Arrays,
): void {
  const known = new Map(parameters.map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(set)) {
    const words = name.split(".");
    let text = root;
    let place: { text: JsonObject; word: string; found: Found } | undefined;
    let prefix = "";
    for (let word = words[0]!; words.length > 1; word = words[0]!) {
      const found = findComponent(text, word);
      if (!found) break;
      if (place?.found.index !== undefined)
        throw new RangeError(
          `"${name}" cannot be set in a text: all "${place.word}" share one value`,
        );
      prefix += place ? `${place.word}.` : "";
      place = { text, word, found };
      text = asObject(found.use["model"]);
      words.shift();
    }
    const own = words.join(".");
    if (!place) writeOwnParameter(root, own, value, known);
    else if (place.found.index === undefined) giveValue(place.found.use, "parameters", own, value);
    else
      arrays.add({
        ...place,
        prefix,
        index: place.found.index,
        key: "parameters",
        own,
        value,
        known,
      });
  }
}

/** Replaces a value of a component. */
function giveValue(use: JsonObject, key: string, name: string, value: unknown): void {
  use[key] = { ...asObject(use[key]), [name]: value };
}

/**
 * Sets a parameter of the outermost text, or a value of its environment: a number, or an entry of
 * an array.
 */
function writeOwnParameter(
  root: JsonObject,
  name: string,
  value: number,
  known: ReadonlyMap<string, number>,
): void {
  const [base = "", ...entry] = name.split(".");
  for (const key of ["parameters", "environment"]) {
    const all = asObject(root[key]);
    if (!Object.hasOwn(all, base)) continue;
    const given = all[base];
    const isObject = !Array.isArray(given) && typeof given === "object" && given !== null;
    const old = isObject ? asObject(given)["value"] : given;
    const written =
      entry.length === 0
        ? value
        : withEntry(Array.isArray(old) ? old : arrayOf(base, known), entry, value);
    all[base] = isObject ? { ...asObject(given), value: written } : written;
  }
}

/** A copy of an array, or of an array of rows, with one entry replaced; entries count from 1. */
function withEntry(
  array: readonly unknown[],
  [i = "", j]: readonly string[],
  value: number,
): unknown[] {
  return array.map((old, k) => {
    if (k !== Number(i) - 1) return old;
    return j === undefined ? value : withEntry(old as unknown[], [j], value);
  });
}

/**
 * A vector or a matrix from the values of its entries, `r.1`, `R.1.2`; a number from the value of
 * its name.
 */
function arrayOf(base: string, values: ReadonlyMap<string, number>): unknown[] {
  const list: unknown[] = [];
  for (const [name, value] of values) {
    if (!name.startsWith(`${base}.`)) continue;
    const [i = 0, j] = name
      .slice(base.length + 1)
      .split(".")
      .map(Number);
    if (j === undefined) list[i - 1] = value;
    else ((list[i - 1] ??= []) as unknown[])[j - 1] = value;
  }
  return list;
}

/**
 * Starts of positions and velocities. A fixed start is kept, as in a run. Start values of joints
 * are removed: all states are then written.
 */
function writeStarts(
  root: JsonObject,
  starts: { readonly [name: string]: number },
  { states }: Pick<Description, "states">,
  arrays: Arrays,
): void {
  if (Object.keys(starts).length === 0) return;
  const variables = new Set(states.map(({ name }) => baseOf(name)));
  const all = dropCoordinates(root, variables);
  const values = new Map(states.map(({ name, start }) => [name, starts[name] ?? start]));
  const fixed = new Set(states.filter((state) => state.fixed).map(({ name }) => baseOf(name)));
  const given = new Set(Object.keys(starts).map(baseOf));
  for (const variable of variables) {
    if (fixed.has(variable) || !(all || given.has(variable))) continue;
    const value = values.get(variable) ?? arrayOf(variable, values);
    const [word = "", ...rest] = variable.split(".");
    const own = rest.join(".");
    const found = own === "" ? undefined : findComponent(root, word);
    if (!found) writeOwnStart(root, variable, value);
    else if (found.index === undefined) giveStart(found.use, own, value);
    else if (typeof value === "number") {
      const { index } = found;
      const place = { text: root, word, found, prefix: "", index, key: "start", own, value };
      arrays.add({ ...place, known: values });
    } else {
      const why = all
        ? " (all starts are written, since those of joints would contradict them)"
        : "";
      throw new RangeError(
        `the start of "${variable}" cannot be set in a text: it is a vector of one of several parts${why}`,
      );
    }
  }
}

/** The name of a state without the numbers of an entry. */
const baseOf = (name: string): string => name.replace(/(\.\d+)+$/, "");

/** Removes the start values of joints; returns whether there were any. */
function dropCoordinates(root: JsonObject, variables: ReadonlySet<string>): boolean {
  let isAny = false;
  const plain = new Set([...variables].map((name) => name.replace(/\[\d+\]/g, "")));
  for (const [name, value] of Object.entries(asObject(root["components"]))) {
    const use = asObject(value);
    const start = Object.entries(asObject(use["start"]));
    const kept = start.filter(([key]) =>
      plain.has(baseOf(`${name}.${key.replace(/\[[^\]]*\]/g, "")}`)),
    );
    if (kept.length === start.length) continue;
    use["start"] = Object.fromEntries(kept);
    isAny = true;
  }
  return isAny;
}

function writeOwnStart(root: JsonObject, name: string, value: unknown): void {
  for (const key of ["positions", "velocities"]) {
    const states = asObject(root[key]);
    if (!Object.hasOwn(states, name)) continue;
    const old = states[name];
    if (typeof old !== "object" || old === null || Array.isArray(old)) states[name] = value;
    else {
      const { size: _size, start: _start, ...rest } = asObject(old);
      states[name] = { ...rest, start: value };
    }
  }
}

function giveStart(use: JsonObject, name: string, value: unknown): void {
  const start = Object.entries(asObject(use["start"])).filter(([key]) => baseOf(key) !== name);
  use["start"] = { ...Object.fromEntries(start), [name]: value };
}

/** An input replaces the one that drives the same port, under any name. */
function writeInput(root: JsonObject, port: string, input: Input): void {
  const driven = portOf(root, port);
  const others = Object.entries(asObject(root["inputs"])).filter(
    ([name]) => portOf(root, name) !== driven,
  );
  root["inputs"] = { ...Object.fromEntries(others), [port]: input };
}

/**
 * The name of a port where it is declared: a text may expose a port of a component under another
 * name.
 */
function portOf(text: JsonObject, name: string): string {
  const words = name.split(".");
  let prefix = "";
  for (;;) {
    const found = words.length > 1 ? findComponent(text, words[0]!) : undefined;
    if (found && found.use["model"] !== undefined) {
      prefix += `${words.shift()}.`;
      text = asObject(found.use["model"]);
      continue;
    }
    const shown = asObject(text["ports"])[words.join(".")];
    if (typeof shown !== "string") return prefix + words.join(".");
    words.splice(0, words.length, ...shown.split("."));
  }
}

function writeSimulation(root: JsonObject, options: RunOptions): void {
  const { until, step, method, tolerance, outputEvery, coordinates } = options;
  const written = { until, step, method, tolerance, output_every: outputEvery, coordinates };
  const given = Object.entries(written).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  root["simulation"] = { ...asObject(root["simulation"]), ...Object.fromEntries(given) };
}
