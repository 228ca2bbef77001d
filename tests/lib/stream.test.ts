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

test("a step of very many steps of the method's own is interrupted", async () => {
  const model = await load(pendulum);
  const long = { until: 1e6, step: 1e3, method: "dop853", tolerance: 1e-13 };
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const control = new AbortController();
  setTimeout(() => control.abort(new Error("enough")), 300);
  let chunks = 0;
  const read = async () => {
    for await (const chunk of model.stream({ ...long, chunk: 1000, signal: control.signal }))
      chunks += chunk.rows;
  };
  await expect(read()).rejects.toThrow("enough");
  clearInterval(timer);
  expect(chunks).toBe(0); // it was within the first chunk,
  expect(turns).toBeGreaterThan(3); // and other tasks had their turns
});

test("pieces of a chunk are the chunk", async () => {
  const model = await load(pendulum);
  const options = { until: 40, step: 4, method: "dop853" };
  const rows: number[] = [];
  for await (const chunk of model.stream({ ...options, chunk: 3 })) {
    expect(chunk.rows).toBe(chunk.steps === 3 ? 4 : chunk.steps === 10 ? 1 : 3);
    rows.push(...chunk.table);
  }
  expect(rows).toEqual([...model.run(options).table]);
  using simulation = model.start(options);
  const pieces: number[] = [];
  for (let done = false; !done;) {
    const piece = simulation.advance(100, 1);
    pieces.push(...piece.table);
    done = piece.done;
  }
  expect(pieces).toEqual(rows);
});
