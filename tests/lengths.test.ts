// A page of a book has an end: functions of at most 60 lines, files of at most 400.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

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

describe.each(["integrate", "laws", "model", "simulate"])("in src/%s", (name) => {
  const folder = resolve(import.meta.dirname, "..", "src", name);
  const files = readdirSync(folder).filter((file) => /\.[ch]pp$/.test(file));
  const sources = files.map((file): [string, string[]] => [
    file,
    readFileSync(join(folder, file), "utf8").trimEnd().split("\n"),
  ]);

  test("files have at most 400 lines", () => {
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter(([, lines]) => lines.length > 400).map(([file]) => file)).toEqual([]);
  });

  test("functions have at most 60 lines", () => {
    const all = sources.flatMap(([, lines]) => functions(lines));
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(([, length]) => length > 60)).toEqual([]);
  });
});
