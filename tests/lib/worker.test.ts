import { afterAll, expect, test } from "vitest";
import { built, dist, load, makeEngine } from "./built.js";
import { collapse, faulty, pair, pendulum } from "./models.js";
import type { Reply, Request } from "../../bindings/js/protocol.js";

const { connect } = await built("worker");
const { Host } = await built("host");
const { porthosOn } = await built("porthos");
const { handlersFor, serve } = await built("serve");

const client = await connect();
afterAll(() => client.dispose());

/** The worker's side without a worker: its answers to each message. */
function talk() {
  const replies: Reply[] = [];
  const transferred: ArrayBuffer[][] = [];
  const answer = serve(handlersFor(porthosOn(new Host(makeEngine))), (reply, transfer) => {
    replies.push(reply);
    transferred.push(transfer);
  });
  return { replies, transferred, send: (request: object) => answer(request as Request) };
}

test("each request is answered exactly once, with its id", async () => {
  const { replies, send } = talk();
  const text = JSON.stringify(pendulum);
  await Promise.all([
    send({ id: 7, type: "version", args: {} }),
    send({ id: 3, type: "load", args: { text, files: {} } }),
    send({ id: 12, type: "nonsense", args: {} }),
    send({ id: 13, type: "toString", args: {} }),
    send({ id: 14, type: "advance", args: { simulation: 99 } }),
    send({ id: 15, type: "load", args: { text: "{", files: {} } }),
  ]);
  expect(replies.map(({ id }) => id).sort((a, b) => a - b)).toEqual([3, 7, 12, 13, 14, 15]);
  expect(replies.filter(({ ok }) => ok).map(({ id }) => id)).toEqual(
    expect.arrayContaining([7, 3, 15]),
  );
  const reply = (id: number) => replies.find((each) => each.id === id);
  expect(reply(12)).toMatchObject({ error: { message: 'unknown request "nonsense"' } });
  expect(reply(13)).toMatchObject({ error: { message: 'unknown request "toString"' } });
  expect(reply(14)).toMatchObject({ error: { name: "HostError", code: "PH406" } });
  expect(structuredClone(replies)).toEqual(replies);
});

test("the buffers of a chunk change owner", async () => {
  const { replies, transferred, send } = talk();
  await send({ id: 1, type: "load", args: { text: JSON.stringify(pendulum), files: {} } });
  await send({ id: 2, type: "start", args: { model: 1, options: {} } });
  await send({ id: 3, type: "advance", args: { simulation: 2, steps: 10 } });
  const piece = (replies[2] as Reply & { ok: true }).value as { table: Float64Array };
  expect(transferred[2]).toContain(piece.table.buffer);
  await send({ id: 4, type: "dispose", args: { handle: 2 } });
  await send({ id: 5, type: "dispose", args: { handle: 2 } });
  await send({ id: 6, type: "advance", args: { simulation: 2, steps: 10 } });
  expect(replies.slice(3).map(({ ok }) => ok)).toEqual([true, true, false]);
});

test("a worker gives the same bits", async () => {
  const here = await load(pendulum);
  const there = await client.load(pendulum);
  expect(there.describe()).toEqual(here.describe());
  const run = await there.run({ until: 1 });
  expect(run.table).toEqual(here.run({ until: 1 }).table);
  expect(run.summary).toEqual(here.run({ until: 1 }).summary);
  expect(await client.version()).toMatch(/^\d+\.\d+\.\d+/);
  expect((await client.methods()).map(({ name }) => name)).toContain("gauss(2)");
});

test("a stream from a worker has the rows of the run", async () => {
  const model = await client.load(pendulum);
  const rows: number[] = [];
  for await (const chunk of model.stream({ chunk: 17, poses: true })) rows.push(...chunk.table);
  expect(rows).toEqual([...(await load(pendulum)).run().table]);
});

test("files are read on the client's side", async () => {
  const files = { "p.json": pendulum };
  const model = await client.load(pair("p.json"), { files });
  expect(model.problems).toEqual([]);
  expect((await model.run()).outcome).toBe("finished");
});

test("problems and failures arrive as what they are", async () => {
  const bad = await client.load(faulty);
  expect(bad.ok).toBe(false);
  await expect(bad.run()).rejects.toMatchObject({ name: "ModelError" });
  const model = await client.load(pendulum);
  await expect(model.run({ set: { nobody: 1 } })).rejects.toMatchObject({
    name: "ModelError",
    problems: [{ severity: "error" }],
  });
  await expect(model.run({ untill: 1 } as object)).rejects.toThrow('did you mean "until"?');
  expect((await (await client.load(collapse)).run()).outcome).not.toBe("finished");
});

test("a run in a worker can be stopped", async () => {
  const model = await client.load(pendulum);
  const control = new AbortController();
  setTimeout(() => control.abort(), 50);
  await expect(model.run({ until: 1e7, signal: control.signal })).rejects.toThrow(/abort/i);
  expect((await model.run()).outcome).toBe("finished");
  model.dispose();
  await expect(model.run()).rejects.toThrow("PH406");
});

/** The method takes 10,000 steps of its own in each of these steps. */
const long = { until: 1e6, step: 1e3, method: "dop853", tolerance: 1e-13 };

test("an abort and a dispose take effect within a step", async () => {
  const model = await client.load(pendulum);
  const control = new AbortController();
  setTimeout(() => control.abort(), 300);
  await expect(model.run({ ...long, signal: control.signal })).rejects.toThrow(/abort/i);
  const simulation = await model.start(long);
  const lost = simulation.advance();
  simulation.dispose();
  await expect(lost).rejects.toMatchObject({ code: "PH406" });
  expect((await model.run()).outcome).toBe("finished");
});

test("a worker that is stuck is replaced, and its other runs go on", async () => {
  const { Worker } = await import("node:worker_threads");
  const started: InstanceType<typeof Worker>[] = [];
  const ended: number[] = [];
  // A worker that is asked for 13 steps says so in the first number, and stops until the second one is set.
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const script = `
    import { parentPort, workerData } from "node:worker_threads";
    const on = parentPort.on.bind(parentPort);
    parentPort.on = (name, listener) => on(name, (request) => {
      if (request.type === "advance" && request.args.steps === 13) {
        Atomics.store(workerData, 0, 1);
        Atomics.wait(workerData, 1, 0);
      }
      listener(request);
    });
    await import(${JSON.stringify(new URL("worker-main.js", dist).href)});`;
  const own = await connect({
    worker: () => {
      const index = started.length;
      const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
      const worker = new Worker(url, { workerData: shared });
      worker.on("exit", () => ended.push(index));
      started.push(worker);
      return worker;
    },
  });
  const model = await own.load(pendulum);
  const other = await model.start();
  const before = await other.advance(5);
  const stuck = await model.start();
  const answer = stuck.advance(13);
  answer.catch(() => undefined);
  while (Atomics.load(shared, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  stuck.dispose();
  // After a time without an answer new work starts in another worker.
  while (started.length < 2) {
    own.version().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect((await model.run()).outcome).toBe("finished");
  expect(started).toHaveLength(2);
  expect(ended).toEqual([]);
  Atomics.store(shared, 1, 1);
  Atomics.notify(shared, 1);
  expect((await other.advance(5)).steps).toBe(before.steps + 5);
  other.dispose();
  while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(ended).toEqual([0]);
  own.dispose();
});

test("a chunk takes as long as it is told to, and its rows are the same", async () => {
  const model = await client.load(pendulum);
  using simulation = await model.start({ until: 1e6 });
  await simulation.advance(); // finds out how fast the run is
  const short = await simulation.advance();
  const long = await simulation.advance(undefined, 200);
  expect(long.rows).toBeGreaterThan(short.rows);
  expect(long.steps - short.steps).toBe(long.rows);
  await expect(simulation.advance(undefined, 0)).rejects.toThrow(RangeError);
});

test("snapshots work across the border", async () => {
  const model = await client.load(pendulum);
  using simulation = await model.start();
  await simulation.advance(20);
  const snapshot = await simulation.snapshot();
  const first = await simulation.advance(10);
  expect(await simulation.restore(snapshot)).toBe(true);
  expect((await simulation.advance(10)).t).toBe(first.t);
});

test("a lost worker rejects what it owes, and the model goes on in another", async () => {
  const { Worker } = await import("node:worker_threads");
  const started: InstanceType<typeof Worker>[] = [];
  const own = await connect({
    worker: () => {
      const worker = new Worker(new URL("worker-main.js", dist));
      started.push(worker);
      return worker;
    },
  });
  const model = await own.load(pendulum);
  const long = model.run({ until: 1e7 });
  await started[0]!.terminate();
  await expect(long).rejects.toMatchObject({ name: "HostError", code: "PH408" });
  expect((await model.run()).outcome).toBe("finished");
  expect(started).toHaveLength(2);
  own.dispose();
  own.dispose();
  await expect(own.load(pendulum)).rejects.toThrow("PH406");
});

test("a worker whose script is missing is a host error", async () => {
  const { Worker } = await import("node:worker_threads");
  const missing = () => new Worker(new URL("no-such-script.js", dist));
  await expect(connect({ worker: missing })).rejects.toMatchObject({ code: "PH408" });
});

test.each([
  [
    "it may not be started",
    class {
      constructor() {
        throw new DOMException("not from here", "SecurityError");
      }
    },
  ],
  [
    "its script cannot be loaded",
    class extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event("error")));
      }
      postMessage() {}
      terminate() {}
    },
  ],
])("without a worker the engine works in this thread: %s", async (_, Refused) => {
  Object.assign(globalThis, { Worker: Refused });
  try {
    const here = await connect();
    const model = await here.load(pendulum);
    const run = await model.run({ until: 1 });
    expect(run.table).toEqual((await load(pendulum)).run({ until: 1 }).table);
    const control = new AbortController();
    setTimeout(() => control.abort(), 50);
    await expect(model.run({ until: 1e7, signal: control.signal })).rejects.toThrow(/abort/i);
    here.dispose();
    await expect(model.run()).rejects.toThrow("PH406");
  } finally {
    Reflect.deleteProperty(globalThis, "Worker");
  }
});
