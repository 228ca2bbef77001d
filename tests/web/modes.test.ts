// Modes and events along a run: what is read from the rows, merged to pixels, and said in words.
import { expect, test } from "vitest";
import { EventSummary } from "../../bindings/js/event-summary";
import { header } from "../../bindings/js/csv";
import { lawsOf, modeNames, SwitchReader, describeSwitch } from "../../bindings/js/modes";
import { ModeHistory, several } from "../../web/src/engine/mode-history";
import { SwitchLog } from "../../web/src/engine/switch-log";
import { Switches } from "../../web/src/engine/switches";
import { Trajectory } from "../../web/src/engine/trajectory";
import { levelsOf, onLevels } from "../../web/src/plots/levels";
import { groupsOf } from "../../web/src/plots/marks";
import { effectOf, lawSentence, modeWord, notesOf } from "../../web/src/plots/mode-words";
import { de } from "../../web/src/words/de/de";
import { en } from "../../web/src/words/en/en";

const [open, closed, sticks, slips] = [0, 1, 2, 3];
const columns = [
  ...["t", "x", "mode.x", "energy.stored", "gap.floor", "mode.floor", "mode.rail", "gap.position"],
].map((name) => ({ name, unit: "" }));

/** A row at time t with the modes of the floor and of the rail. */
const row = (t: number, floor: number, rail: number): number[] => [t, 0, 7, 0, 0, floor, rail, 0];
const table = (...rows: number[][]): Float64Array => Float64Array.from(rows.flat());
const at = (t: number, name: string) => ({ t, name });

test("laws are the columns of modes after the energies, not those of a component called mode", () => {
  expect(lawsOf(columns)).toEqual([
    { name: "floor", column: 5, isContact: true },
    { name: "rail", column: 6, isContact: false },
  ]);
  expect(lawsOf([{ name: "t" }, { name: "mode.x" }])).toEqual([]);
});

test("a single event between two rows has the modes of these rows, in whichever pieces they come", () => {
  const reader = new SwitchReader(columns);
  expect(reader.read({ table: table(row(0, open, sticks)), events: [] }, false)).toEqual([]);
  const event = at(0.5, "floor");
  expect(reader.read({ table: table(), events: [event] }, false)).toEqual([]);
  const [found] = reader.read({ table: table(row(1, sticks, sticks)), events: [] }, false);
  expect(found).toEqual({ ...event, law: 0, from: open, to: sticks });
  expect(describeSwitch(found!, reader.laws)).toEqual({
    kind: "changes",
    from: "open",
    to: "sticks",
  });
});

test("an event that says what it changes is believed, whatever the rows show", () => {
  const reader = new SwitchReader(columns);
  const change = { law: "floor", from: "open", to: "slips", impact: true } as const;
  const events = [
    { ...at(0.4, "floor"), switch: change },
    {
      ...at(0.6, "floor.slip"),
      switch: { law: "floor.slip", from: "slips", to: "sticks", impact: false } as const,
    },
    { ...at(0.8, "floor"), switch: { ...change, from: "sticks", to: "open" } as const },
  ];
  const found = reader.read(
    { table: table(row(0, open, sticks), row(1, open, sticks)), events },
    false,
  );
  expect(found.map(({ law, from, to }) => [law, from, to])).toEqual([
    [0, open, slips],
    [0, slips, sticks],
    [0, sticks, open],
  ]);
});

test("of several events between two rows only what the rows tell is said", () => {
  const reader = new SwitchReader(columns);
  const events = [at(0.2, "rail"), at(0.4, "floor"), at(0.6, "floor.slip"), at(0.8, "rail")];
  const rows = table(row(0, open, sticks), row(1, slips, sticks));
  const found = reader.read({ table: rows, events }, false);
  expect(found.map(({ law, from, to }) => [law, from, to])).toEqual([
    [1, sticks, -1], // the first knows the row before
    [0, open, -1], // an open contact stays open until its own event
    [0, -1, -1],
    [1, -1, sticks], // the last knows the row after
  ]);
  expect(found.map((one) => describeSwitch(one, reader.laws).kind)).toEqual([
    ...["switches", "touches", "switches", "switches"],
  ]);
});

test("a row at the time of an event says nothing about it", () => {
  const reader = new SwitchReader(columns);
  const rows = table(row(0, open, sticks), row(1, closed, sticks), row(2, slips, sticks));
  const [found] = reader.read({ table: rows, events: [at(1, "floor")] }, true);
  expect([found?.from, found?.to]).toEqual([open, slips]);
  // Nor does the end of the run, if no row follows.
  const last = new SwitchReader(columns);
  const end = { table: table(row(0, open, sticks)), events: [at(0.5, "floor")] };
  expect(last.read(end, true).map(({ from, to }) => [from, to])).toEqual([[open, -1]]);
});

test("a contact that is open before and after its event bounces; an event of the model has no law", () => {
  const events = [at(0.5, "floor"), at(1.5, "record"), at(2.5, "rail")];
  const rows = table(...[0, 1, 2, 3].map((t) => row(t, open, slips)));
  const summary = new EventSummary(columns);
  summary.add({ table: rows, events, done: true });
  expect(summary.first().map(({ effect }) => effect)).toEqual([
    ...["bounces", "", "slips before and after"],
  ]);
  expect([...summary.counts]).toEqual(events.map(({ name }) => [name, 1]));
});

test("a summary keeps the first events and counts all", () => {
  const summary = new EventSummary(columns, 3);
  for (let t = 0; t < 10; t++)
    summary.add({
      table: table(row(t, open, slips)),
      events: [at(t + 0.5, "floor")],
      done: t === 9,
    });
  expect(summary.first().map(({ t }) => t)).toEqual([0.5, 1.5, 2.5]);
  expect([...summary.counts]).toEqual([["floor", 10]]);
});

test("the head of a table tells what the numbers of modes mean", () => {
  const head = header([{ name: "t", unit: "s" }, ...columns.slice(1)]);
  const legend = modeNames.map((name, number) => `${number}=${name}`).join(" ");
  expect(head).toBe(
    `t [s],x,mode.x,energy.stored,gap.floor,mode.floor [${legend}],mode.rail [${legend}],gap.position\n`,
  );
});

test("a mode changes at the time of its switch, or at the next row if there are several", () => {
  const switches = new Switches(columns);
  const rows = [
    row(0, open, sticks),
    row(1, closed, sticks),
    row(2, slips, slips),
    row(3, open, slips),
  ];
  const events = [at(0.25, "floor"), at(1.2, "rail"), at(1.4, "floor.slip")];
  // In pieces that cut between an event and the row after it.
  switches.append(table(rows[0]!), events.slice(0, 1), false);
  switches.append(table(rows[1]!), events.slice(1), false);
  switches.append(table(rows[2]!, rows[3]!), [], true);
  const pieces = switches.modes.map((history) =>
    Array.from({ length: history.count }, (_, k) => [history.start(k), history.mode(k)]),
  );
  expect(pieces[0]).toEqual([
    [0, open],
    [0.25, closed],
    [2, slips],
    [3, open],
  ]);
  expect(pieces[1]).toEqual([
    [0, sticks],
    [2, slips],
  ]);
  expect(switches.log.totals).toEqual({ event: 0, contact: 1, switch: 2 });
});

/** A history that changes at these times, in turn between two modes. */
function alternating(times: readonly number[], capacity?: number): ModeHistory {
  const history = new ModeHistory(capacity);
  times.forEach((t, index) => history.begin(t, index % 2 === 0 ? sticks : slips));
  return history;
}

test("a band has the pieces of the modes, and several modes where a pixel has more than one change", () => {
  const few = alternating([0, 2, 5]);
  expect(few.band(0, 10, 100, 10)).toEqual([
    { from: 0, to: 20, mode: sticks },
    { from: 20, to: 50, mode: slips },
    { from: 50, to: 100, mode: sticks },
  ]);
  // A part of the time, and a run that has not come to its end.
  expect(few.band(1, 3, 100, 2.5)).toEqual([
    { from: 0, to: 50, mode: sticks },
    { from: 50, to: 75, mode: slips },
  ]);
  expect(few.band(6, 8, 100, 5.5)).toEqual([]);
  // Ten changes in the pixel from 30 to 31.
  const fast = alternating([0, ...Array.from({ length: 10 }, (_, k) => 3 + 0.005 * (k + 1))]);
  expect(fast.band(0, 10, 100, 10)).toEqual([
    { from: 0, to: 30, mode: sticks },
    { from: 30, to: 31, mode: several },
    { from: 31, to: 100, mode: sticks },
  ]);
});

test("however many changes there are, a band has no more pieces than pixels and no gaps", () => {
  const count = 100_000;
  const history = alternating(
    Array.from({ length: count }, (_, k) => k + 0.9 * Math.sin(k * k)), // in order, at unequal distances
    count,
  );
  const width = 500;
  for (const [from, to] of [
    [0, count],
    [1000, 3000],
    [70_000, 70_020],
  ] as const) {
    const pieces = history.band(from, to, width, count);
    expect(pieces.length).toBeLessThanOrEqual(2 * width);
    let right = 0;
    for (const piece of pieces) {
      expect(piece.from).toBe(right);
      expect(piece.to).toBeGreaterThan(piece.from);
      right = piece.to;
    }
    expect(right).toBe(width);
  }
  expect(history.band(0, count, width, count)).toEqual([{ from: 0, to: width, mode: several }]);
  // Each piece of one mode has that mode in its middle.
  const near = history.band(70_000, 70_020, width, count).filter(({ mode }) => mode !== several);
  expect(near.length).toBeGreaterThan(15);
  for (const { from, to, mode } of near)
    expect(history.at(70_000 + (20 * (from + to)) / 2 / width)).toBe(mode);
});

test("a history that is full merges its shortest pieces and keeps its long ones and its last mode", () => {
  const history = new ModeHistory(64);
  history.begin(0, open);
  for (let k = 0; k < 1000; k++) history.begin(100 + 0.001 * k, k % 2 === 0 ? sticks : slips);
  history.begin(200, closed);
  expect(history.count).toBeLessThanOrEqual(64);
  expect(history.at(50)).toBe(open);
  expect([sticks, slips, several]).toContain(history.at(100.5));
  expect(history.at(300)).toBe(closed);
  expect(history.last).toBe(closed);
  const total = [...history.durations(300).values()].reduce((sum, one) => sum + one, 0);
  expect(total).toBeCloseTo(300, 9);
  expect(history.durations(300).get(open)).toBe(100);
});

test("a log finds its marks and counts them in pixels; a full one keeps every second", () => {
  const log = new SwitchLog(8);
  for (let k = 0; k < 20; k++)
    log.add({ t: k, name: k % 2 === 0 ? "a" : "b", law: 0, from: k % 6, to: -1 }, "contact");
  expect(log.total).toBe(20);
  expect(log.totals.contact).toBe(20);
  expect([...log.counts]).toEqual([
    ["a", 10],
    ["b", 10],
  ]);
  expect(log.stride).toBe(4);
  expect(Array.from({ length: log.count }, (_, k) => log.time(k))).toEqual([0, 4, 8, 12, 16]);
  expect(log.at(2)).toEqual({ t: 8, name: "a", law: 0, from: 2, to: -1 });
  expect(log.firstFrom(4)).toBe(1);
  expect(log.firstFrom(4.1)).toBe(2);
  expect(log.first).toHaveLength(20);
  const { contact, event } = log.pixels(0, 16, 4);
  expect([...contact]).toEqual([1, 1, 1, 2]); // the last one is at the right edge
  expect([...event]).toEqual([0, 0, 0, 0]);
});

test("marks that would overlap are one group", () => {
  const pixels = Uint32Array.of(1, 0, 0, 0, 0, 2, 1, 0, 3, 0);
  expect(groupsOf(pixels, 3)).toEqual([
    { from: 0, to: 0 },
    { from: 5, to: 8 },
  ]);
  expect(groupsOf(new Uint32Array(5), 3)).toEqual([]);
});

test("a mode is never between two modes, in a thinned run either", () => {
  const scene = {
    camera: { kind: "planar" as const },
    bodies: [],
    trails: [],
    vectors: [],
    moving: 0,
  };
  const short = new Trajectory(columns, scene, 2);
  short.append(
    table(row(0, open, sticks), row(1, slips, sticks), row(2, slips, slips)),
    new Float64Array(),
    [at(0.25, "floor")],
    true,
  );
  const floor = short.indexOf("mode.floor");
  expect([0.2, 0.3, 0.5, 1.5].map((t) => short.valueAt(t, floor))).toEqual([
    open,
    slips,
    slips,
    slips,
  ]);
  expect(short.switches.lawOf(floor)).toBe(0);
  expect(short.switches.lawOf(short.indexOf("mode.x"))).toBeUndefined();
  // Other columns are linear between rows.
  expect(short.valueAt(0.5, 0)).toBe(0.5);
  const long = new Trajectory(columns, scene, 300_000);
  for (let t = 0; t <= 300_000; t += 1000)
    long.append(
      table(
        ...Array.from({ length: 1000 }, (_, k) =>
          row(t + k, (t + k) % 700 < 350 ? open : slips, sticks),
        ),
      ),
      new Float64Array(),
    );
  expect(long.stride).toBeGreaterThan(1);
  for (let t = 0.5; t < 300_000; t += 777)
    expect(long.valueAt(t, floor)).toBe(t % 700 < 350 ? open : slips);
});

test("a curve of modes is drawn on levels of equal distance", () => {
  const values = Float64Array.of(open, slips, slips, NaN, open);
  const levels = levelsOf([{ values }]);
  expect(levels).toEqual([open, slips]);
  expect(onLevels(values, levels)).toEqual([0, 1, 1, null, 0]);
});

test("modes and switches have words of both languages", () => {
  for (const table of [en, de]) {
    expect(Object.keys(table.modeNames)).toEqual([...modeNames]);
    expect(Object.keys(table.modeStates)).toEqual([...modeNames]);
    expect(new Set(Object.values(table.modeNames)).size).toBe(modeNames.length);
    expect(table.outcome("painleve")).not.toBe("painleve");
    expect(table.outcome("unsuited")).not.toBe("unsuited");
    expect(table.outcome("diverged")).toBe("diverged");
  }
  expect(Object.values(de.modeNames)).toEqual([
    ...["offen", "geschlossen", "haftet", "gleitet", "sperrt", "frei"],
  ]);
  expect(modeWord(sticks)).toBe("sticks");
  expect(modeWord(several)).toBe("several modes");
  expect(lawSentence("floor", closed)).toBe("floor is closed");
  const { laws } = new Switches(columns);
  const one = { t: 1, name: "floor", law: 0, from: closed, to: open };
  expect(effectOf(one, laws)).toBe("closed → open");
  expect(effectOf({ ...one, law: -1 }, laws)).toBe("");
  const log = new SwitchLog();
  for (let k = 0; k < 5; k++) log.add(one, "contact");
  expect(notesOf(log, 0, 5, laws)).toEqual([
    ...["floor: closed → open", "floor: closed → open", "floor: closed → open", "and 2 more"],
  ]);
  expect(notesOf(log, 2, 2, laws)).toEqual([]);
});
