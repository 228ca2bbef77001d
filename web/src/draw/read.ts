import type { ModelText } from "./model-text";
import { nodesOf } from "./nodes";
import { parts, partsOfElement } from "./parts/table";
import { Reader, type Poses } from "./reader";
import {
  emptyDrawing,
  ungrouped,
  type Drawing,
  type Frame,
  type Group,
  type Thing,
} from "./things";

/** Reads what there is to draw. `set` are values of parameters that replace those of the text. */
export function readDrawing(
  model: ModelText,
  poses: Poses = new Map(),
  set: Readonly<Record<string, number>> = {},
  /** The group whose drawing is read; "" is the whole. */
  inside = "",
): Drawing {
  const reader = inside
    .split(".")
    .reduce<Reader | null>(
      (outer, name) => (name === "" ? outer : (outer?.within(name) ?? null)),
      readerOf(model, poses, set),
    );
  return reader ? readAll(reader) : emptyDrawing;
}

function readAll(reader: Reader): Drawing {
  const { model } = reader;
  const names = Object.keys(model.members("components"));
  const components = names.flatMap((name) => readComponent(reader, name) ?? []);
  const drawn = new Set(components.map(({ name }) => name));
  const rest = parts.flatMap((part) => part.readRest?.(reader, components) ?? []);
  const things = [...components, ...rest];
  return {
    things,
    nodes: nodesOf(ungrouped(things)),
    others: names.filter((name) => !drawn.has(name)),
  };
}

/** A reader that knows the frames of all elements that are drawn. */
export function readerOf(
  model: ModelText,
  poses: Poses,
  set: Readonly<Record<string, number>> = {},
): Reader {
  return new Reader(model, poses, set, frameOf);
}

function frameOf(reader: Reader, name: string, offer: string): Frame | null {
  const found = partsOfElement(reader.useOf(name)).find((each) => each.frame);
  return found?.frame?.(reader, name, offer) ?? null;
}

function readComponent(reader: Reader, name: string): Thing | null {
  for (const part of partsOfElement(reader.useOf(name))) {
    const thing = part.read?.(reader, name);
    if (thing) return thing;
  }
  return readGroup(reader, name);
}

/** A component that is a drawing of its own; null where nothing of it can be drawn. */
function readGroup(reader: Reader, name: string): Group | null {
  const inner = reader.within(name);
  const { things, others } = inner ? readAll(inner) : emptyDrawing;
  if (things.length === 0 || others.length > 0) return null;
  return { kind: "group", name, things: ungrouped(things).map((thing) => prefixed(name, thing)) };
}

const naming: readonly string[] = ["name", "body", "joint", "net", "offer"];

/** A thing of a group with the names that the text around it has for it and for what it is joined to. */
function prefixed<T>(group: string, value: T): T {
  if (Array.isArray(value)) return value.map((each: unknown) => prefixed(group, each)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const isName = naming.includes(key) && typeof each === "string";
    if (!isName) return [key, prefixed(group, each)];
    return [key, each === "ground" || each === "" ? each : `${group}.${each}`];
  });
  return Object.fromEntries(entries) as T;
}
