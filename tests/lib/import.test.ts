// The effects of an import, in a new process.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { dist } from "./built.js";

function node(script: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { encoding: "utf8", timeout: 20_000 },
  );
  return { status, stdout, stderr };
}

test.each(["index", "wasm", "worker"])("importing %s does nothing", (name) => {
  const script = `
    const before = Object.getOwnPropertyNames(globalThis);
    const forbidden = () => { throw new Error("side effect"); };
    for (const key of ["instantiate", "compile", "Module", "Instance", "Memory"])
      WebAssembly[key] = forbidden;
    globalThis.fetch = forbidden;
    const listeners = process.eventNames().length;
    await import(${JSON.stringify(new URL(`${name}.js`, dist).href)});
    const after = Object.getOwnPropertyNames(globalThis);
    console.log(JSON.stringify({
      globals: after.filter((name) => !before.includes(name)),
      listeners: process.eventNames().length - listeners,
      waiting: process.getActiveResourcesInfo().filter((kind) => /Timeout|Port|Worker/.test(kind)),
    }));`;
  const { status, stdout, stderr } = node(script);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ globals: [], listeners: 0, waiting: [] });
  expect(status).toBe(0);
});

test("a program that uses a worker ends by itself", () => {
  const script = `
    const { connect } = await import(${JSON.stringify(new URL("worker.js", dist).href)});
    const client = await connect();
    console.log(await client.version());`;
  expect(node(script)).toMatchObject({ status: 0, stderr: "" });
});

test("the separate file gives the same engine, from a file, bytes or a module", () => {
  const script = `
    import { readFile } from "node:fs/promises";
    const dist = ${JSON.stringify(dist.href)};
    const binary = await readFile(new URL("porthos-engine.wasm", dist));
    const sources = [{}, { url: dist + "porthos-engine.wasm" }, { binary },
      { module: await WebAssembly.compile(binary) }];
    for (const [i, source] of sources.entries()) {
      const { initialize, version } = await import(dist + "wasm.js?" + i);
      await initialize(source);
      console.log(await version());
    }
    const { initialize } = await import(dist + "wasm.js?missing");
    await initialize({ url: dist + "missing.wasm" }).catch((error) => console.log(error.code));`;
  const { stdout, stderr } = node(script);
  expect(stderr).toBe("");
  const lines = stdout.trim().split("\n");
  expect(new Set(lines.slice(0, 4)).size).toBe(1);
  expect(lines[4]).toBe("PH404");
});
