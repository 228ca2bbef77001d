// The library's worker in a page after forced garbage collections: referenced objects work,
// unreferenced ones end.
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { load } from "../lib/built.js";
import { pendulum } from "../lib/models.js";
import { usePlaces } from "./places";

const places = usePlaces();
const expected = (await load(pendulum)).run().final["phi"];

const body = `<script type="module">
  import { connect } from "/dist/worker.js";
  const model = ${JSON.stringify(pendulum)};
  window.keep = {
    model: async () => (await connect()).load(model),
    simulation: async () => (await (await connect()).load(model)).start(),
    stream: async () => (await (await connect()).load(model)).stream({ chunk: 50 }),
  };
  window.registry = new FinalizationRegistry(() => window.finalized++);
  window.ready = true;
</script>`;

/** Collects garbage until an object that was dropped before has been finalized. */
async function collectGarbage(page: Page, session: CDPSession): Promise<void> {
  await page.evaluate("window.finalized = 0; registry.register({}, 0); undefined");
  const finalized = async (): Promise<number> => {
    await session.send("HeapProfiler.collectGarbage");
    return page.evaluate<number>("window.finalized");
  };
  await expect.poll(finalized, { timeout: 30_000 }).toBe(1);
}

test.each([
  ["model", "(await kept.run()).final.phi"],
  [
    "simulation",
    "(await kept.advance(100)) && (await kept.snapshot()) && (await kept.advance(10000)).summary.final.phi",
  ],
  [
    "stream",
    "await (async () => { for (;;) { const { value, done } = await kept.next(); if (done) return value.final.phi; } })()",
  ],
])("a %s alone keeps its worker, and its worker ends with it", async (what, use) => {
  const { page, complaints, close } = await places.show(body);
  await page.waitForFunction("window.ready");
  const session = await page.context().newCDPSession(page);
  await page.evaluate(`keep.${what}().then((kept) => void (window.kept = kept))`);
  for (let i = 0; i < 3; i++) await collectGarbage(page, session);
  expect(page.workers()).toHaveLength(1);
  expect(await page.evaluate(`(async () => ${use})()`)).toBe(expected);
  await page.evaluate("void (window.kept = undefined)");
  const workers = async (): Promise<number> => {
    await collectGarbage(page, session);
    return page.workers().length;
  };
  await expect.poll(workers, { timeout: 60_000 }).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
