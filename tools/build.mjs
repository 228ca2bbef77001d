// node tools/build.mjs [native] [wasm] [dist] [element] [web]; the default is dist and web.
//   native, wasm                 all targets of that CMake preset, in build/<preset>
//   dist                         the npm library with its element: build/dist
//   element                      the element alone, after the library
//   web                          the page: build/web
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildElement } from "./build-element.mjs";
import { galleryModels } from "./gallery-table.mjs";
import { oneFont } from "./one-font.mjs";
import { bin, Failed, has, inBuild, root, run, runLocked, setUp } from "./run.mjs";

// Builds the given targets of a CMake preset, or all of them.
export async function buildPreset(preset, ...targets) {
  const quiet = { stdio: ["inherit", "ignore", "inherit"] };
  const strict = process.env.CI ? ["-DPORTHOS_WERROR=ON"] : [];
  await runLocked(preset, "cmake", ["--preset", preset, ...strict], quiet);
  const only = targets.length > 0 ? ["--target", ...targets] : [];
  await runLocked(preset, "cmake", ["--build", inBuild(preset), ...only]);
}

// Compiles bindings/js into build/dist and puts each engine module beside its typings
// (porthos-*.d.mts).
export async function buildDist() {
  await buildPreset("wasm", "porthos-engine", "porthos-inspector-engine");
  await runLocked("dist", bin("tsc"), ["-p", join(root, "tools", "tsconfig.dist.json")]);
  const source = join(root, "bindings", "js");
  const modules = inBuild("wasm", "bindings");
  for (const file of filesBelow(source)) {
    const to = inBuild("dist", relative(source, file));
    if (/\.(d\.m?ts|json)$/.test(file)) copy(file, to);
    const name = /porthos-(engine|inline|inspector|inspector-engine)(?=\.d\.mts$)/.exec(file)?.[0];
    if (!name) continue;
    writeFileSync(join(dirname(to), `${name}.mjs`), await minified(join(modules, `${name}.mjs`)));
  }
  const names = galleryModels().map(({ id, system }) => ({ id, system })); // for `gallery:NAME`
  writeFileSync(inBuild("dist", "gallery.json"), JSON.stringify(names));
  copy(join(modules, "porthos-engine.wasm"), inBuild("dist", "porthos-engine.wasm"));
  if (has("build", "dist", "cli.js")) chmodSync(inBuild("dist", "cli.js"), 0o755);
  await buildLibraries();
  await buildElement();
}

// Bundles the libraries for layout, for ZIP files and for formulas into the modules that import them, so that the
// package has no dependencies.
export async function buildLibraries() {
  await bundle("diagram", "dagre");
  await bundle("zip", "fflate");
  await bundle("figure", "mathjax");
  await bundleWorkers();
}

// The script of a worker is one file beside the engine. Nothing else imports it, so no class exists twice.
async function bundleWorkers() {
  const { build } = await import("vite"); // exists only after the set-up
  for (const name of ["worker-main", "inspector-main"])
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      publicDir: false,
      build: {
        outDir: inBuild("dist"),
        emptyOutDir: false,
        target: "es2022",
        rolldownOptions: { external: /\.mjs$/ },
        lib: {
          entry: inBuild("dist", `${name}.js`),
          formats: ["es"],
          fileName: () => `${name}.js`,
        },
      },
    });
}

async function bundle(folder, name) {
  const { build } = await import("vite"); // exists only after the set-up
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    resolve: { alias: oneFont },
    build: {
      outDir: inBuild("dist", folder),
      emptyOutDir: false,
      target: "es2022",
      chunkSizeWarningLimit: 2500,
      license: { fileName: `${name}.license.md` },
      lib: {
        entry: join(root, "bindings", "js", folder, `${name}.mts`),
        formats: ["es"],
        fileName: () => `${name}.mjs`,
      },
    },
  });
  writeFileSync(inBuild("dist", folder, `${name}.d.mts`), "export {};\n"); // none of its types is public
}

// Minifies Emscripten's glue to half its length. A bare `process` would make some bundlers (Parcel)
// search for a package of that name.
async function minified(file) {
  const { minifySync } = await import("vite"); // exists only after the set-up
  const options = { module: true, compress: true, mangle: { toplevel: true } };
  const { code, errors } = minifySync(file, readFileSync(file, "utf8"), options);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return code.replaceAll(/(?<![\w$.])process(?![\w$])/g, "globalThis.process");
}

// Writes the reference of the library in Markdown; fails if a public name has no comment.
export async function buildReference() {
  const options = join(root, "tools", "typedoc.json");
  await runLocked("reference", bin("typedoc"), ["--options", options, "--logLevel", "Warn"]);
  mendAnchors(inBuild("reference"));
}

// TypeDoc counts Model.text() as a heading "ModelText" and links to #modeltext-1, but only
// #modeltext exists.
function mendAnchors(folder) {
  const slugsOf = (text) =>
    new Set(
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      ),
    );
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const texts = new Map(pages.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const slugs = new Map([...texts].map(([name, text]) => [name, slugsOf(text)]));
  for (const [name, text] of texts) {
    const mended = text.replace(/\((\w*\.?m?d?)#([\w-]+)-\d+\)/g, (link, page, slug) => {
      const there = slugs.get(page || name);
      const isThere = there === undefined || there.has(link.slice(link.indexOf("#") + 1, -1));
      return isThere || !there.has(slug) ? link : `(${page}#${slug})`;
    });
    if (mended !== text) writeFileSync(join(folder, name), mended);
  }
}

export async function buildWeb() {
  await buildReference();
  const out = ["--outDir", inBuild("web"), "--emptyOutDir"];
  await runLocked("web", bin("vite"), ["build", join(root, "web"), "--logLevel", "warn", ...out]);
  cpSync(inBuild("dist", "embed.html"), inBuild("web", "embed.html"));
  cpSync(inBuild("dist", "embed"), inBuild("web", "embed"), { recursive: true });
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

async function build(names) {
  await setUp(...(names.includes("native") ? ["--test"] : []));
  for (const name of names.length > 0 ? names : ["dist", "web"]) {
    if (name === "dist") await buildDist();
    else if (name === "element") await buildElement();
    else if (name === "web") await buildWeb();
    else await buildPreset(name);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.error(error.message); // the stack of this script is of no use
    process.exitCode = 1;
  }
}
