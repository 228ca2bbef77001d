import type { ModelText } from "./model-text";
import { nodesOf } from "./nodes";
import { parts, partsOfElement } from "./parts/table";
import { Reader, type Poses } from "./reader";
import type { Drawing, Frame, Thing } from "./things";

/** Reads what there is to draw. `set` are values of parameters that replace those of the text. */
export function readDrawing(
  model: ModelText,
  poses: Poses = new Map(),
  set: Readonly<Record<string, number>> = {},
): Drawing {
  const reader = readerOf(model, poses, set);
  const names = Object.keys(model.members("components"));
  const components = names.flatMap((name) => readComponent(reader, name) ?? []);
  const drawn = new Set(components.map(({ name }) => name));
  const rest = parts.flatMap((part) => part.readRest?.(reader, components) ?? []);
  const things = [...components, ...rest];
  return { things, nodes: nodesOf(things), others: names.filter((name) => !drawn.has(name)) };
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
  return null;
}
