import { join } from "node:path";
import { defineConfig } from "vite";
import { galleryIndex } from "./gallery-plugin";

export default defineConfig({
  base: "./",
  plugins: [galleryIndex(join(import.meta.dirname, "models"))],
  worker: { format: "es" },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
