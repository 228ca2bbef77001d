import type { Problem } from "../engine/types";

/** A stretch of the text, in characters. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Place {
  /** The whole value. */
  readonly value: Range;
  /** Its key with the quotes, for members of objects. */
  readonly key?: Range;
}

/** Finds the places of all values of a JSON text: JSON Pointer -> place. Stops at the first fault. */
export function findPlaces(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let at = 0;
  const skip = (): void => {
    while (/\s/.test(text[at] ?? "x")) at++;
  };
  const expect = (character: string): void => {
    skip();
    if (text[at] !== character) throw new SyntaxError(`expected ${character}`);
    at++;
  };
  const readString = (): Range => {
    const from = at;
    expect('"');
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return { from, to: at };
  };
  const readList = (close: string, readItem: () => void): void => {
    at++;
    skip();
    if (text[at] === close) {
      at++;
      return;
    }
    for (;;) {
      readItem();
      skip();
      if (text[at] === ",") at++;
      else return expect(close);
    }
  };
  const readValue = (pointer: string, key?: Range): void => {
    skip();
    const from = at;
    if (text[at] === "{") {
      readList("}", () => {
        skip();
        const memberKey = readString();
        const name: unknown = JSON.parse(text.slice(memberKey.from, memberKey.to));
        expect(":");
        readValue(`${pointer}/${escapeStep(String(name))}`, memberKey);
      });
    } else if (text[at] === "[") {
      let index = 0;
      readList("]", () => readValue(`${pointer}/${index++}`));
    } else if (text[at] === '"') readString();
    else {
      while (/[^\s,\]}]/.test(text[at] ?? ",")) at++;
      if (at === from) throw new SyntaxError("expected a value");
    }
    places.set(pointer, { value: { from, to: at }, ...(key ? { key } : {}) });
  };
  try {
    readValue("");
  } catch {
    // The places found before the fault are still useful.
  }
  return places;
}

/** The range of the text that a problem underlines. */
export function locate(problem: Problem, text: string, places = findPlaces(text)): Range {
  if (problem.line !== undefined) return lineRange(text, problem.line, problem.column ?? 1);
  const place = nearest(problem.where, places);
  if (!place) return { from: 0, to: Math.min(1, text.length) };
  if (problem.position !== undefined && text[place.value.from] === '"') {
    return formulaRange(text, place.value, problem.position);
  }
  const isLong = text.slice(place.value.from, place.value.to).includes("\n");
  return isLong && place.key ? place.key : place.value;
}

function lineRange(text: string, line: number, column: number): Range {
  let from = 0;
  for (let index = 1; index < line; index++) {
    const end = text.indexOf("\n", from);
    if (end < 0) break;
    from = end + 1;
  }
  from = Math.min(from + column - 1, Math.max(text.length - 1, 0));
  return { from, to: Math.min(from + 1, text.length) };
}

/** Converts a byte offset inside a string to the word at that place in the text. */
function formulaRange(text: string, value: Range, position: number): Range {
  const encoder = new TextEncoder();
  let bytes = 0;
  let at = value.from + 1;
  while (at < value.to - 1 && bytes < position) {
    const raw = rawCharacter(text, at);
    const character: unknown = JSON.parse(`"${raw}"`);
    bytes += encoder.encode(String(character)).length;
    at += raw.length;
  }
  if (at >= value.to - 1) return { from: Math.max(value.from, value.to - 2), to: value.to };
  const word = /^[\p{L}\p{M}\p{N}_.]+/u.exec(text.slice(at, value.to - 1));
  return { from: at, to: at + (word?.[0] ?? rawCharacter(text, at)).length };
}

function rawCharacter(text: string, at: number): string {
  if (text[at] === "\\") return text.slice(at, at + (text[at + 1] === "u" ? 6 : 2));
  return String.fromCodePoint(text.codePointAt(at) ?? 32);
}

/** The value itself, or the object around the place where it is missing. */
function nearest(where: string, places: ReadonlyMap<string, Place>): Place | undefined {
  for (let pointer = where; ; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
    const place = places.get(pointer);
    if (place || pointer === "") return place;
  }
}

function escapeStep(step: string): string {
  return step.replace(/~/g, "~0").replace(/\//g, "~1");
}
