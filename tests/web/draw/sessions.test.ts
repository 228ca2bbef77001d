// Random editing sessions: after each action the text and the drawing agree, and nothing is lost.
import { expect, test } from "vitest";
import { removeThing } from "../../../web/src/draw/change";
import { changeJoint, duplicateSelected, flipSelected } from "../../../web/src/draw/commands";
import { fieldsOf } from "../../../web/src/draw/fields";
import {
  groupSelected,
  leaveGroup,
  openSelected,
  orderSelected,
  ungroupSelected,
} from "../../../web/src/draw/group-commands";
import { ModelText } from "../../../web/src/draw/model-text";
import type { Aim } from "../../../web/src/draw/mover";
import { rounded, type Vec } from "../../../web/src/draw/numbers";
import { Pencil } from "../../../web/src/draw/pencil";
import { readDrawing } from "../../../web/src/draw/read";
import { DrawSession } from "../../../web/src/draw/session";
import { placeOf } from "../../../web/src/draw/parts/table";
import { isJoint, type Thing } from "../../../web/src/draw/things";
import { tools } from "../../../web/src/draw/tools";
import type { EngineClient } from "../../../web/src/engine/client";
import { Experiment } from "../../../web/src/study/experiment";
import { History } from "../../../web/src/study/history";
import { built } from "../../lib/built";
import { blank } from "./support";

/** Numbers from 0 to 1 that a seed gives. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The engine, without a worker. Its runs are as short as they can be. */
async function directEngine(): Promise<EngineClient> {
  const { load } = await built("index");
  const known = new Map<string, Promise<Awaited<ReturnType<typeof load>>>>();
  const loaded = (text: string) => {
    const model = known.get(text) ?? load(text, { isText: true });
    known.set(text, model);
    return model;
  };
  const client: Pick<EngineClient, "describe" | "run"> = {
    async describe({ text }) {
      try {
        const model = await loaded(text);
        return { ...model, problems: [...model.problems] } as never;
      } catch (error) {
        const { problems } = error as { problems?: readonly unknown[] };
        if (!problems) throw error;
        return { problems, parameters: [], states: [], ports: [] } as never;
      }
    },
    async run({ text }, { starts }, { onStart, onChunk }) {
      const model = await loaded(text);
      const run = model.run({ until: 1e-6, step: 1e-6, ...(starts ? { starts } : {}) });
      onStart({ problems: [], columns: run.columns, scene: run.scene, derived: [] } as never);
      const rows = Float64Array.from(run.columns.map(({ name }) => run.column(name)[0] ?? 0));
      onChunk({ t: 0, rows, poses: new Float64Array(1e4), events: [], isLast: true });
      return { outcome: "finished", message: "" };
    },
  };
  return client as EngineClient;
}

/** What is where, to a micrometre: of what was drawn, and of what a text shows. */
const seen = (things: readonly Thing[]): readonly string[] =>
  things.map((thing) => {
    const { x, y } = placeOf(thing);
    return `${thing.kind} ${thing.name} ${(x + 1e-9).toFixed(5)} ${(y + 1e-9).toFixed(5)}`;
  });

const aim: Aim = { reach: 0.04, grid: 0.05, isFree: false };

/** All 200 with `npm test -- --all`, else 20 of them. */
const sessions = process.env["PORTHOS_TESTS"] === "all" ? 200 : 20;

test.each(Array.from({ length: sessions }, (_, seed) => seed + 1))(
  "session %i: text and board agree after each action",
  async (seed) => {
    const random = randomFrom(seed);
    const experiment = new Experiment(await directEngine(), () => Promise.resolve({}));
    const history = new History(experiment);
    const session = new DrawSession(experiment);
    const pencil = new Pencil(session);
    await experiment.load(blank);
    const texts = [experiment.text];
    const settle = async (): Promise<void> => {
      while (["reading", "computing"].includes(experiment.status))
        await new Promise((done) => setTimeout(done));
    };
    const somewhere = (): Vec => {
      const { nodes } = session.drawing;
      const node = nodes[Math.floor(random() * nodes.length)];
      if (node && random() < 0.5) return node.place;
      return { x: 2 * random() - 1, y: 2 * random() - 1 };
    };
    const draw = (): void => {
      const tool = tools[Math.floor(random() * tools.length)] ?? tools[0];
      pencil.choose(tool.id);
      const [from, to] = [somewhere(), somewhere()];
      pencil.press(from, aim);
      pencil.aimAt(to, aim);
      pencil.release(to, aim, false);
    };
    const someThing = (): Thing | undefined => {
      const { things } = session.drawing;
      return things[Math.floor(random() * things.length)];
    };
    const remove = (): void => {
      const thing = someThing();
      if (thing) session.edit((model, drawing) => removeThing(model, drawing, thing.name));
    };
    const move = (): void => {
      const { nodes } = session.drawing;
      const node = nodes[Math.floor(random() * nodes.length)];
      if (!node) return;
      pencil.choose("select");
      const to = somewhere();
      pencil.press(node.place, aim);
      pencil.aimAt(to, aim);
      pencil.release(to, aim, false);
    };
    const type = (): void => {
      const thing = someThing();
      const fields = thing && session.model ? fieldsOf(session.model, thing) : [];
      const numbers = fields.filter(({ group, value }) => group === "main" && Number(value) > 0);
      const field = numbers[Math.floor(random() * numbers.length)];
      if (field)
        session.edit((model) => field.set(model, rounded(Number(field.value) * (0.8 + random()))));
    };
    const change = (): void => {
      const joint = session.drawing.things.find(isJoint);
      session.select(joint?.name ?? "");
      changeJoint(pencil);
    };
    /** Selects some things, as with Shift, and does something with all of them. */
    const arrange = (act: () => void): void => {
      const { things } = session.drawing;
      session.select(...things.filter(() => random() < 0.6).map(({ name }) => name));
      act();
    };
    const copy = (): void => arrange(() => duplicateSelected(pencil, 0.05));
    const flip = (): void => arrange(() => flipSelected(pencil, "across"));
    const shift = (): void =>
      arrange(() => {
        pencil.choose("select");
        const [thing] = session.drawing.things.filter(({ name }) =>
          session.selectedNames.includes(name),
        );
        if (!thing) return;
        const { x, y } = placeOf(thing);
        pencil.press({ x, y }, aim);
        pencil.aimAt({ x: x + 0.1, y: y - 0.05 }, aim);
        pencil.release({ x: x + 0.1, y: y - 0.05 }, aim, false);
      });
    const group = (): void => arrange(() => groupSelected(pencil));
    const someGroup = (act: () => void): void => {
      session.select(session.drawing.things.find(({ kind }) => kind === "group")?.name ?? "");
      act();
    };
    const dissolve = (): void => someGroup(() => ungroupSelected(pencil));
    const enter = (): void => someGroup(() => openSelected(pencil));
    const leave = (): void => void leaveGroup(pencil);
    const order = (): void => arrange(() => orderSelected(pencil, "front"));
    const acts = [
      ...[draw, draw, draw, draw, draw, draw, draw, draw, draw, draw],
      ...[remove, remove, move, move, type, type, change, copy, flip, shift],
      ...[group, group, dissolve, enter, leave, order],
    ];
    const count = sessions < 200 ? 14 : 10 + Math.floor(50 * random());
    for (let action = 0; action < count; action++) {
      const before = experiment.text;
      const choice = random();
      if (choice < 0.85) acts[Math.floor(random() * acts.length)]?.();
      else if (history.canUndo) {
        history.undo();
        expect(experiment.text).toBe(texts.at(-2));
        if (choice < 0.92) {
          history.redo();
          expect(experiment.text).toBe(texts.at(-1));
        } else texts.pop();
      }
      await settle();
      if (choice < 0.85 && experiment.text !== before) texts.push(experiment.text);
      // The text is a model whose faults, if it has any, are of the start and have a place.
      expect(() => new ModelText(experiment.text)).not.toThrow();
      const errors = session.errors.map(({ code, where, found }) => `${code} ${where} ${found}`);
      expect(
        // A rope between two fixed points has a gap that nothing moves (PH114).
        errors.filter((error) => !/^PH(20[13459] |114 porthos:rope#)/.test(error)),
        experiment.text,
      ).toEqual([]);
      expect(session.drawing.others).toEqual([]);
      // Opened again, it shows the same.
      if (errors.length === 0) {
        const fresh = new Experiment(await directEngine(), () => Promise.resolve({}));
        const opened = new DrawSession(fresh);
        await fresh.load(experiment.text);
        expect(seen(opened.drawing.things)).toEqual(seen(session.whole.things));
      } else
        expect(readDrawing(new ModelText(experiment.text)).things.length).toBe(
          session.whole.things.length,
        );
    }
    while (history.canUndo) {
      history.undo();
      await settle();
    }
    expect(experiment.text).toBe(blank);
  },
);

test("a slider that is dragged along its guide stays its only slider", async () => {
  const experiment = new Experiment(await directEngine(), () => Promise.resolve({}));
  const session = new DrawSession(experiment);
  const pencil = new Pencil(session);
  await experiment.load(blank);
  const drag = (from: Vec, to: Vec): void => {
    pencil.press(from, aim);
    pencil.aimAt(to, aim);
    pencil.release(to, aim, false);
  };
  pencil.choose("slide");
  drag({ x: -0.5, y: 0 }, { x: 0.5, y: 0 });
  pencil.choose("select");
  drag({ x: 0, y: 0 }, { x: -0.2, y: 0.01 });
  drag({ x: -0.2, y: 0 }, { x: 0.3, y: 0.4 });
  expect(session.drawing.things.map(({ name }) => name)).toEqual(["slider", "slide"]);
  expect(session.drawing.things.map(placeOf)[0]).toMatchObject({ x: 0.3, y: 0 });
});
