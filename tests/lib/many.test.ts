import { expect, test } from "vitest";
import type { ManyRun } from "../../bindings/js/types.js";
import { built, load } from "./built.js";
import { collapse, pendulum } from "./models.js";

const { runMany, connect } = await built("worker");
const { setsOf } = await built("many");

const ranges = { m: [1, 2], l: { from: 0.5, to: 1.5, count: 5 } };

async function all(runs: AsyncGenerator<ManyRun, void, void>): Promise<ManyRun[]> {
  const found: ManyRun[] = [];
  for await (const run of runs) found.push(run);
  return found;
}

test("ranges are all combinations, the last parameter first, with exact ends", () => {
  expect(setsOf({ a: [1, 2], b: { from: 0, to: 1, count: 2 } })).toEqual([
    { a: 1, b: 0 },
    { a: 1, b: 1 },
    { a: 2, b: 0 },
    { a: 2, b: 1 },
  ]);
  const tenths = setsOf({ x: { from: 0.1, to: 0.7, count: 4 } }).map(({ x }) => x);
  expect(tenths[0]).toBe(0.1);
  expect(tenths[3]).toBe(0.7);
  expect(setsOf({ x: { from: 3, to: 4, count: 1 } })).toEqual([{ x: 3 }]);
  expect(setsOf([{ a: 1 }])).toEqual([{ a: 1 }]);
});

test("many runs give what each gives alone, whatever the number of workers", async () => {
  const model = await load(pendulum);
  const here = await all(model.runMany(ranges));
  expect(here).toHaveLength(10);
  for (const { index, set, summary } of here) {
    expect(set).toEqual(setsOf(ranges)[index]);
    expect(summary).toEqual(model.run({ set, outputEvery: 1000 }).summary);
  }
  for (const workers of [1, 2, 4])
    expect(await all(runMany(pendulum, ranges, { workers }))).toEqual(here);
  const client = await connect();
  expect(await all((await client.load(pendulum)).runMany(ranges))).toEqual(here);
  client.dispose();
});

test("a loaded model is run many times by workers, wherever it was loaded", async () => {
  const files = { "a.json": pendulum };
  const whole = { porthos: 1, components: { a: { use: "a.json" } }, simulation: { until: 1 } };
  const here = await load(whole, { files });
  const client = await connect();
  const there = await client.load(whole, { files });
  const vary = { "a.l": [0.5, 1] };
  const expected = await all(here.runMany(vary));
  expect(expected.map(({ summary }) => summary?.outcome)).toEqual(["finished", "finished"]);
  for (const model of [here, there])
    expect(await all(runMany(model, vary, { workers: 2 }))).toEqual(expected);
  expect((await load(there)).run().final).toEqual(here.run().final);
  client.dispose();
});

test("what has a text is loaded by it, as a file and an answer have", async () => {
  const text = JSON.stringify(pendulum);
  const final = (await load(pendulum)).run({ until: 1 }).final;
  for (const source of [new Response(text), new Blob([text])])
    expect((await load(source)).run({ until: 1 }).final).toEqual(final);
  await expect(load({ text: () => 3 })).rejects.toThrow(TypeError);
  // A key of this name is no method.
  expect((await load({ ...pendulum, text: "" })).problems).toMatchObject([{ where: "/text" }]);
});

test("values besides those that vary hold in every run", async () => {
  const model = await load(pendulum);
  const [run] = await all(model.runMany([{ m: 2 }], { set: { l: 0.5 }, until: 1 }));
  expect(run!.summary).toEqual(
    model.run({ set: { l: 0.5, m: 2 }, until: 1, outputEvery: 1000 }).summary,
  );
});

test("a set that is refused, and a run that fails, are results", async () => {
  const model = await load(pendulum);
  const runs = await all(model.runMany({ l: [1, 100] }));
  expect(runs[0]!.summary!.outcome).toBe("finished");
  expect(runs[1]!.summary).toBeUndefined();
  expect(runs[1]!.problems[0]!.code).toBe("PH104");
  const failed = await all(runMany(collapse, [{}], { workers: 1 }));
  expect(failed[0]!.summary!.outcome).not.toBe("finished");
});

test("an abort ends all of them, and so does a reader that has seen enough", async () => {
  const control = new AbortController();
  const runs = runMany(pendulum, ranges, { workers: 2, until: 1e5, signal: control.signal });
  const first = runs.next();
  setTimeout(() => control.abort(new Error("enough")), 50);
  await expect(first).rejects.toThrow("enough");
  const model = await load(pendulum);
  for await (const { index } of model.runMany(ranges)) {
    expect(index).toBe(0);
    break;
  }
  await expect(all(model.runMany(ranges, { signal: AbortSignal.abort("no") }))).rejects.toBe("no");
});

test("what is no range says so", async () => {
  const model = await load(pendulum);
  expect(() => model.runMany({ m: { from: 0, to: Infinity, count: 3 } })).toThrow(RangeError);
  for (const range of ["1", 1, null])
    expect(() => model.runMany({ m: range as never })).toThrow("neither a list of numbers nor");
  expect(() => model.runMany({ m: { from: 0, to: 1, count: 0 } })).toThrow(RangeError);
  await expect(all(runMany(pendulum, ranges, { workers: 0 }))).rejects.toThrow(RangeError);
});

test("a run among many that cannot go on tells its last state, as a run alone does", async () => {
  const model = await load(collapse);
  const [one] = await all(model.runMany([{}]));
  const alone = model.run().summary;
  expect(one?.summary?.outcome).toBe(alone.outcome);
  expect(alone.outcome).not.toBe("finished");
  expect(one?.summary?.final).toEqual(alone.final);
  expect(one?.summary?.final.t).toBeGreaterThan(0);
});
