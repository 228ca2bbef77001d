// Faults of the host, simulated by engines that fail on request.
import { expect, test } from "vitest";
import { built, makeEngine } from "./built.js";
import { pendulum } from "./models.js";

const { Host } = await built("host");
const { porthosOn } = await built("porthos");

/** Porthos on real engines whose next advance throws what `fail` is given. */
function fragile() {
  let made = 0;
  let pending: unknown;
  const host = new Host(async () => {
    made++;
    const raw = await makeEngine();
    const { advance } = raw;
    raw.advance = (...counts) => {
      const error = pending;
      pending = undefined;
      if (error !== undefined) throw error;
      return advance(...counts);
    };
    return raw;
  });
  return {
    ...porthosOn(host),
    host,
    made: () => made,
    fail: (error: unknown) => (pending = error),
  };
}

test.each([
  [new WebAssembly.RuntimeError("unreachable"), "PH403", "please report it"],
  [new WebAssembly.RuntimeError("memory access out of bounds"), "PH403", "please report it"],
  [new WebAssembly.RuntimeError("Aborted(native code called abort())"), "PH403", "report"],
  [new RangeError("Maximum call stack size exceeded"), "PH402", "stack"],
  [new Error("std::bad_alloc"), "PH401", "memory"],
  [new RangeError("WebAssembly.Memory.grow(): Cannot enlarge memory"), "PH401", "memory"],
  [new WebAssembly.RuntimeError("Aborted(OOM)"), "PH401", "memory"],
])("%s is a host error, and the engine is made again", async (error, code, words) => {
  const { load, fail, host, made } = fragile();
  const model = await load(pendulum);
  const other = await load(pendulum);
  const good = model.run();
  const simulation = other.start();

  fail(error);
  const { HostError } = await built("errors");
  let thrown: unknown;
  try {
    model.run();
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBeInstanceOf(HostError);
  expect(thrown).toMatchObject({ name: "HostError", code });
  expect(String(thrown)).toContain(words);
  expect(String(thrown)).not.toMatch(/Aborted|RuntimeError|OOM|unreachable|bounds|bad_alloc/);
  expect((thrown as Error).cause).toBe(error);

  // A run that was under way is lost; the models are not.
  expect(() => simulation.advance(1)).toThrow("PH405");
  simulation.dispose();
  expect(() => model.run()).toThrow("PH405: ");
  await host.engine();
  expect(made()).toBe(2);
  expect(model.run().table).toEqual(good.table);
  expect(other.run().table).toEqual(good.table);
  model.dispose();
});

test("a stream that fails is followed by one that works", async () => {
  const { load, fail } = fragile();
  const model = await load(pendulum);
  fail(new WebAssembly.RuntimeError("unreachable"));
  await expect(model.stream().next()).rejects.toThrow("PH403");
  expect((await model.stream().next()).done).toBe(false);
});

test("an engine that cannot be made is a host error, and is tried again", async () => {
  let tries = 0;
  const host = new Host(() =>
    ++tries === 1 ? Promise.reject(new Error("blocked by a policy")) : makeEngine(),
  );
  const { load } = porthosOn(host);
  await expect(load(pendulum)).rejects.toThrow(
    "PH404: the engine could not be loaded: blocked by a policy",
  );
  expect((await load(pendulum)).ok).toBe(true);
});
