// The templates of new models: they have no problems, run to the end, and their ledgers close.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { load } from "./built.js";

const folder = resolve(import.meta.dirname, "..", "..", "web", "templates");

test.each(readdirSync(folder))("%s", async (name) => {
  const model = await load(readFileSync(join(folder, name), "utf8"));
  expect(model.problems).toEqual([]);
  const run = model.run();
  expect(run.outcome).toBe("finished");
  const { stored, dissipated, balanceError } = run.ledger;
  // Rounding of a sum over several thousand steps.
  expect(balanceError).toBeLessThan(1e-12 * (1 + Math.max(...stored.map(Math.abs), dissipated)));
  model.dispose();
});
