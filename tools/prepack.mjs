// What npm runs before it packs: builds the library, or says why it cannot. With --if-from-git, which npm runs
// after every installation of a clone, only in the clone that npm makes to install porthos from git.
import { exitCode, has } from "./run.mjs";

const isFromGit = /[\\/]_cacache[\\/]tmp[\\/]/.test(process.cwd());
if (!process.argv.includes("--if-from-git") || isFromGit) await build();

async function build() {
  if (!has("tools", "setup.sh") || !has("bindings", "embind.cpp"))
    return refuse("its sources are not there; pack it in a clone of the repository");
  // npm's own standard output may be JSON for a program.
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
