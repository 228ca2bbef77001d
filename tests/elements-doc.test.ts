// Every element of the library has a page with up-to-date generated parts, an equation, and an
// example model (tests/docs.test.ts runs it).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { elements, pageOf, texts } from "../tools/elements.mjs";

test("the tables of the pages are those of the elements", () => {
  for (const [place, text] of Object.entries(texts()))
    expect(readFileSync(place, "utf8"), `${place}: node tools/elements.mjs`).toBe(text);
});

const list = readFileSync(join(import.meta.dirname, "..", "docs", "elements.md"), "utf8");

test.each([...elements.keys()])("%s has a page", (name) => {
  const page = readFileSync(pageOf(name), "utf8");
  expect(page).toContain("\n$$\n");
  const [, model] = /^```json\n([^]*?)^```/m.exec(page)!;
  expect(model).toContain(`"porthos:${name}"`);
  expect(model!.split("\n").length).toBeLessThanOrEqual(32);
  expect(list).toContain(`](elements/${name}.md)`);
});
