import { expect, test } from "vitest";
import { History } from "../../../web/src/study/history";
import { experimentOn, FakeEngine } from "./fake-engine";

async function started() {
  const experiment = experimentOn(new FakeEngine());
  const clock = { now: 0 };
  const history = new History(experiment, () => clock.now);
  await experiment.load('{"a": 1, "b": 1}');
  const turn = (a: number, later = 1000): void => {
    clock.now += later;
    void experiment.change({ set: { ...experiment.settings.set, a } });
  };
  const a = (): number | undefined => experiment.settings.set["a"];
  return { experiment, clock, history, turn, a };
}

test("each change is one step, which undo takes back and redo makes again", async () => {
  const { history, turn, a } = await started();
  expect(history.canUndo).toBe(false);
  turn(2);
  turn(3);
  history.undo();
  expect(a()).toBe(2);
  history.undo();
  expect(a()).toBeUndefined();
  expect(history.canUndo).toBe(false);
  history.redo();
  history.redo();
  expect(a()).toBe(3);
  expect(history.canRedo).toBe(false);
});

test("all changes between press and release of the pointer are one step, however long they take", async () => {
  const { history, turn, a } = await started();
  history.pressPointer();
  for (const value of [2, 3, 4]) turn(value, 5000);
  history.releasePointer();
  turn(5, 599); // a result that arrives late belongs to the drag
  history.undo();
  expect(a()).toBeUndefined();
  expect(history.canUndo).toBe(false);
});

test("keys that follow each other are one step, and a pause ends it", async () => {
  const { clock, history, turn, a } = await started();
  for (const value of [2, 3]) {
    history.pressKey();
    turn(value, 10);
    clock.now += 500;
  }
  clock.now += 600;
  history.pressKey();
  turn(4, 10);
  history.undo();
  expect(a()).toBe(3);
  history.undo();
  expect(a()).toBeUndefined();
});

test("a change after undo ends what redo could make again", async () => {
  const { history, turn, a } = await started();
  turn(2);
  history.undo();
  turn(7);
  expect(history.canRedo).toBe(false);
  history.undo();
  expect(a()).toBeUndefined();
});

test("undo restores the text with its settings", async () => {
  const { experiment, history, turn } = await started();
  turn(2);
  await experiment.load('{"b": 1}');
  expect(experiment.settings.set).toEqual({});
  const restored = new Promise<void>((resolve) => {
    experiment.changed.on(({ status }) => status === "finished" && resolve());
  });
  history.undo();
  await restored;
  expect(experiment.text).toBe('{"a": 1, "b": 1}');
  expect(experiment.settings.set).toEqual({ a: 2 });
});

test("a setting that changes nothing is no step", async () => {
  const { experiment, history } = await started();
  await experiment.change({ set: {} });
  expect(history.canUndo).toBe(false);
});

test("an edit is one step even if its text has errors, and undo brings it back", async () => {
  const { experiment, history } = await started();
  const before = experiment.text;
  await experiment.edit("no model", experiment.settings);
  expect(experiment.status).toBe("refused");
  const after = '{"a": 3}';
  await experiment.edit(after, experiment.settings);
  history.undo();
  expect(experiment.text).toBe("no model");
  history.undo();
  expect(experiment.text).toBe(before);
  history.redo();
  history.redo();
  expect(experiment.text).toBe(after);
  expect(history.canRedo).toBe(false);
});

test("edits that follow undo at once are steps of their own", async () => {
  const { experiment, history } = await started();
  void experiment.edit('{"a": 2}', experiment.settings);
  void experiment.edit('{"a": 3}', experiment.settings);
  history.undo();
  await experiment.edit('{"a": 4}', experiment.settings);
  expect(history.canRedo).toBe(false);
  history.undo();
  expect(experiment.text).toBe('{"a": 2}');
});
