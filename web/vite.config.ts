import { join } from "node:path";
import { defineConfig } from "vite";
import { docsSite } from "./docs-plugin";
import { frame } from "./frame-plugin";
import { galleryIndex } from "./gallery-plugin";
import { plainOnLoopback } from "./loopback-plugin";
import { oneFont } from "../tools/one-font.mjs";

/**
 * What the list of the gallery needs: one script, since each request costs more than what it brings. Not main.ts, which
 * waits for the pieces that import this one.
 */
const first =
  /virtual:gallery|web\/src\/(words\/(words|en|languages)|page\/(announce|bring|card|card-play|first-figure|from-address|gallery|header|help|language|note|theme|topics)|parts\/(dom|emitter|hotkeys|icons|link|menu|ticker)|models\/(arrange|catalog|load-model|own|recent|templates|used-files|used-names|texts)|element\/load-lab|engine\/pool)\.ts$/;

/** three.js, and the larger half of it, which draws by WebGL: planar figures do without. */
const three = /three\/build\/three\.core\.js/;
const webgl = /three\/build\/three\.module\.js/;

/** A model with all that it is shown by, for the same reason. */
const workbench = /web\/src\/(page\/workbench|element\/(define|lab-module)|view\/painter)\.ts$/;

export default defineConfig({
  base: "./",
  resolve: { alias: oneFont },
  plugins: [
    galleryIndex(join(import.meta.dirname, "models")),
    docsSite(join(import.meta.dirname, "..")),
    frame(join(import.meta.dirname, "..", "build", "dist")),
    plainOnLoopback(),
  ],
  worker: { format: "es" },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2500, // the typesetter of equations
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: first },
            { name: "three", test: three },
            { name: "webgl", test: webgl },
            { name: "workbench", test: workbench },
          ],
        },
      },
    },
  },
});
