// An #include or an import points down the layers, never up.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { circlesOf, errorsWithoutPage, importsOf, root, sourcesBelow } from "./typescript";

const notOurs = new Set([".git", "build", "node_modules"]);

function filesBelow(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}

// The matches of a pattern's first group in each file, as [file, match].
function found(files: string[], pattern: RegExp): [string, string][] {
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map((match): [string, string] => [
      file,
      match[1] ?? match[0],
    ]),
  );
}

const engineLayers = [
  "base",
  "structure",
  "expr",
  "laws",
  "elements",
  "model",
  "system",
  "dae",
  "integrate",
  "simulate",
  "equations",
  "diagram",
  "linearize",
  "inspect",
];

test("the engine consists of the known layers", () => {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect(folders.filter((name) => !engineLayers.includes(name))).toEqual([]);
});

test("no #include of the engine points up", () => {
  const layer = (path: string) => engineLayers.indexOf(path.split("/")[0] ?? "");
  const upward = found(filesBelow("src", /\.[ch]pp$/), /^\s*#\s*include\s+"([^"]+)"/gm)
    .filter(([file, header]) => layer(header) > layer(relative("src", file)))
    .map(([file, header]) => `${file} includes ${header}`);
  expect(upward).toEqual([]);
});

test("methods see systems through the contract of dae alone", () => {
  const files = filesBelow("src/integrate", /\.[ch]pp$/);
  expect(found(files, /#include "dae\/(\w+)\.hpp"/g).map(([, name]) => name)).toContain(
    "integrable",
  );
  expect(found(files, /#include "(system\/[^"]+)"/g)).toEqual([]);
  const inner = /\b(system::|Segment::|assembly\(|\.system\(\)\.|clocks|prescribed\b(?=[.(]))/g;
  expect(found(files, inner)).toEqual([]);
});

test("only the archive writes and reads numbers", () => {
  const files = filesBelow("src", /\.[ch]pp$/).filter((file) => !file.startsWith("src/base/"));
  expect(found(files, /\b(void write\(|bool read\(Number|NumberReader|NumberWriter)/g)).toEqual([]);
});

test("nothing stands in for the C library", () => {
  // C functions that could collide with names of the library, and flags that rename its names.
  const ours = [...filesBelow("src", /\.[ch]pp$/), ...filesBelow("bindings", /\.[ch]pp$/)];
  expect(found(ours, /(extern\s+"C"[^;{]*[;{])/g)).toEqual([]);
  expect(found(ours, /\bnamespace\s+std\b(?!::)\s*\{/g)).toEqual([]);
  const build = [["CMakeLists.txt"], filesBelow("tools", /\.mjs$/)].flat();
  expect(found(build, /(-nostdlib|-nodefaultlibs|-fno-builtin|--wrap=|-Dsnprintf)/g)).toEqual([]);
});

test("only the bindings know Emscripten", () => {
  const files = [...filesBelow("src", /\.[ch]pp$/), ...filesBelow("tests", /\.[ch]pp$/)];
  expect(found(files, /^\s*#\s*include\s+[<"](emscripten[^>"]*)/gm)).toEqual([]);
});

test("the library knows nothing of the page", () => {
  const imports = found(
    filesBelow("bindings/js", /\.m?ts$/),
    /(?:from|import)\s*\(?\s*["']([^"']+)["']/g,
  );
  const upward = imports
    .filter(([file, to]) => to.startsWith(".") && !join(file, "..", to).startsWith("bindings/js"))
    .map(([file, to]) => `${file} imports ${to}`);
  expect(upward).toEqual([]);
});

// Folders of web/src from the bottom up; those on one line do not know each other. docs/design.md describes them.
const webLayers = [
  ["words", "base", "classic", "styles"],
  ["engine"],
  ["models"],
  ["study"],
  ["view", "editor"],
  ["plots"],
  ["parts"],
  ["prose"],
  ["element"],
  ["linear", "embed", "draw", "authoring"],
  ["page"],
  ["docs"],
];

test("web/src consists of the known layers", () => {
  const folders = readdirSync(join(root, "web/src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect(folders.sort()).toEqual(webLayers.flat().sort());
});

test("no import of the page points up", () => {
  const folder = (path: string) => relative("web/src", path).split("/")[0] ?? "";
  const layer = (name: string) => webLayers.findIndex((names) => names.includes(name));
  const upward = [...importsOf(sourcesBelow("web/src"))]
    .flatMap(([file, all]) => all.map((to) => ({ file, to })))
    .map((edge) => ({ ...edge, from: folder(edge.file), target: folder(edge.to) }))
    .filter(({ from, target }) => layer(from) >= 0 && from !== target)
    .filter(({ from, target }) => layer(target) < 0 || layer(target) >= layer(from))
    .map(({ file, to }) => `${file} imports ${to}`);
  expect(upward).toEqual([]);
});

test("the typings of the library and its diagrams import little of the rest", () => {
  const imports = importsOf(sourcesBelow("bindings/js"));
  const below: Readonly<Record<string, readonly string[]>> = {
    "bindings/js/types/": ["bindings/js/model-text.ts"],
    "bindings/js/diagram/": ["bindings/js/symbol-name.ts"],
  };
  for (const [folder, others] of Object.entries(below)) {
    const own = [...imports].filter(([file]) => file.startsWith(folder));
    expect(own.length).toBeGreaterThan(5);
    const foreign = own
      .flatMap(([, all]) => all)
      .filter((to) => !to.startsWith(folder) && !others.includes(to));
    expect(foreign).toEqual([]);
  }
});

test.each(["web/src", "bindings/js"])(
  "no imports of %s, also of types, form a circle",
  (folder) => {
    const imports = importsOf(sourcesBelow(folder));
    expect(imports.size).toBeGreaterThan(80);
    expect(circlesOf(imports).map((files) => files.join(" -> "))).toEqual([]);
  },
);

test("a circle of imports is found", () => {
  const sources = [
    { path: "a.ts", text: 'import type { B } from "./b";' },
    { path: "b.ts", text: 'export const c = () => import("./c");' },
    { path: "c.ts", text: 'export let a: import("./a").A; export * from "./d.js";' },
    { path: "d.ts", text: 'import "./e.css";' },
  ];
  expect(circlesOf(importsOf(sources))).toEqual([["a.ts", "b.ts", "c.ts", "a.ts"]]);
  expect(circlesOf(importsOf(sources.slice(1)))).toEqual([]);
});

test("experiments need no page", () => {
  const files = sourcesBelow("web/src/study").map(({ path }) => path);
  expect(files.length).toBeGreaterThan(5);
  expect(errorsWithoutPage(files)).toEqual([]);
  // The ruler's own check: a file that makes elements does not pass.
  expect(errorsWithoutPage(["web/src/base/dom.ts"]).join()).toMatch(/document/);
});

test("no file names a folder of somebody's machine", () => {
  const text = /^(?!.*\.(png|jpg|webp|ico|woff2|wasm|gz|pdf)$)/;
  const paths = found(
    filesBelow(".", text),
    /(?<![\w.\-/])\/(?:work|root|home\/\w+|Users\/\w+)\/.*/g,
  );
  expect(paths).toEqual([]);
});

test("every file of the engine includes the large headers that it uses", () => {
  // They are precompiled, and no compiler would miss them.
  const uses = { "Eigen/": /\bEigen::/, "nlohmann/": /\bnlohmann::/ };
  const texts = new Map(
    filesBelow("src", /\.[ch]pp$/).map((file) => [
      relative("src", file),
      readFileSync(join(root, file), "utf8"),
    ]),
  );
  const reached = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    const text = texts.get(file) ?? "";
    for (const [, header = ""] of text.matchAll(/^\s*#\s*include\s+[<"]([^>"]+)[>"]/gm))
      reached(header, seen);
    return seen;
  };
  const missing = [...texts].flatMap(([file, text]) =>
    Object.entries(uses)
      .filter(([, pattern]) => pattern.test(text))
      .filter(([header]) => ![...reached(file)].some((name) => name.startsWith(header)))
      .map(([header]) => `${file} uses ${header}`),
  );
  expect(missing).toEqual([]);
});

test("no function of a file hides one of base", () => {
  // Files are compiled several at a time: those after it in the same namespace would not find the other.
  const named = /^(?!return\b|using\b|namespace\b)[\w:][^()=;{]*?[\s&*](\w+)\(/gm;
  const inBase = found(filesBelow("src/base", /\.hpp$/), named).map(([, name]) => name);
  expect(inBase).toContain("index");
  const inFiles = filesBelow("src", /\.cpp$/).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    if (/^namespace porthos \{/m.test(text)) return [];
    return [...text.matchAll(/^namespace \{\n([\s\S]*?)^\} {2}\/\/ namespace$/gm)].flatMap(
      ([, own = ""]) => [...own.matchAll(named)].map(([, name]) => `${file}: ${name}`),
    );
  });
  expect(inFiles).toContain("src/structure/dirac.cpp: swapped");
  expect(inFiles.filter((line) => inBase.includes(line.split(": ")[1] ?? ""))).toEqual([]);
});

test("no constant of a function hides one of another file in its folder", () => {
  // Files are compiled several at a time, in an order that a new file changes: the compiler warns in some.
  const declared = /^([ \t]*)const(?:expr)? [^;(){}]*?(\bk[A-Z]\w*(?: = [^;]*|;))/gm;
  const constants = filesBelow("src", /\.cpp$/).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(declared)].flatMap(
      ([, indent, names = ""]) =>
        [...names.matchAll(/\b(k[A-Z]\w*) =/g)].map(([, name]) => ({
          file,
          folder: dirname(file),
          isLocal: indent !== "",
          name,
        })),
    ),
  );
  const ofFiles = new Map(
    constants.filter((c) => !c.isLocal).map((c) => [`${c.folder}: ${c.name}`, c.file]),
  );
  expect(ofFiles.size).toBeGreaterThan(20);
  const hidden = constants.filter((c) => c.isLocal && ofFiles.has(`${c.folder}: ${c.name}`));
  expect(hidden.map((c) => `${c.file}: ${c.name}`)).toEqual([]);
});
