import { expect, test } from "vitest";
import { load } from "./built.js";
import { collapse, pendulum } from "./models.js";

test("the chunks of a stream are the rows of the run", async () => {
  const model = await load(pendulum);
  const rows: number[] = [];
  let progress = -1;
  let last;
  for await (const chunk of model.stream({ chunk: 30 })) {
    expect(chunk.table).toHaveLength(chunk.rows * chunk.columns.length);
    expect(chunk.progress).toBeGreaterThan(progress);
    expect(chunk.done).toBe(chunk.summary !== undefined);
    progress = chunk.progress;
    rows.push(...chunk.table);
    last = chunk;
  }
  const run = model.run();
  expect(progress).toBe(1);
  expect(rows).toEqual([...run.table]);
  expect(last!.summary).toEqual(run.summary);
});

test("others have their turn between two chunks", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  let chunks = 0;
  for await (const { done } of (await load(pendulum)).stream({ until: 40, chunk: 100 }))
    chunks += Number(!done);
  clearInterval(timer);
  expect(chunks).toBe(39);
  expect(turns).toBeGreaterThan(0);
});

test("an aborted stream rejects with the signal's reason", async () => {
  const model = await load(pendulum);
  const control = new AbortController();
  const stream = model.stream({ until: 1e6, signal: control.signal });
  expect((await stream.next()).done).toBe(false);
  control.abort(new Error("enough"));
  await expect(stream.next()).rejects.toThrow("enough");
  expect((await stream.next()).done).toBe(true);
  await expect(model.stream({ signal: control.signal }).next()).rejects.toThrow("enough");
});

test("a stream that is left early leaves the model as it was", async () => {
  const model = await load(pendulum);
  for await (const chunk of model.stream({ chunk: 10 })) if (chunk.steps >= 20) break;
  expect(model.run().rows).toBe(201);
});

test("a stream ends with the outcome of a numerical failure", async () => {
  const outcomes: string[] = [];
  for await (const chunk of (await load(collapse)).stream()) outcomes.push(chunk.outcome);
  expect(outcomes.at(-1)).not.toBe("finished");
  expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(outcomes.length > 1 ? ["running"] : []));
});
