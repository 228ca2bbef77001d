import { expect, test } from "vitest";
import { experimentOn, FakeEngine } from "./fake-engine";

test("an experiment runs its text, and again with each change", async () => {
  const experiment = experimentOn(new FakeEngine());
  const statuses: string[] = [];
  experiment.changed.on(({ status }) => statuses.push(status));
  await experiment.load('{"a": 2}');
  expect(experiment.trajectory?.valueAt(1, 1)).toBe(2);
  await experiment.change({ set: { a: 3 }, until: 4 });
  expect(experiment.trajectory?.valueAt(4, 1)).toBe(12);
  expect(statuses).toEqual(["reading", "computing", "finished", "computing", "finished"]);
});

test("a text with errors keeps the former run", async () => {
  const experiment = experimentOn(new FakeEngine());
  await experiment.load('{"a": 2}');
  const before = experiment.trajectory;
  await experiment.load("no model");
  expect(experiment.status).toBe("refused");
  expect(experiment.outcome.outcome).toBe("refused");
  expect(experiment.trajectory).toBe(before);
});

test("a new text keeps the settings whose names it has", async () => {
  const experiment = experimentOn(new FakeEngine());
  await experiment.load('{"a": 1, "b": 1}');
  await experiment.change({ set: { a: 5, b: 6 } });
  await experiment.load('{"a": 1}');
  expect(experiment.settings.set).toEqual({ a: 5 });
});

test("a change cancels the run under way, which is never shown", async () => {
  const engine = new FakeEngine();
  const experiment = experimentOn(engine);
  await experiment.load('{"a": 1}');
  const shown: number[] = [];
  experiment.started.on((run) => shown.push(run.until));
  let open = (): void => undefined;
  engine.gate = new Promise((resolve) => (open = resolve));
  const first = experiment.change({ until: 7 });
  const second = experiment.change({ until: 8 });
  open();
  await Promise.all([first, second]);
  expect(engine.runs.map(({ until }) => until)).toEqual([undefined, 7, 8]);
  expect(shown).toEqual([8]);
});
