// The tasks of the gallery's pages: each can be parsed, uses names of the model, and has the right
// answer.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Run } from "../../bindings/js/index";
import { readQuantity } from "../../web/src/base/quantity";
import { splitFrontMatter } from "../../web/src/models/front-matter";
import { readTask, type Task } from "../../web/src/prose/read-task";
import { readPlots } from "../../web/src/study/plotted";
import { load } from "../lib/built";

const folder = join(import.meta.dirname, "..", "..", "web", "models");
const tasksOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^ *```task\n([^]*?)^ *```$/gm)].map(([, block = ""]) => block);

interface Placed {
  readonly name: string;
  readonly block: string;
}
const placed: Placed[] = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) =>
    tasksOf(readFileSync(join(folder, file), "utf8")).map((block, index) => ({
      name: `${file.slice(0, -".md".length)} ${index + 1}`,
      block,
    })),
  );

const modelOf = ({ name }: Placed) =>
  load(new URL(`../../web/models/${name.split(" ")[0] ?? ""}.porthos.json`, import.meta.url));

function read({ block }: Placed): Task {
  const task = readTask(block);
  if ("fault" in task) throw new Error(task.fault);
  return task;
}

test.each(placed)("$name names what the model has, and runs", async (place) => {
  const { settings, compared, watch, answer } = read(place);
  const model = await modelOf(place);
  const run = model.run(settings ?? {});
  expect(run.outcome).toBe("finished");
  if (compared) expect(model.run(compared).outcome).toBe("finished");
  const names = [...run.columns, ...model.parameters].map(({ name }) => name);
  for (const name of watch) expect(names).toContain(name);
  if (answer?.kind === "state") {
    const values = run.column(answer.column);
    const isReached = values.some((value) =>
      answer.sign === ">" ? value > answer.bound : value < answer.bound,
    );
    expect(isReached, "there is something to do").toBe(false);
  }
});

const largest = (values: Float64Array): number =>
  values.reduce((one, other) => Math.max(one, other));

/** Mean time between passages upwards. */
function period(run: Run, column: string): number {
  const [t, values] = [run.column("t"), run.column(column)];
  const times: number[] = [];
  for (let i = 1; i < values.length; i++) {
    const [before = 0, after = 0] = [values[i - 1], values[i]];
    if (before < 0 && after >= 0)
      times.push(
        (t[i - 1] ?? 0) + ((0 - before) / (after - before)) * ((t[i] ?? 0) - (t[i - 1] ?? 0)),
      );
  }
  return ((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / (times.length - 1);
}

const end = (run: Run, column: string): number => run.column(column).at(-1) ?? NaN;
/** The first value of a column that differs from zero. */
const jump = (run: Run, column: string): number => run.column(column).find((v) => v > 0) ?? NaN;
const times = (run: Run, name: string): number[] =>
  run.events.filter((event) => event.name === name).map(({ t }) => t);
/** Mean time between switches, every so many of them. */
function cycle(run: Run, name: string, every: number): number {
  const found = times(run, name);
  const count = Math.floor((found.length - 1) / every);
  return ((found[count * every] ?? NaN) - (found[0] ?? NaN)) / count;
}
/** Largest less smallest of the last values. */
function ripple(run: Run, column: string, count: number): number {
  const values = run.column(column).slice(-count);
  return largest(values) + largest(values.map((v) => -v));
}

/** The numeric answers of tasks, from the run that they set. */
const numbers: Readonly<Record<string, (run: Run) => number>> = {
  "slider-crank 1": (run) => largest(run.column("crank.omega1")),
  "double-pendulum 2": (run) => period(run, "theta_1"),
  "incline 1": (run) => end(run, "s"),
  "dry-oscillator 1": (run) => end(run, "x"),
  "belt-oscillator 1": (run) => cycle(run, "belt", 2),
  "bowling 1": (run) => end(run, "speed"),
  "backspin-ball 1": (run) => end(run, "v"),
  "newtons-cradle 1": (run) => end(run, "energy.stored"),
  "shaken-stack 1": (run) => times(run, "top.slip")[0] ?? NaN,
  "rocking-block 1": (run) => jump(run, "energy.dissipated"),
  "rectifier 1": (run) => ripple(run, "u", 200),
  "buck-converter 1": (run) => end(run, "u"),
  "clutch 1": (run) => end(run, "energy.dissipated"),
  "ratchet 1": (run) => end(run, "height"),
  "block-and-tackle 1": (run) => jump(run, "v"),
  "slack-rope 1": (run) => jump(run, "energy.dissipated"),
  "billiards 1": (run) => end(run, "angle_1"),
  "woodpecker 1": (run) => cycle(run, "beak", 1),
  "compass-walker 1": (run) => cycle(run, "heel_strike", 1),
  "loose-crank 1": (run) => times(run, "pin")[0] ?? NaN,
  "euler-disc 1": (run) =>
    run.column("theta")[run.column("Omega").findIndex((w, _, all) => w > 2 * (all[0] ?? NaN))] ??
    NaN,
  "tippe-top 1": (run) =>
    ((run.column("inclination")[run.column("mode.stem").indexOf(1)] ?? NaN) * 180) / Math.PI,
  "pendulum-clock 1": (run) => largest(run.column("phi").slice(-150)),
};

test.each(placed.filter((place) => read(place).answer?.kind === "number"))(
  "$name has the right number",
  async (place) => {
    const { settings, answer } = read(place);
    const find = numbers[place.name];
    if (answer?.kind !== "number" || !find) throw new Error("no oracle for it");
    const found = find((await modelOf(place)).run(settings ?? {}));
    expect(Math.abs(found - answer.value)).toBeLessThan(answer.within / 2);
  },
);

/** Knobs that reach the states that tasks require. */
const solutions: Readonly<Record<string, Record<string, number>>> = {
  "slider-crank 3": { omega_0: 15 },
};

test.each(placed.filter((place) => read(place).answer?.kind === "state"))(
  "$name can be reached",
  async (place) => {
    const { answer } = read(place);
    if (answer?.kind !== "state") throw new Error("no state");
    const run = (await modelOf(place)).run({ set: solutions[place.name] ?? {} });
    const values = run.column(answer.column);
    expect(values.some((v) => (answer.sign === ">" ? v > answer.bound : v < answer.bound))).toBe(
      true,
    );
  },
);

test("what is wrong in a task is told its author", () => {
  const faults: readonly [string, RegExp][] = [
    ["sett: m: 1", /does not begin with one of/],
    ["set: m 1", /not of the form “name: number/],
    ["input: F", /not of the form “port = formula”/],
    ["until: soon", /not a time/],
    ["ask: x\nnumber: about 3", /not of the form “2.5 within 0.1 rad\/s”/],
    ["ask: x\nchoice: one", /two or more/],
    ["ask: x\nchoice: * one | * two", /two or more/],
    ["reach: faster", /not of the form “crank/],
    ["number: 1 within 1", /no question/],
    ["ask: x\nnumber: 1 within 1\nreach: a > 1", /one answer/],
  ];
  for (const [block, words] of faults) {
    const task = readTask(block);
    expect("fault" in task ? task.fault : "", block).toMatch(words);
  }
});

test("a reader's number may have a comma, a minus of print, and a power of ten", () => {
  const read = (text: string) => readQuantity(text, "m");
  expect(["1,5", " -2 ", "−0.5", "1e-3", ".5", "2."].map(read)).toEqual([
    1.5, -2, -0.5, 1e-3, 0.5, 2,
  ]);
  expect(["3.1 × 10⁻³", "3,1*10^-3 m", "10⁻³", "3·10^2m"].map(read)).toEqual([
    3.1e-3, 3.1e-3, 1e-3, 300,
  ]);
  expect(["", "   ", "fast", "m", "-", "1e999"].map(read)).toEqual(Array(6).fill("number"));
  expect(["0.2.3", "1 2", "0x10", "5 fast", "5 s", "5 m m", "5 m/", "5 (m"].map(read)).toEqual(
    Array(8).fill("unit"),
  );
});

test("a reader's answer may have another unit of the same kind", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["20 cm", "m", 0.2],
    ["20cm", "m", 0.2],
    ["0.2 m", "m", 0.2],
    ["200 mm", "m", 0.2],
    ["180 °", "rad", Math.PI],
    ["180 deg", "rad", Math.PI],
    ["60 rpm", "rad/s", 2 * Math.PI],
    ["36 km/h", "m/s", 10],
    ["981 cm/s²", "m/s^2", 9.81],
    ["981 cm s⁻²", "m/s^2", 9.81],
    ["2 min", "s", 120],
    ["5 g", "kg", 0.005],
    ["3 kJ", "J", 3000],
    ["3 N·m", "J", 3],
    ["3 N m", "kg m^2/s^2", 3],
    ["12 %", "", 0.12],
    ["2 J/(kg K)", "m^2/(s^2 K)", 2],
    ["4 kg cm^2", "kg m^2", 4e-4],
    ["5 µF", "F", 5e-6],
    ["5 mΩ", "Ohm", 5e-3],
    ["7 1/s", "Hz", 7],
  ];
  for (const [text, unit, value] of cases) {
    const read = readQuantity(text, unit);
    expect(typeof read, text).toBe("number");
    // One conversion: the factors' roundings and its own.
    expect(Math.abs((read as number) - value), text).toBeLessThanOrEqual(8 * 2 ** -53 * value);
  }
  for (const [text, unit] of [
    ["20 cm", "s"],
    ["20 m^2", "m"],
    ["20 m", ""],
    ["20 kg", "N"],
    ["20 bananas", "m"],
    ["20 constructor", "m"],
    ["20 m", "furlong"],
  ] as const)
    expect(readQuantity(text, unit), text).toBe("unit");
  expect(readQuantity("20 furlong", "furlong")).toBe(20);
});

test("a second run beside the first is set by a name and a value, a method or a step", () => {
  const compared = (line: string) => {
    const task = readTask(`compare: ${line}`);
    return "fault" in task ? task.fault : task.compared;
  };
  expect(compared("set G_sign: -1")).toEqual({ set: { G_sign: -1 }, inputs: {} });
  expect(compared("method rk4")).toEqual({ set: {}, inputs: {}, method: "rk4" });
  expect(compared("step 0.01")).toEqual({ set: {}, inputs: {}, step: 0.01 });
  expect(compared("the other")).toMatch(/^“compare: the other” is not of the form/);
});

/** Models whose pages begin with plots of their own. */
const plotting = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({
    name: file.slice(0, -".md".length),
    traces: splitFrontMatter(readFileSync(join(folder, file), "utf8")).head["traces"] ?? "",
  }))
  .filter(({ traces }) => traces !== "");

test.each(plotting)(
  "the page of $name begins with plots of its columns",
  async ({ name, traces }) => {
    const model = await modelOf({ name, block: "" });
    const columns = model.run({ until: 0.001 }).columns.map((column) => column.name);
    for (const { columns: plotted, over } of readPlots(traces))
      for (const each of [...plotted, ...(over ? [over] : [])]) expect(columns).toContain(each);
  },
);
