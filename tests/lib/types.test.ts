import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { built, dist, read } from "./built.js";

const typings = readdirSync(dist, { encoding: "utf8", recursive: true }).filter((name) =>
  /\.d\.m?ts$/.test(name),
);

test("no type is any", () => {
  expect(typings).toContain("index.d.ts");
  const code = (name: string) => read(name).replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
  expect(typings.filter((name) => /\bany\b/.test(code(name)))).toEqual([]);
});

test("the names of methods are those of the engine", async () => {
  const [, union = ""] = /type MethodName =([^;]*);/.exec(read("model-text.d.ts")) ?? [];
  const { methods } = await built("index");
  const names = [...union.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual((await methods()).map(({ name }) => name));
  const listing = typings.filter((name) => read(name).includes('"adaptive-gauss(3)"'));
  expect(listing).toEqual(["model-text.d.ts"]);
});

test("suggestions are near and never far-fetched", async () => {
  const { suggest } = await built("suggest");
  expect(suggest("utnil", ["step", "until", "method"])).toBe("until");
  expect(suggest("xyz", ["step", "until", "method"])).toBeUndefined();
  expect(suggest("", ["a"])).toBeUndefined();
});
