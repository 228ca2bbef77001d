// Functions have at most 60 lines, files at most 350 or 400, classes at most 25 members.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { classesOf, functionsOf, sourcesBelow } from "./typescript";

// The lengths of the blocks that end the line of a parameter list, by their first lines.
function functions(lines: readonly string[]): [string, number][] {
  return lines.flatMap((line, first): [string, number][] => {
    if (!/^( {2})?[^\s#].*\).*\{$/.test(line) || /^\s*(namespace|class|struct|enum)\b/.test(line))
      return [];
    const end = `${/^ */.exec(line)![0]}}`;
    const length = lines.slice(first).findIndex((later) => later.startsWith(end)) + 1;
    return [[line.trim(), length]];
  });
}

// The longest file of each folder.
const limits = {
  base: 350,
  dae: 350,
  diagram: 350,
  equations: 350,
  expr: 350,
  inspect: 400,
  integrate: 350,
  laws: 350,
  linearize: 350,
  model: 350,
  simulate: 400,
  structure: 350,
  system: 350,
};

describe.each(Object.entries(limits))("in src/%s", (name, most) => {
  const folder = resolve(import.meta.dirname, "..", "src", name);
  const files = readdirSync(folder).filter((file) => /\.[ch]pp$/.test(file));
  const sources = files.map((file): [string, string[]] => [
    file,
    readFileSync(join(folder, file), "utf8").trimEnd().split("\n"),
  ]);

  test(`files have at most ${most} lines`, () => {
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter(([, lines]) => lines.length > most).map(([file]) => file)).toEqual([]);
  });

  test("functions have at most 60 lines", () => {
    const all = sources.flatMap(([, lines]) => functions(lines));
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(([, length]) => length > 60)).toEqual([]);
  });
});

// Longer functions and larger classes that are to be split.
const pending = new Set([
  "bindings/js/diagram/draft.ts finish",
  "bindings/js/diagram/layout.ts finish",
  "bindings/js/diagram/pattern.ts Pattern",
]);

const lengthOf = ({ text }: { text: string }): number => text.trimEnd().split("\n").length;

test("half of the files of page and library have at most 90 lines", () => {
  const lengths = ["web/src", "bindings/js"].flatMap((folder) =>
    sourcesBelow(folder).map(lengthOf),
  );
  lengths.sort((one, other) => one - other);
  expect(lengths.length).toBeGreaterThan(200);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(90);
});

describe.each(["web/src", "bindings/js"])("in %s", (folder) => {
  const sources = sourcesBelow(folder);

  test("files have at most 400 lines", () => {
    expect(sources.length).toBeGreaterThan(50);
    const long = sources.filter((source) => lengthOf(source) > 400);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("functions have at most 60 lines", () => {
    const all = sources.flatMap((source) =>
      functionsOf(source).map(([name, length]) => ({ where: `${source.path} ${name}`, length })),
    );
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter(({ where, length }) => length > 60 && !pending.has(where))).toEqual([]);
  });

  test("classes have at most 25 members", () => {
    const all = sources.flatMap((source) =>
      classesOf(source).map(([name, members]) => ({ where: `${source.path} ${name}`, members })),
    );
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ where, members }) => members > 25 && !pending.has(where))).toEqual([]);
  });
});

test("lengths of functions and members of classes are counted", () => {
  const text = `class A {
    readonly x = 1;
    #y = 2;
    constructor(readonly z: number, w: number) {}
    get v() { return 1; }
    set v(to) {}
    f(): void {
      const g = () => {
        return 1;
      };
    }
  }`;
  expect(classesOf({ path: "a.ts", text })).toEqual([["A", 6]]);
  const functions = Object.fromEntries(functionsOf({ path: "a.ts", text }));
  expect(functions).toMatchObject({ f: 5, g: 3, v: 1 });
});
