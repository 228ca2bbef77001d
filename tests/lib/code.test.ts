// Formulas compiled to a WebAssembly module: the same bits as the interpreter.
import { readFileSync, readdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { makeEngine } from "./built.js";

const folder = new URL("../../web/models/", import.meta.url);
const files = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith(".porthos.json"))
    .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
);
const engine = await makeEngine();

afterEach(() => void vi.restoreAllMocks());

/** The rows of a run of that many steps, and how many modules were compiled for it. */
function run(text: string, steps: number) {
  const compile = vi.spyOn(WebAssembly, "Module");
  const session = engine.open(text, JSON.stringify(files));
  engine.start(session, JSON.stringify({ step: 0.002, until: 0.002 * steps, method: "gauss(2)" }));
  engine.advance(session, steps, 1000 * steps); // a switch takes attempts, too
  const rows = Buffer.from(engine.takeRows(session).slice().buffer);
  engine.close(session);
  return { rows, modules: compile.mock.calls.length };
}

/** Models that run; the others are refused before their first step. */
const moving = Object.keys(files).filter((name) => {
  const page = readFileSync(new URL(name.replace(".porthos.json", ".md"), folder), "utf8");
  return !/^refused: /m.test(page);
});

test.each(moving)("%s gives the same bits compiled and interpreted", (name) => {
  const text = files[name] ?? "";
  const compiled = run(text, 300);
  vi.restoreAllMocks();
  vi.spyOn(WebAssembly, "Module").mockImplementation(function () {
    throw new Error("a policy without wasm-unsafe-eval");
  });
  const interpreted = run(text, 300);
  expect(compiled.modules).toBe(1);
  expect(compiled.rows.equals(interpreted.rows)).toBe(true);
  expect(compiled.rows.length).toBeGreaterThan(300 * 8);
});

test("a short run compiles nothing", () => {
  expect(run(files["pendulum-cartesian.porthos.json"] ?? "", 90).modules).toBe(0);
});

test("places in the table of functions are used again", () => {
  const text = files["slider-crank.porthos.json"] ?? "";
  const grow = vi.spyOn(WebAssembly.Table.prototype, "grow");
  run(text, 200);
  const first = grow.mock.calls.length;
  for (let k = 0; k < 20; k++) run(text, 200);
  expect(grow.mock.calls.length).toBe(first);
});
