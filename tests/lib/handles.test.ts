import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { built, load, makeEngine } from "./built.js";
import { pendulum } from "./models.js";

const { Handle } = await built("handle");
const { Host } = await built("host");
const { porthosOn } = await built("porthos");

test("a model can be disposed of again and again, and then says so", async () => {
  const model = await load(pendulum);
  model.dispose();
  model.dispose();
  expect(model.disposed).toBe(true);
  expect(() => model.run()).toThrow("PH406: used after dispose(): a model");
  await expect(model.stream().next()).rejects.toThrow("PH406");
  expect(model.name).toBe("Pendulum");
});

test("using disposes of models and simulations", async () => {
  let seen;
  {
    using model = await load(pendulum);
    using simulation = model.start();
    seen = { model, simulation };
    expect(simulation.advance(1).rows).toBe(2);
  }
  expect(seen.model.disposed && seen.simulation.disposed).toBe(true);
  expect(() => seen.simulation.advance(1)).toThrow("PH406: used after dispose(): a simulation");
});

test("a simulation outlives its model", async () => {
  const model = await load(pendulum);
  using simulation = model.start();
  model.dispose();
  expect(simulation.advance(10_000).done).toBe(true);
});

test("models, runs and streams leave no memory behind", async () => {
  const raw = await makeEngine();
  const { load: loadHere } = porthosOn(new Host(() => Promise.resolve(raw)));
  const use = async (times: number) => {
    for (let i = 0; i < times; i++) {
      using model = await loadHere(pendulum);
      model.run({ until: 0.1 });
      for await (const chunk of model.stream({ chunk: 5 })) if (chunk.steps > 10) break;
      expect(() => model.run({ set: { nobody: 1 } })).toThrow();
      using simulation = model.start();
      simulation.advance(3);
    }
  };
  await use(20);
  const before = raw.HEAPU8.byteLength;
  await use(400);
  expect(raw.HEAPU8.byteLength).toBe(before);
});

test("a forgotten handle is freed by the garbage collector", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  let freed = 0;
  class Thing extends Handle {
    constructor(free: () => void) {
      super(free);
    }
  }
  const forget = () => void new Thing(() => freed++);
  forget();
  const kept = new Thing(() => freed++);
  for (let i = 0; i < 50 && freed === 0; i++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(freed).toBe(1);
  kept.dispose();
  expect(freed).toBe(2);
});
