// The element of the package, in two builds of the same sources:
//   build/dist/element.js     a module, with its pieces in build/dist/element
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

export async function buildElement() {
  const { build } = await import("vite"); // exists only after the set-up
  rmSync(inBuild("dist", "element"), { recursive: true, force: true });
  await build({
    ...common,
    plugins: [ownWorker()],
    build: {
      outDir: inBuild("dist"),
      emptyOutDir: false,
      target: "es2022",
      chunkSizeWarningLimit: 1500,
      lib: { entry: source("element", "define.ts"), formats: ["es"], fileName: () => "element.js" },
      rolldownOptions: { output: { chunkFileNames: "element/[name].js" } },
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
  writePieces("models", models, ".porthos.json", (text) => text);
  writePieces("pages", models, ".md", (text) => text.replace(/^---\n[^]*?\n---\n/, ""));
}

// The module of the element uses the worker of the package, which is beside it.
function ownWorker() {
  const name = "porthos/worker";
  return {
    name: "own-worker",
    enforce: "pre",
    resolveId: (id) => (id === name ? { id: name, external: true } : null),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const to = chunk.fileName.includes("/") ? "../worker.js" : "./worker.js";
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
function writePieces(kind, from, ending, edit) {
  const to = inBuild("dist", "embed", kind);
  mkdirSync(to, { recursive: true });
  const entry = (name, path) => {
    const text = JSON.stringify(edit(readFileSync(path, "utf8")));
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
