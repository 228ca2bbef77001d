import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { galleryErrors, galleryModels, galleryTable } from "../../tools/gallery-table.mjs";
import { arrange, matches } from "../../web/src/models/arrange";
import type { GalleryEntry } from "../../web/src/models/entry";
import { splitFrontMatter } from "../../web/src/models/front-matter";

const folder = join(import.meta.dirname, "..", "..", "web", "models");

const entry = (name: string, more: Partial<GalleryEntry> = {}): GalleryEntry => ({
  id: name,
  name,
  description: "",
  source: "",
  uses: [],
  until: 10,
  hasPoster: false,
  paper: "",
  system: "",
  subject: "",
  also: "",
  teaches: [],
  level: 1,
  traces: "",
  ...more,
});

test("front matter is taken off a page, and a page without one stays whole", () => {
  const page = "---\nlevel: 2\nteaches: loops, ports: joined\n---\n\n# Title\n";
  expect(splitFrontMatter(page)).toEqual({
    head: { level: "2", teaches: "loops, ports: joined" },
    markdown: "# Title\n",
  });
  expect(splitFrontMatter("# Title\n---\n")).toEqual({ head: {}, markdown: "# Title\n---\n" });
});

test("a search finds a model by all its words, in any case and without accents", () => {
  const model = entry("Chaplygin’s sleigh", { system: "S-05", teaches: ["Poincaré maps"] });
  for (const search of ["", "sleigh", "SLEIGH chap", "s-05", "poincare"])
    expect(matches(model, search), search).toBe(true);
  for (const search of ["sled", "sleigh pendulum"])
    expect(matches(model, search), search).toBe(false);
});

/** The entry of a gallery model, as far as a search reads it. */
function modelOf(id: string): GalleryEntry {
  const { head, markdown } = splitFrontMatter(readFileSync(join(folder, `${id}.md`), "utf8"));
  const name = /^# (.*)$/m.exec(markdown)?.[1] ?? "";
  return entry(name, { id, also: head["also"] ?? "" });
}

test.each([
  ["bike", "bicycle"],
  ["Fahrrad", "bicycle"],
  ["Schubkurbel", "slider-crank"],
  ["piston", "slider-crank"],
  ["Doppelpendel", "double-pendulum"],
  ["Viergelenk", "four-bar"],
  ["Kreisel", "heavy-top"],
  ["stoss", "bouncing-ball"], // Stoß
  ["Flaschenzug", "block-and-tackle"],
  ["coin", "euler-disc"],
])("the search for %s finds %s, and not everything", (search, id) => {
  expect(matches(modelOf(id), search)).toBe(true);
  expect(matches(modelOf("kepler"), search)).toBe(false);
});

test("every model has other names, and no two of one model are equal", () => {
  const ids = readdirSync(folder).flatMap((file) =>
    file.endsWith(".md") ? file.slice(0, -3) : [],
  );
  expect(ids.length).toBeGreaterThan(50);
  for (const id of ids) {
    const names = modelOf(id).also.split(", ");
    expect(names.join(""), id).not.toBe("");
    expect(new Set(names).size, id).toBe(names.length);
  }
});

test("groups stand where their first model would, papers in the order of their systems", () => {
  const models = [
    entry("c", { paper: "One", system: "S-09" }),
    entry("a"),
    entry("b", { paper: "One", system: "S-01" }),
  ];
  expect(arrange(models, "simplest").map((group) => group.models.map(({ id }) => id))).toEqual([
    ["c", "a", "b"],
  ]);
  expect(
    arrange(models, "paper").map(({ heading, models: group }) => [
      heading,
      ...group.map(({ id }) => id),
    ]),
  ).toEqual([
    ["One", "b", "c"],
    ["Beyond the papers", "a"],
  ]);
});

test("docs/gallery.md lists the models as their pages are (node tools/gallery-table.mjs)", () => {
  const docs = join(import.meta.dirname, "..", "..", "docs", "gallery.md");
  expect(readFileSync(docs, "utf8")).toBe(galleryTable());
});

test("every model of the gallery has an error that the tests have found", () => {
  const errors = galleryErrors();
  const missing = galleryModels().filter(({ id }) => Object.keys(errors[id] ?? {}).length === 0);
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test("every model has a poster in both colours, all together below 500 kB", () => {
  const posters = join(import.meta.dirname, "..", "..", "web", "public", "posters");
  const wanted = galleryModels().flatMap(({ id }) => [`${id}.dark.webp`, `${id}.light.webp`]);
  expect(readdirSync(posters).sort()).toEqual(wanted.sort());
  const bytes = wanted.map((file) => statSync(join(posters, file)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
});
