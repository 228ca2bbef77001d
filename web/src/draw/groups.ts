import { contentOf, type Content } from "./group-content";
import { exposeOffers } from "./group-offers";
import { Lines } from "./json-format";
import { listOf, type ModelText, type Path } from "./model-text";
import { copyName, freshName, isPlain, isTaken, renameComponent } from "./names";
import type { Drawing } from "./things";
import { partOf } from "./parts/table";
import { readDrawing } from "./read";

type Member = readonly [string, unknown];

/** Puts things into a component of their own, in the place of the first. Returns its name; "" where none of them stands alone. */
export function groupThings(model: ModelText, drawing: Drawing, names: readonly string[]): string {
  const content = contentOf(model, drawing, names);
  if (!content) return "";
  const name = freshName(model, "group");
  const [first = "", ...rest] = content.components;
  const group: Member[] = [["model", new Lines(modelOf(model, content))]];
  const { parameters } = content;
  if (parameters.length > 0)
    group.unshift(["parameters", Object.fromEntries(parameters.map((each) => [each, each]))]);
  const outer = Object.keys(model.members("inputs")).filter(
    (input) => content.components.includes(componentIn(input)) && !content.inputs.includes(input),
  );
  model.splice(["components", first], [[name, new Lines(group)]]);
  for (const each of rest) model.remove(["components", each]);
  for (const each of content.inputs) model.remove(["inputs", each], 0);
  for (const each of content.ports) model.remove(["ports", each], 0);
  for (const list of ["trails", "bodies"] as const)
    for (const index of [...content[list]].reverse())
      model.remove(["view", list, String(index)], 0);
  for (const input of outer)
    model.rename(["inputs", input], `${name}.${portNamed(model, name, input)}`);
  rewriteOuter(model, content.components, (found) => `${name}.${found}`);
  exposeOffers(model);
  return name;
}

const componentIn = (port: string): string => port.split(".")[0] ?? "";

/** The members of the model that a group has. */
function modelOf(model: ModelText, content: Content): readonly Member[] {
  const { components, inputs, ports, bodies, trails, parameters } = content;
  const raw = (...path: Path): Member => [path.at(-1) ?? "", model.raw(path)];
  const entries = (list: string, indices: readonly number[]): Member[] =>
    indices.length === 0
      ? []
      : [[list, indices.map((index) => model.raw(["view", list, String(index)]))]];
  const members = (key: string, names: readonly string[]): Member[] =>
    names.length === 0 ? [] : [[key, new Lines(names.map((name) => raw(key, name)))]];
  const view = [...entries("bodies", bodies), ...entries("trails", trails)];
  return [
    ["porthos", 1],
    ...members("parameters", parameters),
    ...members("components", components),
    ...members("ports", ports),
    ...members("inputs", inputs),
    ...(view.length > 0 ? [["view", new Lines(view)] as const] : []),
  ];
}

/** The port of a group that is one of a component in it: "A_torque". */
function portNamed(model: ModelText, group: string, port: string): string {
  const name = port.replaceAll(".", "_");
  model.within(group).set(["ports", name], port);
  return name;
}

/** Changes names of components in the sides and formulas of a text; `change` gets a name with what follows it. */
function rewriteOuter(
  model: ModelText,
  components: readonly string[],
  change: (found: string) => string,
): void {
  const chosen = new Set(components);
  const name =
    /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?=\.[\p{L}_])(?:\.[\p{L}_][\p{L}\p{N}_]*)?/gu;
  const inFormula = (text: string): string =>
    text.replace(name, (found) => (chosen.has(componentIn(found)) ? change(found) : found));
  const isSide = (path: Path): boolean => path[0] === "components" && path[2] === "between";
  model.rewriteValues(isSide, (text) => (chosen.has(componentIn(text)) ? change(text) : text));
  model.rewriteValues(
    (path) => !isSide(path) && !isPlain(path.at(-1) ?? "") && !path.includes("model"),
    inFormula,
  );
}

/** What a group that can be dissolved has. */
const known = {
  component: ["model", "parameters"],
  model: ["porthos", "name", "parameters", "components", "ports", "offers", "inputs", "view"],
  view: ["bodies", "trails"],
} as const;

/** Whether all that a component has can stand in the text around it. */
export function canUngroup(model: ModelText, name: string): boolean {
  const has = (path: Path, keys: readonly string[]): boolean =>
    Object.keys(model.members(...path)).every((key) => keys.includes(key));
  const path = ["components", name];
  return (
    model.at(...path, "model", "components") !== undefined &&
    has(path, known.component) &&
    has([...path, "model"], known.model) &&
    has([...path, "model", "view"], known.view)
  );
}

/** Puts what is in a group in its place. Returns the names of it. */
export function ungroup(model: ModelText, name: string): readonly string[] {
  const inner = model.within(name);
  clearNames(model, name);
  insertParameters(model, name);
  const raw = (key: string, names: readonly string[]): readonly Member[] =>
    names.map((each) => [each, inner.raw([key, each])]);
  const list = (key: string): readonly unknown[] =>
    listOf(inner.at("view", key)).map((_, index) => inner.raw(["view", key, String(index)]));
  const isPort = (port: string): boolean => typeof inner.at("ports", port) !== "string";
  const components = raw("components", Object.keys(inner.members("components")));
  const inputs = raw("inputs", Object.keys(inner.members("inputs")));
  const ports = raw("ports", Object.keys(inner.members("ports")).filter(isPort));
  const [bodies, trails] = [list("bodies"), list("trails")];
  renameOuter(model, name);
  model.splice(["components", name], components);
  for (const [port, value] of ports) model.set(["ports", port], value);
  for (const [port, value] of inputs) model.set(["inputs", port], value);
  for (const body of bodies) model.append(["view", "bodies"], body);
  for (const trail of trails) model.append(["view", "trails"], trail);
  return components.map(([each]) => each);
}

/** Gives names that the text around a group has already to nothing in it. */
function clearNames(model: ModelText, group: string): void {
  const inner = model.within(group);
  for (const thing of readDrawing(inner).things) {
    const { name } = thing;
    if (name.includes(".") || name === group || !isTaken(model, name)) continue;
    const free = copyName(model, name, inner);
    const { rename } = partOf(thing);
    if (rename) rename(inner, thing, free);
    else renameComponent(inner, name, free);
    renameComponentIn(model, group, name, free);
  }
}

/** Renames a component of a group in the formulas of the text around it. */
function renameComponentIn(model: ModelText, group: string, name: string, to: string): void {
  rewriteOuter(model, [group], (found) =>
    found === `${group}.${name}` &&
    model.at("components", group, "model", "offers", name) === undefined
      ? `${group}.${to}`
      : found,
  );
}

/** Puts the values of a group's parameters in their places; those without a value become the model's. */
function insertParameters(model: ModelText, group: string): void {
  const inner = model.within(group);
  for (const parameter of Object.keys(inner.members("parameters"))) {
    const given = model.at("components", group, "parameters", parameter);
    if (given === parameter) continue;
    let value = given;
    if (given === undefined) {
      value = isTaken(model, parameter) ? copyName(model, parameter) : parameter;
      model.set(["parameters", String(value)], inner.raw(["parameters", parameter]));
    }
    const text = String(value);
    const isName = /^[\p{L}\p{N}_.]+$/u.test(text);
    const named = new RegExp(`(?<![\\p{L}\\p{N}_.])${parameter}(?![\\p{L}\\p{N}_])`, "gu");
    inner.rewriteValues(
      ([key = "", ...path]) =>
        ["components", "inputs", "view"].includes(key) && !isPlain(path.at(-1) ?? ""),
      (each) => each.replace(named, isName ? text : `(${text})`),
    );
  }
}

/** Names what is in a group without the group. */
function renameOuter(model: ModelText, group: string): void {
  const inner = model.within(group);
  const path = (kind: "offers" | "ports", name: string): string => {
    const found = inner.at(kind, name);
    return typeof found === "string" ? found : name;
  };
  for (const input of Object.keys(model.members("inputs")))
    if (input.startsWith(`${group}.`))
      model.rename(["inputs", input], path("ports", input.slice(group.length + 1)));
  rewriteOuter(model, [group], (found) => path("offers", found.slice(group.length + 1)));
}
