// The package in bundlers. Each page runs a model in its own thread, with the separate file, in a
// worker and in the element; all numbers equal those of Node, to the bit.
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root, run } from "../../tools/run.mjs";
import { load } from "../lib/built.js";
import { pendulum } from "../lib/models.js";
import { tool, tools, useApps } from "./apps";

const { at, put, url, resultOf } = useApps();

const page = `
  import { load } from "porthos";
  import { load as loadSeparate } from "porthos/wasm";
  import { connect } from "porthos/worker";
  import "porthos/element";
  const text = ${JSON.stringify(pendulum)};
  const client = await connect();
  window.result = [];
  for (const read of [load, loadSeparate, (source) => client.load(source)])
    window.result.push((await (await read(text)).run()).final.phi);
  client.dispose();
  const sim = document.createElement("porthos-sim");
  sim.model = text;
  sim.addEventListener("outcome", ({ detail }) => {
    window.result.push(detail.summary?.final.phi ?? detail.message);
    document.title = "done";
  });
  document.body.append(sim);`;

let phi = 0;

beforeAll(async () => {
  phi = (await load(pendulum)).run().final["phi"] ?? NaN;
  expect(phi).toBeGreaterThan(-2);
  put("page.js", page);
  put("index.html", html("./page.js"));
});

const html = (script: string) =>
  `<!doctype html><html lang="en"><body><script type="module" src="${script}"></script></body></html>`;

/** Opens a page and compares its numbers. */
const mustWork = async (address: string) =>
  expect(await resultOf(address)).toEqual([phi, phi, phi, phi]);

/** For bundlers that do not follow new URL(…, import.meta.url); see docs/library.md. */
const copyWasm = (name: string) =>
  copyFileSync(
    at("node_modules", "porthos", "build", "dist", "porthos-engine.wasm"),
    at(name, "porthos-engine.wasm"),
  );

test("an import map, without any bundler", async () => {
  const dist = "/node_modules/porthos/build/dist";
  const names = { "": "index", "/wasm": "wasm", "/worker": "worker", "/element": "element" };
  const imports = Object.fromEntries(
    Object.entries(names).map(([name, file]) => [`porthos${name}`, `${dist}/${file}.js`]),
  );
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  put("map.html", html("./page.js").replace("<body>", `<body>${map}`));
  await mustWork(url("map.html"));
});

type Vite = Pick<typeof import("vite"), "build" | "createServer">;
const vites: readonly [string, () => Promise<Vite>][] = [
  ["6", () => tool<Vite>("vite6", "dist", "node", "index.js")],
  ["7", () => tool<Vite>("vite7", "dist", "node", "index.js")],
  ["8", () => import("vite")],
];
const quiet = { configFile: false, logLevel: "error" } as const;

test.each(vites)("Vite %s, built", async (version, vite) => {
  const { build } = await vite();
  const outDir = `vite${version}`;
  await build({ ...quiet, root: at(), base: "./", build: { outDir, target: "es2022" } });
  await mustWork(url(`${outDir}/index.html`));
});

test.each(vites)("Vite %s, its dev server", async (version, vite) => {
  const { createServer } = await vite();
  const dev = await createServer({
    ...quiet,
    root: at(),
    cacheDir: at(`cache${version}`), // three versions share this folder
    server: { host: "127.0.0.1", port: 0 },
  });
  await dev.listen();
  try {
    await mustWork(dev.resolvedUrls!.local[0]!);
  } finally {
    await dev.close();
  }
});

test("an app by Vite: the ten lines of the guide show a figure that moves", async () => {
  const guide = readFileSync(join(root, "docs", "start.md"), "utf8");
  const [, lines = ""] = /```ts\n([^]*?)```/.exec(guide) ?? [];
  expect(lines.trim().split("\n").length).toBeLessThanOrEqual(10);
  const watch = `sim.addEventListener("frame", ({ detail }) => {
    if (detail.t > 0.5 && document.title !== "done") {
      sim.snapshot().then(({ t, values }) => {
        window.result = [t, values.t];
        document.title = "done";
      });
    }
  });`;
  put("app/main.js", lines + watch);
  put("app/index.html", html("./main.js"));
  const { build } = await import("vite");
  await build({ ...quiet, root: at("app"), base: "./", build: { target: "es2022" } });
  const [shown, t] = (await resultOf(url("app/dist/index.html"))) as [number, number];
  expect(shown).toBeGreaterThan(0.5);
  expect(t).toBeCloseTo(shown, 9);
});

test("esbuild", async () => {
  const { build } = await tool<{ build(options: object): Promise<void> }>("esbuild", "lib/main.js");
  put("esbuild/index.html", html("./page.js"));
  await build({
    ...{ absWorkingDir: at(), entryPoints: ["page.js"], outdir: "esbuild" },
    ...{ bundle: true, splitting: true, format: "esm", target: "es2022", logLevel: "silent" },
  });
  copyWasm("esbuild");
  await mustWork(url("esbuild/index.html"));
});

test("Rollup", async () => {
  interface Rollup {
    rollup(options: object): Promise<{ write(options: object): Promise<void> }>;
  }
  const { rollup } = await tool<Rollup>("rollup", "dist/es/rollup.js");
  const resolve = await tool<() => object>("@rollup/plugin-node-resolve", "dist/es/index.js");
  put("rollup/index.html", html("./page.js"));
  const bundle = await rollup({ input: at("page.js"), plugins: [resolve()], onwarn: () => {} });
  await bundle.write({ dir: at("rollup"), format: "es" });
  copyWasm("rollup");
  await mustWork(url("rollup/index.html"));
});

test("webpack", async () => {
  interface Stats {
    hasErrors(): boolean;
    toString(): string;
  }
  type Webpack = (options: object, done: (error: Error | null, stats: Stats) => void) => void;
  const webpack = createRequire(tools("x.js"))("webpack") as Webpack;
  put("webpack/index.html", html("./main.js"));
  const stats = await new Promise<Stats>((resolve, reject) =>
    webpack(
      {
        ...{ mode: "production", context: at(), entry: "./page.js", performance: false },
        output: { path: at("webpack") },
      },
      (error, found) => (error ? reject(error) : resolve(found)),
    ),
  );
  expect(stats.hasErrors(), stats.toString()).toBe(false);
  await mustWork(url("webpack/index.html"));
});

test("Parcel", async () => {
  put("parcel.html", html("./page.js"));
  const words = ["build", "parcel.html", "--dist-dir", "parcel", "--public-url", "./"];
  await run(tools(".bin", "parcel"), [...words, "--no-cache", "--log-level", "error"], {
    cwd: at(),
  });
  await mustWork(url("parcel/parcel.html"));
});

const next = {
  "app/layout.jsx": `
    export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/page.jsx": `
    import { load } from "porthos";
    import { Sim } from "./sim.jsx";
    export default async function Page() {
      const run = (await load(${JSON.stringify(pendulum)})).run();
      return <><output>{String(run.final.phi)}</output><Sim /></>;
    }`,
  "app/sim.jsx": `"use client";
    import { useEffect, useRef } from "react";
    import { load as loadSeparate } from "porthos/wasm";
    import { connect } from "porthos/worker";
    import "porthos/element";
    const text = ${JSON.stringify(pendulum)};
    export function Sim() {
      const sim = useRef(null);
      useEffect(() => {
        const told = async ({ detail }) => {
          const client = await connect();
          const result = [Number(document.querySelector("output").textContent)];
          for (const read of [loadSeparate, (source) => client.load(source)])
            result.push((await (await read(text)).run()).final.phi);
          window.result = [...result, detail.summary?.final.phi ?? detail.message];
          document.title = "done";
        };
        sim.current.addEventListener("outcome", told, { once: true });
        sim.current.model = text;
      }, []);
      return <porthos-sim ref={sim} />;
    }`,
};

test("Next: computed on the server, shown on the client", async () => {
  for (const [name, text] of Object.entries(next)) put(`next/${name}`, text);
  put("next/package.json", '{ "private": true }');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  const command = tools("next", "dist", "bin", "next");
  const options = { cwd: at("next"), env };
  await run(process.execPath, [command, "build"], {
    ...options,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [command, "start", "-p", String(port), "-H", "127.0.0.1"],
    { ...options, stdio: "ignore" },
  );
  try {
    const address = `http://127.0.0.1:${port}/`;
    const answers = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);
    expect(await (await fetch(address)).text()).toContain(`<output>${phi}</output>`);
    await mustWork(address);
  } finally {
    server.kill("SIGKILL");
  }
}, 240_000);

/** A port without a listener. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
