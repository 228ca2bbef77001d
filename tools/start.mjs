// npm start [-- --port N] [--host ADDRESS] [--dev]: sets up everything, builds the engine, the
// library and the page, and serves the page until stopped. With --dev it serves the sources of the
// page and follows their changes.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildDist, buildReference, buildWeb } from "./build.mjs";
import { inBuild, root, setUp } from "./run.mjs";

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    host: { type: "string", default: "127.0.0.1" },
    dev: { type: "boolean", default: false },
  },
});
await setUp();
await buildDist();
await (values.dev ? buildReference() : buildWeb());

const vite = await import("vite"); // exists only after the set-up
const place = {
  port: Number(values.port ?? 4173),
  strictPort: Boolean(values.port),
  host: values.host,
};
const common = { root: join(root, "web"), logLevel: "warn" };
let server;
if (values.dev) {
  server = await vite.createServer({ ...common, server: place });
  await server.listen();
} else {
  server = await vite.preview({ ...common, build: { outDir: inBuild("web") }, preview: place });
}
const { local, network } = server.resolvedUrls;
console.log(
  `\n  Porthos is ready:  ${[...local, ...network].join("  ")}\n  Stop it with Ctrl+C.\n`,
);
