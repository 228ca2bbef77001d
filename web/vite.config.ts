import { join } from "node:path";
import { defineConfig } from "vite";
import { docsSite } from "./docs-plugin";
import { frame } from "./frame-plugin";
import { galleryIndex } from "./gallery-plugin";

export default defineConfig({
  base: "./",
  plugins: [
    galleryIndex(join(import.meta.dirname, "models")),
    docsSite(join(import.meta.dirname, "..")),
    frame(join(import.meta.dirname, "..", "build", "dist")),
  ],
  worker: { format: "es" },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
