// node tools/build.mjs [native] [native-debug] [wasm] [dist] [web]; without a name: dist and web.
//   native, native-debug, wasm   everything CMake knows for that preset, in build/<preset>
//   dist                         the npm library: build/dist
//   web                          the page: build/web
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bin, has, inBuild, root, run, runLocked, setUp } from "./run.mjs";

// Builds the given targets of a CMake preset, or all of them.
export async function buildPreset(preset, ...targets) {
  const quiet = { stdio: ["inherit", "ignore", "inherit"] };
  const strict = process.env.CI ? ["-DPORTHOS_WERROR=ON"] : [];
  await runLocked(preset, "cmake", ["--preset", preset, ...strict], quiet);
  const only = targets.length > 0 ? ["--target", ...targets] : [];
  await runLocked(preset, "cmake", ["--build", inBuild(preset), ...only]);
}

// Compiles bindings/js into build/dist, and puts the engine there: as a file for package.json's
// "./*.wasm", and inside a module, compressed, since base64 hides from a server what is there to compress.
export async function buildDist() {
  await buildPreset("wasm", "porthos-engine");
  await runLocked("dist", bin("tsc"), ["-p", join(root, "tools", "tsconfig.dist.json")]);
  const wasm = readFileSync(inBuild("wasm", "bindings", "porthos-engine.wasm"));
  const packed = gzipSync(wasm, { level: 9 }).toString("base64");
  writeFileSync(inBuild("dist", "porthos-engine.wasm"), wasm);
  writeFileSync(inBuild("dist", "porthos-inline.mjs"), `export default "${packed}";\n`);
  if (has("build", "dist", "cli.js")) chmodSync(inBuild("dist", "cli.js"), 0o755);
}

export async function buildWeb() {
  const out = ["--outDir", inBuild("web"), "--emptyOutDir"];
  await runLocked("web", bin("vite"), ["build", join(root, "web"), ...out]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await setUp(...(names.some((name) => name.startsWith("native")) ? ["--test"] : []));
  for (const name of names.length > 0 ? names : ["dist", "web"]) {
    if (name === "dist") await buildDist();
    else if (name === "web") await buildWeb();
    else await buildPreset(name);
  }
}
