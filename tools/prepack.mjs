// npm runs this before it packs: it builds the library, or says why it cannot. npm runs it with
// --if-from-git after every installation of a clone; it then acts only in the clone that npm makes
// to install porthos from git.
import { exitCode, has } from "./run.mjs";

const isFromGit = /[\\/]_cacache[\\/]tmp[\\/]/.test(process.cwd());
if (!process.argv.includes("--if-from-git") || isFromGit) await build();

async function build() {
  if (!has("tools", "setup.sh") || !has("bindings", "embind.cpp"))
    return refuse("its sources are not there; pack it in a clone of the repository");
  // A program may parse npm's standard output as JSON.
  const code = await exitCode("node", ["tools/build.mjs", "dist"], { stdio: ["ignore", 2, 2] });
  if (code !== 0)
    refuse(
      "the library could not be built, as told above; that needs Linux with apt-get, or Emscripten >= 3.1.60," +
        " cmake and ninja on PATH (tools/README.md)",
    );
}

function refuse(/** @type {string} */ reason) {
  console.error(`porthos cannot be packed: ${reason}`);
  process.exitCode = 1;
}
