// docs/benchmarks.md and docs/benchmark-tables.md agree with the JSON files beside them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as npmPeers from "./npm/report.mjs";
import * as scaling from "./scaling_report.mjs";
import { barSummary, markdown, page } from "./tables.mjs";
import * as workPrecision from "./work_precision_report.mjs";

const docs = join(page, "..");
const read = (...path: string[]) => readFileSync(join(docs, ...path), "utf8");
const reports = Object.entries({
  "work-precision": workPrecision,
  "npm-peers": npmPeers,
  scaling,
});
const measured = reports.filter(([name]) => existsSync(join(docs, `${name}.json`)));

test("a benchmark with a picture has its measurements beside it", () => {
  for (const [name] of reports)
    expect(existsSync(join(docs, "images", `${name}.svg`))).toBe(
      measured.some(([known]) => known === name),
    );
});

describe.each(measured)("%s", (name, { bars, compact, details, picture, tables }) => {
  const found = JSON.parse(read(`${name}.json`));

  test("the tables of the pages are those of the measurements", () => {
    expect(read("benchmarks.md")).toContain(markdown(tables(found)));
    expect(read("benchmark-tables.md")).toContain(markdown(details(found)));
  });

  test("the pages state which bars are kept", () => {
    const section = read("benchmark-tables.md").split(`<!-- ${name} -->`)[1];
    for (const { what, found: value } of bars(found))
      expect(section).toContain(`${what} | ${value}`);
    expect(read("benchmarks.md")).toContain(barSummary(name, bars(found)));
  });

  test("the picture is that of the measurements", () => {
    expect(read("images", `${name}.svg`)).toBe(picture(found));
  });

  test("nothing is lost in the JSON", () => {
    expect(compact(found)).toBe(read(`${name}.json`));
  });
});
