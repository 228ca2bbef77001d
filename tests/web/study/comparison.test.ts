import { expect, test } from "vitest";
import { Comparison, type KeptRun } from "../../../web/src/study/comparison";
import { experimentOn, FakeEngine } from "./fake-engine";

async function started() {
  const engine = new FakeEngine();
  const experiment = experimentOn(engine);
  const comparison = new Comparison(experiment);
  await experiment.load('{"a": 1}');
  return { engine, experiment, comparison };
}

const end = (run: KeptRun | null): number | undefined => run?.trajectory.valueAt(1, 1);

test("a kept run stays the same when settings change", async () => {
  const { experiment, comparison } = await started();
  comparison.choose({ kind: "kept" });
  await experiment.change({ set: { a: 2 } });
  await experiment.change({ set: { a: 3 } });
  expect(end(comparison.run)).toBe(1);
});

test("the previous run follows one change behind", async () => {
  const { experiment, comparison } = await started();
  comparison.choose({ kind: "previous" });
  expect(comparison.run).toBeNull();
  await experiment.change({ set: { a: 2 } });
  expect(end(comparison.run)).toBe(1);
  await experiment.change({ set: { a: 3 } });
  expect(end(comparison.run)).toBe(2);
});

test("a run with other settings has these besides the experiment's own", async () => {
  const { engine, experiment, comparison } = await started();
  await experiment.change({ set: { a: 4 } });
  const news = new Promise<KeptRun | null>((resolve) => comparison.changed.on(resolve));
  comparison.choose({ kind: "settings", label: "half", changes: { step: 0.25 } });
  expect(end(await news)).toBe(4);
  expect(engine.runs.at(-1)).toMatchObject({ step: 0.25, set: { a: 4 } });
  comparison.choose({ kind: "none" });
  expect(comparison.run).toBeNull();
});

test("nothing is shown of a comparison that was given up", async () => {
  const { engine, comparison } = await started();
  let open = (): void => undefined;
  engine.gate = new Promise((resolve) => (open = resolve));
  comparison.choose({ kind: "settings", label: "half", changes: { step: 0.25 } });
  comparison.choose({ kind: "none" });
  const shown: (KeptRun | null)[] = [];
  comparison.changed.on((run) => shown.push(run));
  open();
  await engine.gate;
  await Promise.resolve();
  expect(shown).toEqual([]);
});
