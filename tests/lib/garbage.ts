// Forced garbage collection.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Collects garbage until `isDone`, at most this many times; returns whether it succeeded. */
export async function collectUntil(isDone: () => boolean, most = 200): Promise<boolean> {
  for (let i = 0; i < most && !isDone(); i++) {
    collect();
    await turn();
  }
  return isDone();
}

/** Collects garbage until an object that was dropped before has been finalized, and some times more. */
export async function collectGarbage(): Promise<void> {
  let isFinalized = false;
  const registry = new FinalizationRegistry<undefined>(() => (isFinalized = true));
  const drop = () => registry.register({}, undefined);
  drop();
  if (!(await collectUntil(() => isFinalized))) throw new Error("nothing was collected");
  let left = 5;
  await collectUntil(() => left-- === 0);
}
