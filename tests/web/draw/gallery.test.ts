// Models of the gallery on the board: all of them open, and what has no drawing is listed.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeThing } from "../../../web/src/draw/change";
import { copyThings } from "../../../web/src/draw/copies";
import { nameOf } from "../../../web/src/draw/describe";
import { choiceOf, fieldsOf, fieldsOfOther } from "../../../web/src/draw/fields";
import { ModelText } from "../../../web/src/draw/model-text";
import { shiftBy } from "../../../web/src/draw/motion";
import { moveThings } from "../../../web/src/draw/move-things";
import { isComponent, placesOf } from "../../../web/src/draw/parts/table";
import { readDrawing } from "../../../web/src/draw/read";
import { withoutHidden } from "../../../web/src/draw/aside";
import { isBody, thingNamed } from "../../../web/src/draw/things";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "web/models");
const gallery = readdirSync(folder)
  .filter((file) => file.endsWith(".porthos.json"))
  .map((file): [string, string] => [file, readFileSync(join(folder, file), "utf8")]);
/** Whole models of the docs: those of the gallery use few elements of the library. */
const docs = ["start", "elements", "format"].flatMap((page) => {
  const text = readFileSync(join(root, `docs/${page}.md`), "utf8");
  const blocks = [...text.matchAll(/```json\n(\{[^]*?)```/g)].map(([, block = ""]) => block);
  return blocks
    .filter((block) => block.includes('"porthos:'))
    .map((block, index): [string, string] => [`${page}.md, ${index + 1}`, block]);
});
const models = [...gallery, ...docs];

test("among the texts are some with many parts that are drawn, and some with parts that are not", () => {
  const drawings = models.map(([, text]) => readDrawing(new ModelText(text)));
  expect(gallery.length).toBeGreaterThan(70);
  expect(drawings.filter(({ things }) => things.length > 5).length).toBeGreaterThanOrEqual(3);
  expect(drawings.filter(({ others }) => others.length > 0).length).toBeGreaterThan(10);
});

test.each(models)("%s opens on the board: each component is drawn or listed", (_name, text) => {
  const model = new ModelText(text);
  const drawing = readDrawing(model);
  const components = Object.keys(model.members("components"));
  const drawn = drawing.things.filter(isComponent).map(({ name }) => name);
  expect([...drawn, ...drawing.others].sort()).toEqual([...components].sort());
  for (const thing of drawing.things) {
    for (const { x, y } of placesOf(thing)) expect(Number.isFinite(x + y), thing.name).toBe(true);
    expect(nameOf(thing)).not.toBe("");
    for (const { label, value } of fieldsOf(model, thing)) {
      expect(label, thing.name).not.toBe("");
      expect(typeof value, thing.name).toBe("string");
    }
    choiceOf(model, drawing, thing);
  }
  for (const name of drawing.others)
    for (const field of fieldsOfOther(model, name)) {
      const edited = new ModelText(text);
      field.set(edited, 0.125);
      expect(edited.text, `${name} ${field.id}`).toContain("0.125");
    }
  expect(withoutHidden(drawing, new Set(components)).nodes).toEqual([]);
  expect(model.text).toBe(text);
});

test.each(models)("%s is taken apart on the board, part by part", (_name, text) => {
  const whole = new ModelText(text);
  const { things, others } = readDrawing(whole);
  for (const name of [...things.map((thing) => thing.name), ...others]) {
    const model = new ModelText(text);
    removeThing(model, readDrawing(model), name);
    const after = readDrawing(model);
    expect(thingNamed(after, name), name).toBe(undefined);
    expect(after.others).not.toContain(name);
  }
  const bodies = things.filter(isBody).map(({ name }) => name);
  const copied = new ModelText(text);
  const made = copyThings(copied, readDrawing(copied), bodies, shiftBy({ x: 0.1, y: 0 }));
  expect(made.length).toBeGreaterThanOrEqual(bodies.length);
  const after = readDrawing(copied);
  for (const name of made) expect(thingNamed(after, name), name).toBeDefined();
  const moved = new ModelText(text);
  moveThings(moved, readDrawing(moved), bodies, shiftBy({ x: 0.1, y: 0 }));
  expect(readDrawing(moved).things.map(({ name }) => name)).toEqual(things.map(({ name }) => name));
});
