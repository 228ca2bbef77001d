// The inspector behind the library, the worker and the command.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { structureTable } from "../../tools/structure-table.mjs";
import { built, load } from "./built.js";
import { faulty, pendulum } from "./models.js";

const { connect } = await built("worker");

test("a model is inspected here and in a worker with one result", async () => {
  const model = await load(pendulum);
  const inspection = await model.inspect();
  expect(inspection.findings.length).toBeGreaterThan(5);
  expect(inspection.findings.every(({ verdict }) => verdict !== "fails")).toBe(true);
  expect(inspection.facts.index).toBe(0);
  using client = await connect();
  const remote = await client.load(pendulum);
  expect(await remote.inspect()).toEqual(inspection);
});

test("checks are chosen by their numbers", async () => {
  const { findings } = await (await load(pendulum)).inspect({ only: ["T-07"] });
  expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(["T-07"]));
});

test("a budget leaves checks out and says which", async () => {
  const model = await load(pendulum);
  const { findings, leftOut } = await model.inspect({ budget: 0 });
  expect(findings).toEqual([]);
  expect(leftOut.map(({ check }) => check)).toContain("T-13");
  expect(leftOut.every(({ why }) => why.length > 0)).toBe(true);
  expect((await model.inspect({ budget: 1000 })).leftOut).toEqual([]);
});

test("a report is ended by a signal, here and in a worker", async () => {
  using client = await connect();
  for (const model of [await load(pendulum), await client.load(pendulum)]) {
    const early = AbortSignal.abort(new Error("before"));
    await expect(model.inspect({ signal: early })).rejects.toThrow("before");
    const control = new AbortController();
    const report = model.inspect({ signal: control.signal });
    control.abort(new Error("enough"));
    await expect(report).rejects.toThrow("enough");
    expect((await model.inspect({ only: ["T-04"] })).findings.length).toBe(1); // and works on
  }
});

test("mistakes in options are problems, and a model with errors has no findings", async () => {
  const model = await load(pendulum);
  const { problems, findings } = await model.inspect({ only: ["T-30"] });
  expect(problems.map(({ code }) => code)).toEqual(["PH109"]);
  expect(findings).toEqual([]);
  const broken = await (await load(faulty)).inspect();
  expect(broken.findings).toEqual([]);
  expect(broken.problems.length).toBeGreaterThan(0);
});

test("the table of structures is what the inspector says now", async () => {
  const table = readFileSync(new URL("../../docs/structures.md", import.meta.url), "utf8");
  expect(await structureTable()).toBe(table);
}, 120_000);
