// The element of the package, in two builds of the same sources:
//   build/dist/element.js     a module, with its pieces in build/dist/element, and the library's side of its worker
//                             in build/dist/element-worker.js
//   build/dist/embed          classic scripts for embed.html and for offline files, which may not
//   load
//                             modules: embed.js, lab.js, engine.js, models/NAME.js, pages/NAME.js
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { inBuild, root } from "./run.mjs";

const source = (...parts) => join(root, "web", "src", ...parts);
const common = { configFile: false, root: join(root, "web"), logLevel: "warn", publicDir: false };

// The classes of the elements are one file, and all parts of a simulation another. element.js itself defines the
// elements: package.json names it as a file whose import has effects, and bundlers drop such code from other files.
// Planar figures do without the half of three.js that draws by WebGL.
const pieces = [
  { name: "three", test: /three\/build\/three\.core\.js$/, priority: 4 },
  { name: "webgl", test: /three\/build\/three\.module\.js$/, priority: 3 },
  { name: "first", test: /web\/src\/element\/porthos-(sim|plot)\.ts$/, priority: 2 },
  { name: "lab-module", test: /web\/src\/element\/lab-module\.ts$/, priority: 1 },
];

export async function buildElement() {
  const { build } = await import("vite"); // exists only after the set-up
  rmSync(inBuild("dist", "element"), { recursive: true, force: true });
  await buildClient(build);
  await build({
    ...common,
    plugins: [ownWorker()],
    build: {
      outDir: inBuild("dist"),
      emptyOutDir: false,
      target: "es2022",
      chunkSizeWarningLimit: 1500,
      lib: { entry: source("element", "define.ts"), formats: ["es"], fileName: () => "element.js" },
      rolldownOptions: {
        output: { chunkFileNames: "element/[name].js", codeSplitting: { groups: pieces } },
      },
    },
  });
  for (const [name, entry] of [
    ["embed", source("embed", "embed.ts")],
    ["lab", source("element", "lab.classic.ts")],
    ["engine", source("engine", "engine.classic.ts")],
  ])
    await build({
      ...common,
      plugins: [classic()],
      build: {
        outDir: inBuild("dist", "embed"),
        emptyOutDir: name === "embed",
        target: "es2022",
        chunkSizeWarningLimit: 1500,
        rolldownOptions: { transform: { define: { "import.meta": "{}" } } }, // classic scripts have no import.meta
        lib: { entry, formats: ["iife"], name: `porthos_${name}`, fileName: () => `${name}.js` },
      },
    });
  copyFileSync(source("embed", "embed.css"), inBuild("dist", "embed", "embed.css"));
  copyFileSync(source("embed", "embed.html"), inBuild("dist", "embed.html"));
  cpSync(join(root, "web", "public", "posters"), inBuild("dist", "posters"), { recursive: true });
  const models = join(root, "web", "models");
  writePieces("models", models, ".porthos.json");
  writePieces("pages", models, ".md");
}

// The library's side of the worker in one file. It lies beside worker.js, so that all addresses in it stay as they are
// and bundlers find the scripts of the workers by them.
async function buildClient(build) {
  const address = "PORTHOS_ADDRESS_OF_"; // Vite would bundle a script whose address is a string
  const entry = inBuild("dist", "worker.js");
  const keepAddresses = {
    name: "keep-addresses",
    enforce: "pre",
    transform(code, id) {
      if (id !== entry) return null;
      const edited = code
        .replaceAll(/new URL\("\.\/(worker|inspector)-main\.js"/g, `new URL(${address}$1`)
        // The script of a worker from elsewhere is found beside this one.
        .replace("/\\/worker\\.js(", "/\\/element-worker\\.js(");
      if (!edited.includes(address) || !edited.includes("element-worker"))
        throw new Error(`${entry} has changed`);
      return edited;
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        chunk.code = chunk.code.replaceAll(
          new RegExp(`${address}(\\w+)`, "g"),
          (_match, name) => `"./${name}-main.js"`,
        );
    },
  };
  await build({
    ...common,
    plugins: [keepAddresses],
    build: {
      outDir: inBuild("dist"),
      emptyOutDir: false,
      target: "es2022",
      lib: { entry, formats: ["es"], fileName: () => "element-worker.js" },
      rolldownOptions: { external: [/porthos-inline\.mjs$/, /inspector\.js$/] },
    },
  });
}

// The module of the element uses the worker of the package.
function ownWorker() {
  const name = "porthos/worker";
  return {
    name: "own-worker",
    enforce: "pre",
    resolveId: (id) => (id === name ? { id: name, external: true } : null),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const to = `${chunk.fileName.includes("/") ? ".." : "."}/element-worker.js`;
        chunk.code = chunk.code.replaceAll(/(["'`])porthos\/worker\1/g, JSON.stringify(to));
      }
    },
  };
}

// X.classic.ts replaces X.ts.
function classic() {
  const replaced = new Map([
    [source("element", "load-lab.ts"), source("element", "load-lab.classic.ts")],
    [source("engine", "start-engine.ts"), source("engine", "start-engine.classic.ts")],
    [source("models", "pages.ts"), source("models", "pages.classic.ts")],
    [source("models", "posters.ts"), source("models", "posters.classic.ts")],
    [source("models", "texts.ts"), source("models", "texts.classic.ts")],
  ]);
  const inline = inBuild("dist", "porthos-inline.mjs");
  return {
    name: "classic",
    enforce: "pre",
    async resolveId(id, importer) {
      if (id === "porthos/worker") return source("engine", "porthos-worker.classic.ts");
      if (basename(id) === "porthos-inline.mjs") return inline;
      const found = await this.resolve(
        id.endsWith(".js") && importer?.includes("bindings") ? id.replace(/\.js$/, ".ts") : id,
        importer,
        { skipSelf: true },
      );
      return found && (replaced.get(found.id) ?? found);
    },
  };
}

// Writes a script with the text of each gallery file with this ending.
function writePieces(kind, from, ending) {
  const to = inBuild("dist", "embed", kind);
  mkdirSync(to, { recursive: true });
  const entry = (name, path) => {
    const text = JSON.stringify(readFileSync(path, "utf8"));
    return `globalThis.porthosPieces.${kind}[${JSON.stringify(name)}] = ${text};\n`;
  };
  const languages = readdirSync(from).filter((name) => /^[a-z]{2}$/.test(name));
  for (const file of readdirSync(from).filter((name) => name.endsWith(ending))) {
    const name = basename(file, ending);
    const translations = languages
      .map((language) => [`${name}.${language}`, join(from, language, file)])
      .filter(([, path]) => existsSync(path));
    const script = [[name, join(from, file)], ...translations].map((one) => entry(...one)).join("");
    writeFileSync(join(to, `${name}.js`), script);
  }
}
