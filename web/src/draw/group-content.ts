import type { Entry, ModelText } from "./model-text";
import { listOf } from "./model-text";
import { partOf } from "./parts/table";
import {
  isBody,
  isHeatBody,
  isTwoPole,
  joinedBy,
  sidesOf,
  thingNamed,
  type Drawing,
  type Thing,
} from "./things";

/** What goes into a group, and what a text has of it outside of its components. */
export interface Content {
  /** In the order of the text. */
  readonly components: readonly string[];
  /** Inputs of its joints, and those of its ports. */
  readonly inputs: readonly string[];
  readonly ports: readonly string[];
  /** Indices in the lists of the view. */
  readonly bodies: readonly number[];
  readonly trails: readonly number[];
  /** Parameters of the model that its formulas use. */
  readonly parameters: readonly string[];
}

/** What becomes a group with some things; null where nothing of it stands on its own. */
export function contentOf(
  model: ModelText,
  drawing: Drawing,
  names: readonly string[],
): Content | null {
  const inside = insideOf(drawing, names);
  const all = Object.keys(model.members("components"));
  const components = all.filter((name) => inside.has(name));
  const isAnything = components.some((name) => standsAlone(thingNamed(drawing, name)));
  if (!isAnything) return null;
  const ports = Object.keys(model.members("ports")).filter((name) => inside.has(name));
  const inputs = Object.keys(model.members("inputs")).filter(
    (name) =>
      ports.includes(name) ||
      (components.includes(name.split(".")[0] ?? "") && isOwn(model, inside, name)),
  );
  const indices = (list: string, key: string): number[] =>
    listOf(model.at("view", list)).flatMap((entry, index) =>
      inside.has(String(entry[key])) ? [index] : [],
    );
  const used = [
    ...components.map((name) => model.at("components", name)),
    ...[...inputs, ...ports].map((name) => [model.at("inputs", name), model.at("ports", name)]),
    ...indices("bodies", "name").map((index) => model.at("view", "bodies", String(index))),
  ];
  const named = namesIn(used);
  const parameters = Object.keys(model.members("parameters")).filter((name) => named.has(name));
  const view = { bodies: indices("bodies", "name"), trails: indices("trails", "body") };
  return { components, inputs, ports, ...view, parameters };
}

const standsAlone = (thing: Thing | undefined): boolean =>
  isBody(thing) || isTwoPole(thing) || isHeatBody(thing) || thing?.kind === "group";

/** The chosen things, what lies between them and what acts on them; without what needs others. */
function insideOf(drawing: Drawing, names: readonly string[]): ReadonlySet<string> {
  const { things } = drawing;
  const inside = new Set(names.filter((name) => thingNamed(drawing, name)));
  const isAllIn = (thing: Thing): boolean => {
    const joined = joinedBy(thing);
    return joined.length > 0 && joined.every((name) => inside.has(name));
  };
  const elementsAt = (net: string): readonly Thing[] =>
    things.filter((thing) => isTwoPole(thing) && joinedBy(thing).includes(net));
  for (const thing of things) {
    if (thing.kind === "net") {
      if (elementsAt(thing.name).every(({ name }) => inside.has(name))) inside.add(thing.name);
      else inside.delete(thing.name);
    }
    if (sidesOf(thing).length > 1 && isAllIn(thing)) inside.add(thing.name);
  }
  for (const thing of things) if (!partOf(thing).elements && isAllIn(thing)) inside.add(thing.name);
  for (let count = -1; count !== inside.size;) {
    count = inside.size;
    for (const thing of things) {
      const isCut = joinedBy(thing).some((name) => name !== "ground" && !inside.has(name));
      if (isCut) inside.delete(thing.name);
    }
  }
  return inside;
}

/** Whether the formula of an input names nothing that stays outside. */
function isOwn(model: ModelText, inside: ReadonlySet<string>, input: string): boolean {
  const named = [...namesIn(model.at("inputs", input))];
  const others = ["components", "ports", "positions", "velocities", "definitions"];
  return named.every(
    (name) =>
      inside.has(name) || !others.some((group) => Object.hasOwn(model.members(group), name)),
  );
}

/** The first parts of all names in the formulas of a value. */
export function namesIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (each: unknown): void => {
    if (typeof each === "string")
      for (const [name] of each.matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*/gu))
        found.add(name);
    else if (typeof each === "object" && each !== null) Object.values(each as Entry).forEach(look);
  };
  look(value);
  return found;
}
