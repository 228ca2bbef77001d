// Referenced objects keep working after a garbage collection, and unreferenced ones are released.
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { built, dist, load, makeEngine } from "./built.js";
import { collectGarbage, collectUntil } from "./garbage.js";
import { pendulum } from "./models.js";
import type { Client, RemoteModel, WebWorker } from "../../bindings/js/worker.js";
import type { Request } from "../../bindings/js/protocol.js";

const { connect } = await built("worker");
const { Host } = await built("host");
const { porthosOn } = await built("porthos");
const { handlersFor, serve } = await built("serve");

const model = async (): Promise<RemoteModel> => (await connect()).load(pendulum);
const expected = (await load(pendulum)).run();

test("a model in a worker keeps its connection", async () => {
  const kept = await model();
  await collectGarbage();
  expect((await kept.run()).table).toEqual(expected.table);
  await collectGarbage();
  expect((await kept.equations()).groups.length).toBeGreaterThan(0);
  await collectGarbage();
  expect((await kept.inspect({ only: ["T-13"] })).problems).toEqual([]);
  await collectGarbage();
  expect((await kept.linearize({ at: "equilibrium" })).problems).toEqual([]);
});

test("a simulation in a worker keeps its connection", async () => {
  const kept = await (await model()).start();
  await collectGarbage();
  await kept.advance(20);
  await collectGarbage();
  const snapshot = await kept.snapshot();
  const { t } = await kept.advance(10);
  await collectGarbage();
  expect(await kept.restore(snapshot)).toBe(true);
  await collectGarbage();
  expect((await kept.advance(10)).t).toBe(t);
  await collectGarbage();
  expect(await kept.change({ m: 2 })).toBe(30);
  await collectGarbage();
  expect((await kept.advance(10_000)).done).toBe(true);
});

test("a stream from a worker keeps its connection, begun or not", async () => {
  const rows: number[] = [];
  const kept = (await model()).stream({ chunk: 50 });
  await collectGarbage();
  for (;;) {
    const { value, done } = await kept.next();
    if (done) break;
    rows.push(...value.table);
    await collectGarbage();
  }
  expect(rows).toEqual([...expected.table]);
});

test("many runs in a worker keep their connection", async () => {
  const sets = [{ m: 1 }, { m: 2 }, { m: 3 }];
  const kept = (await model()).runMany(sets);
  await collectGarbage();
  let count = 0;
  for await (const { summary } of kept) {
    expect(summary?.outcome).toBe("finished");
    await collectGarbage();
    count++;
  }
  expect(count).toBe(3);
});

test("models and simulations of this thread keep the engine", async () => {
  const kept = (await load(pendulum)).start();
  await collectGarbage();
  expect(kept.advance(50).steps).toBe(50);
  const stream = (await load(pendulum)).stream({ chunk: 100 });
  await stream.next();
  await collectGarbage();
  let last = await stream.next();
  while (!last.done) last = await stream.next();
  expect(last.value.final).toEqual(expected.final);
});

/** A worker in this thread that delays its answers until released, and records its requests. */
class Held implements WebWorker {
  readonly asked: string[] = [];
  isEnded = false;
  letGo: () => void = () => undefined;
  #gate = Promise.resolve();
  readonly #listeners: ((event: unknown) => void)[] = [];
  readonly #answer = serve(handlersFor(porthosOn(new Host(makeEngine))), (data) =>
    this.#listeners.forEach((listen) => listen({ data })),
  );

  hold(): void {
    this.#gate = new Promise((resolve) => (this.letGo = resolve));
  }

  postMessage(request: Request): void {
    this.asked.push(request.type);
    void this.#gate.then(() => this.#answer(request));
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    if (type === "message") this.#listeners.push(listener);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const asks: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ["version", (client) => client.version()],
  ["methods", (client) => client.methods()],
  ["load", (client) => client.load(pendulum)],
];
const asksOfModel: readonly (readonly [string, (model: RemoteModel) => Promise<unknown>])[] = [
  ["equations", (model) => model.equations()],
  ["text", (model) => model.text({ set: { m: 2 } })],
  ["start", (model) => model.start()],
  ["run", (model) => model.run()],
  ["a snapshot", async (model) => (await model.start()).snapshot()],
];

test.each([
  ...asks,
  ...asksOfModel.map(
    ([name, ask]) => [name, async (client: Client) => ask(await client.load(pendulum))] as const,
  ),
])("an answer that is waited for arrives, whatever was dropped: %s", async (_, ask) => {
  const worker = new Held();
  const begin = async () => {
    const client = await connect({ worker: () => worker });
    worker.hold();
    return { answer: ask(client) };
  };
  const { answer } = await begin();
  let isThere = false;
  const settled = answer.finally(() => (isThere = true));
  while (!isThere) {
    await collectGarbage();
    if (!isThere) expect(worker.isEnded).toBe(false);
    worker.letGo();
    worker.hold();
  }
  await expect(settled).resolves.toBeDefined();
});

test("what is dropped is given back to the worker, and the worker ends at last", async () => {
  const worker = new Held();
  let client: Client | undefined = await connect({ worker: () => worker });
  let kept: RemoteModel | undefined = await client.load(pendulum);
  const use = async () => {
    const other = await kept!.start();
    await other.advance(3);
  };
  await use();
  const given = () => worker.asked.filter((type) => type === "dispose").length;
  expect(await collectUntil(() => given() === 1)).toBe(true); // the simulation
  client = undefined;
  await collectGarbage();
  expect(given()).toBe(1);
  expect((await kept.run()).outcome).toBe("finished");
  expect(worker.isEnded).toBe(false);
  kept = undefined;
  expect(await collectUntil(() => worker.isEnded)).toBe(true);
  expect(client).toBeUndefined();
});

test("a model that was disposed of keeps no worker, even if it is held", async () => {
  const worker = new Held();
  const begin = async () => (await connect({ worker: () => worker })).load(pendulum);
  const kept = await begin();
  const simulation = await kept.start();
  kept.dispose();
  await collectGarbage();
  expect((await simulation.advance(5)).steps).toBe(5); // it outlives its model
  simulation.dispose();
  expect(await collectUntil(() => worker.isEnded)).toBe(true);
  expect(kept.disposed && simulation.disposed).toBe(true);
});

test("real threads end when nobody holds them", async () => {
  let ended = 0;
  const use = async () => {
    const client = await connect({
      worker: () => new Worker(new URL("worker-main.js", dist)).on("exit", () => void ended++),
    });
    await (await client.load(pendulum)).run();
  };
  for (let i = 0; i < 3; i++) await use();
  expect(await collectUntil(() => ended === 3, 5000)).toBe(true);
});

test("the end of another model does not lose one that is being read", async () => {
  const worker = new Held();
  const started: Held[] = [];
  const client = await connect({
    worker: () => {
      started.push(started.length === 0 ? worker : new Held());
      return started.at(-1)!;
    },
  });
  const old = await client.load(pendulum);
  worker.hold(); // as while it reads a large model
  const reading = client.load({ ...pendulum, name: "Another" });
  old.dispose();
  // After a time without an answer new work starts in another worker.
  while (started.length < 2) {
    void client.version();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(worker.isEnded).toBe(false);
  worker.letGo();
  expect((await reading).name).toBe("Another");
  client.dispose();
});
