// The page of package.e2e.ts in other bundlers and earlier versions of Vite: npm test -- nightly.
import { spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { run } from "../../tools/run.mjs";
import { pendulum } from "../lib/models.js";
import {
  html,
  mustWorkBuilt,
  mustWorkServed,
  tool,
  tools,
  usePageOfPackage,
  type Vite,
} from "./apps";

const apps = usePageOfPackage();

/** For bundlers that do not follow new URL(…, import.meta.url); see docs/library.md. */
const copyWasm = (name: string) =>
  copyFileSync(
    apps.at("node_modules", "porthos", "build", "dist", "porthos-engine.wasm"),
    apps.at(name, "porthos-engine.wasm"),
  );

const vites = ["6", "7"];
const vite = (version: string) => tool<Vite>(`vite${version}`, "dist", "node", "index.js");

test.each(vites)("Vite %s, built", async (version) =>
  mustWorkBuilt(apps, version, await vite(version)),
);

test.each(vites)("Vite %s, its dev server", async (version) =>
  mustWorkServed(apps, version, await vite(version)),
);

test("esbuild", async () => {
  const { build } = await tool<{ build(options: object): Promise<void> }>("esbuild", "lib/main.js");
  apps.put("esbuild/index.html", html("./page.js"));
  await build({
    ...{ absWorkingDir: apps.at(), entryPoints: ["page.js"], outdir: "esbuild" },
    ...{ bundle: true, splitting: true, format: "esm", target: "es2022", logLevel: "silent" },
  });
  copyWasm("esbuild");
  await apps.mustWork(apps.url("esbuild/index.html"));
});

test("Rollup", async () => {
  interface Rollup {
    rollup(options: object): Promise<{ write(options: object): Promise<void> }>;
  }
  const { rollup } = await tool<Rollup>("rollup", "dist/es/rollup.js");
  const resolve = await tool<() => object>("@rollup/plugin-node-resolve", "dist/es/index.js");
  apps.put("rollup/index.html", html("./page.js"));
  const bundle = await rollup({
    input: apps.at("page.js"),
    plugins: [resolve()],
    onwarn: () => {},
  });
  await bundle.write({ dir: apps.at("rollup"), format: "es" });
  copyWasm("rollup");
  await apps.mustWork(apps.url("rollup/index.html"));
});

test("webpack", async () => {
  interface Stats {
    hasErrors(): boolean;
    toString(): string;
  }
  type Webpack = (options: object, done: (error: Error | null, stats: Stats) => void) => void;
  const webpack = createRequire(tools("x.js"))("webpack") as Webpack;
  apps.put("webpack/index.html", html("./main.js"));
  const stats = await new Promise<Stats>((resolve, reject) =>
    webpack(
      {
        ...{ mode: "production", context: apps.at(), entry: "./page.js", performance: false },
        output: { path: apps.at("webpack") },
      },
      (error, found) => (error ? reject(error) : resolve(found)),
    ),
  );
  expect(stats.hasErrors(), stats.toString()).toBe(false);
  await apps.mustWork(apps.url("webpack/index.html"));
});

test("Parcel", async () => {
  apps.put("parcel.html", html("./page.js"));
  const words = ["build", "parcel.html", "--dist-dir", "parcel", "--public-url", "./"];
  await run(tools(".bin", "parcel"), [...words, "--no-cache", "--log-level", "error"], {
    cwd: apps.at(),
  });
  await apps.mustWork(apps.url("parcel/parcel.html"));
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
  for (const [name, text] of Object.entries(next)) apps.put(`next/${name}`, text);
  apps.put("next/package.json", '{ "private": true }');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  const command = tools("next", "dist", "bin", "next");
  const options = { cwd: apps.at("next"), env };
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
    expect(await (await fetch(address)).text()).toContain(`<output>${apps.phi()}</output>`);
    await apps.mustWork(address);
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
