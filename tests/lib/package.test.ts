// The package as its users get it: packed, installed into an empty folder, used correctly and
// incorrectly.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pendulum } from "./models.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "porthos-package-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, words: string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeAll(() => {
  const packed = run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    root,
  );
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  put("package.json", '{ "private": true, "type": "module" }');
  const { status, stderr } = run("npm", ["install", "--offline", `./${filename}`]);
  expect(status, stderr).toBe(0);
}, 120_000);

test("it works in Node", () => {
  put(
    "good.js",
    `import { load } from "porthos";
     import { load as loadSeparate } from "porthos/wasm";
     import { connect } from "porthos/worker";
     import { PorthosSim } from "porthos/element"; // it has no effect outside of pages
     if (typeof PorthosSim !== "function") throw new Error("no class");
     const text = ${JSON.stringify(pendulum)};
     const client = await connect();
     for (const read of [load, loadSeparate, (source) => client.load(source)]) {
       const run = await (await read(text)).run();
       console.log(run.outcome, run.final.phi);
     }`,
  );
  const { status, stdout, stderr } = run("node", ["good.js"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lines = stdout.trim().split("\n");
  expect(lines[0]).toMatch(/^finished -?\d/);
  expect(lines).toEqual([lines[0], lines[0], lines[0]]);
});

test("the ten lines of the guide print a trajectory", () => {
  const guide = readFileSync(join(root, "docs", "start.md"), "utf8");
  const [, lines = ""] = /```js\n([^]*?)```/.exec(guide) ?? [];
  expect(lines.trim().split("\n").length).toBeLessThanOrEqual(10);
  put("swing.mjs", lines);
  const { status, stdout, stderr } = run("node", ["swing.mjs"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  expect(rows.map(([t]) => t)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(rows.every(([, angle]) => Number.isFinite(angle))).toBe(true);
  expect(new Set(rows.map(([, angle]) => angle)).size).toBe(5);
});

test("what is wrong is said in a sentence", () => {
  put(
    "wrong.js",
    `import { load } from "porthos";
     const model = await load({ porthos: 1, positons: {} });
     console.log(model.problems[0].where);
     model.run();`,
  );
  const { status, stdout, stderr } = run("node", ["wrong.js"]);
  expect(status).toBe(1);
  expect(stdout.trim()).toBe("/positons");
  expect(stderr).toMatch(/ModelError: PH\d+ at \/positons: .*did you mean.*positions/);
  const inner = run("node", ["--input-type=module", "--eval", 'import "porthos/host.js"']);
  expect(inner.stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
});

test("the texts of the gallery and of the library's elements are in it, and run", () => {
  put(
    "texts.js",
    `import { createRequire } from "node:module";
     import { load } from "porthos";
     const text = createRequire(import.meta.url);
     const crank = await load(text("porthos/models/crank.porthos.json"));
     console.log(crank.ok, crank.run({ until: 0.1 }).outcome);
     const files = { "own.json": text("porthos/elements/spring.porthos.json") };
     const stone = { use: "porthos:point-mass" };
     const environment = { gravity: [0, 0, -9.81] };
     for (const use of ["porthos:spring", "own.json"]) {
       const spring = { use, between: { a: "ground", b: "stone" } };
       const model = await load({ porthos: 1, environment, components: { stone, spring } }, { files });
       console.log(model.run({ until: 1, step: 0.01 }).final["spring.length"]);
     }
     console.log(text("porthos/schema/model-1.json").$id.length > 0);`,
  );
  const { status, stdout, stderr } = run("node", ["texts.js"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [ran, own, copied, schema] = stdout.trim().split("\n");
  expect([ran, schema]).toEqual(["true finished", "true"]);
  expect(Number(own)).toBeGreaterThan(0);
  expect(copied).toBe(own);
});

test("every entry leads to files of the package, and one that is missing to none", () => {
  const where = join(folder, "node_modules", "porthos");
  const { exports } = JSON.parse(readFileSync(join(where, "package.json"), "utf8")) as {
    exports: Record<string, string | Record<string, string>>;
  };
  for (const [entry, targets] of Object.entries(exports))
    for (const target of typeof targets === "string" ? [targets] : Object.values(targets)) {
      const [before = "", after] = target.split("*");
      const files = after === undefined ? [] : readdirSync(join(where, before));
      if (after === undefined) expect(existsSync(join(where, target)), entry).toBe(true);
      else expect(files.filter((name) => name.endsWith(after)).length, entry).toBeGreaterThan(0);
    }
  const asked = run("node", ["--eval", 'require.resolve("porthos/elements/none.porthos.json")']);
  expect(asked.stderr).toContain("MODULE_NOT_FOUND");
});

test("npm runs no script of it at its users", () => {
  const where = join(folder, "node_modules", "porthos", "package.json");
  const { scripts } = JSON.parse(readFileSync(where, "utf8")) as { scripts: object };
  expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([]);
});

test("its command runs", () => {
  put("pendulum.json", JSON.stringify(pendulum));
  const { status, stdout } = run(join(folder, "node_modules", ".bin", "porthos"), [
    ...["run", "pendulum.json", "--json"],
  ]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ model: "Pendulum", outcome: "finished" });
});

test("its types serve strict programs, with and without the types of pages", () => {
  put(
    "use.ts",
    `import { load, type Column, type Run } from "porthos";
     import { initialize } from "porthos/wasm";
     import { connect } from "porthos/worker";
     export async function use(text: string): Promise<number | undefined> {
       using model = await load(text, { files: { "a.json": {} } });
       const run: Run = model.run({ until: 1, inputs: { motor: { flow: "1" } } });
       const columns: readonly Column[] = run.columns;
       for await (const chunk of model.stream()) if (chunk.progress > 0.5) break;
       await initialize({ url: "x.wasm" });
       using client = await connect();
       await client.load(text);
       model.run({ method: "gauss(3)" });
       // @ts-expect-error there is no such option
       model.run({ untill: 1 });
       return run.column(columns[0]?.name ?? "t").at(-1);
     }`,
  );
  const common = { strict: true, noEmit: true, target: "es2022", exactOptionalPropertyTypes: true };
  const typeRoots = [join(root, "node_modules", "@types")];
  const node = { module: "nodenext", types: ["node"], typeRoots };
  const page = { module: "esnext", moduleResolution: "bundler", types: [] };
  const environments = [
    { ...node, lib: ["es2023"], files: ["use.ts"] },
    { ...node, lib: ["es2020"], files: ["old.ts"] },
    { ...page, lib: ["es2023", "dom"], files: ["use.ts", "page.ts"] },
    { ...page, lib: ["es2020", "dom"], files: ["old.ts", "page.ts"] },
  ];
  put(
    "old.ts",
    `import { load } from "porthos";
     export const phi = async (text: string): Promise<number | undefined> =>
       (await load(text)).run({ until: 1 }).final["phi"];`,
  );
  put(
    "page.ts",
    `import type { PorthosSim } from "porthos/element";
     const sim: PorthosSim | null = document.querySelector("porthos-sim");
     sim?.addEventListener("outcome", ({ detail }) => console.log(detail.summary?.final["phi"]));
     void sim?.set({ l: 2 }).then(({ outcome }) => outcome.length);
     // @ts-expect-error time is read only
     if (sim) sim.time = 1;`,
  );
  for (const { files, ...environment } of environments) {
    const compilerOptions = { ...common, ...environment };
    put("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    expect(run("node", [tsc])).toEqual({ status: 0, stdout: "", stderr: "" });
  }
}, 120_000);

test("a bundler for pages takes it without configuration", async () => {
  put("index.html", '<script type="module" src="./page.js"></script>');
  put(
    "page.js",
    `import { load } from "porthos";
     import { load as loadSeparate } from "porthos/wasm";
     import { connect } from "porthos/worker";
     import { PorthosSim } from "porthos/element";
     console.log(load, loadSeparate, connect, PorthosSim);`,
  );
  const { build } = await import("vite");
  const warnings: string[] = [];
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    build: { chunkSizeWarningLimit: 4000 }, // the engine is inside
    customLogger: {
      ...{ info: () => {}, error: (text) => warnings.push(text), clearScreen: () => {} },
      ...{ warn: (text) => warnings.push(text), warnOnce: (text) => warnings.push(text) },
      ...{ hasErrorLogged: () => false, hasWarned: false },
    },
  });
  // The duration of a build does not matter for the package.
  expect(warnings.filter((text) => !text.includes("PLUGIN_TIMINGS"))).toEqual([]);
  const assets = readdirSync(join(folder, "dist", "assets")).map((name) =>
    name.replace(/-[\w-]{8}(?=\.)/, ""),
  );
  expect(assets).toEqual(expect.arrayContaining(["porthos-engine.wasm", "worker-main.js"]));
}, 120_000);

test("nothing in it needs a policy that allows eval", () => {
  const scripts = join(folder, "node_modules", "porthos", "build", "dist");
  const evil = readdirSync(scripts)
    .filter((name) => /\.m?js$/.test(name))
    .filter((name) => /\beval\(|new Function\b/.test(readFileSync(join(scripts, name), "utf8")));
  expect(evil).toEqual([]);
});
