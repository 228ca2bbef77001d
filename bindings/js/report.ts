import { placeOf } from "./errors.js";
import type { EventSummary } from "./event-summary.js";
import type { ModelFacts } from "./model.js";
import type { Accuracy, Chunk, Problem, StartChange, Summary, UsedCoordinates } from "./types.js";

/** The problems of a model for a terminal; `text` is the model text, for quotations. */
export function problemReport(file: string, text: string, problems: readonly Problem[]): string {
  const blocks = problems.map((problem) => {
    const { severity, code, found, expected, hint } = problem;
    const place = placeOf(problem);
    const rows = [
      `${severity} ${code}${place && ` at ${place}`}`,
      found && `  found     ${found}`,
      ...quote(text, problem),
      expected && `  expected  ${expected}`,
      hint && `  hint      ${hint}`,
    ];
    return rows.filter(Boolean).join("\n");
  });
  const head = `${file}: ${count(problems.length, "problem")}`;
  const first = problems.find(({ severity }) => severity === "error") ?? problems[0];
  const more = `What a code means: porthos explain ${first?.code ?? ""}`;
  return printable(`${[head, ...blocks, more].join("\n\n")}\n`);
}

/** The formula at the problem's place with a mark below the fault, if there is one. */
function quote(text: string, { where, position }: Problem): string[] {
  if (position === undefined || !where.startsWith("/")) return []; // otherwise it is in another file
  const formula = stringAt(text, where);
  if (formula === undefined || formula.length > 200 || /[\r\n\t]/.test(formula)) return [];
  const before = new TextDecoder().decode(new TextEncoder().encode(formula).slice(0, position));
  return [`            ${formula}`, `            ${" ".repeat([...before].length)}^`];
}

/** The string at a JSON Pointer. */
function stringAt(text: string, pointer: string): string | undefined {
  try {
    let value: unknown = JSON.parse(text);
    for (const step of pointer.split("/").slice(1)) {
      if (typeof value !== "object" || value === null) return undefined;
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      value = (value as { [key: string]: unknown })[key];
    }
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Circuits move without a free velocity: their charges and fluxes are positions. */
function freedomText(freedom: number | null): string {
  if (freedom === null) return "degrees of freedom not known";
  return freedom === 0
    ? "no free velocity"
    : count(freedom, "degree of freedom", "degrees of freedom");
}

/** A line about a model without errors. */
export function modelReport(file: string, model: ModelFacts): string {
  const states = (kind: string) => model.states.filter((state) => state.kind === kind).length;
  const freedom = model.report?.degreesOfFreedom;
  const parts = [
    count(states("position"), "position"),
    count(states("velocity"), "velocity", "velocities"),
    count(model.constraints.length, "constraint"),
    ...(model.forces.length === 0
      ? []
      : [`${count(model.forces.length, "force law")} (not passive)`]),
    ...(freedom === undefined ? [] : [freedomText(freedom)]),
  ];
  return printable(
    `${file}: no errors\n${model.name || "A model"}: ${parts.join(", ")}\n` +
      changeReport(model.report?.changed ?? []),
  );
}

/** The last values of the outputs and invariants in the text. */
function outputsOf(text: string, { columns }: Chunk, final: Summary["final"]) {
  const { outputs, invariants } = JSON.parse(text.replace(/^\uFEFF/, "")) as {
    outputs?: object;
    invariants?: object;
  };
  const names = new Set(Object.keys({ ...invariants, ...outputs }));
  return columns
    .filter(({ name }) => names.has(name.replace(/(\.\d+)+$/, ""))) // including entries of vectors
    .map(({ name, unit, label }): Row => [name, digits(final[name] ?? NaN), unit, label]);
}

function energyRows({ ledger, eventCount }: Summary): Row[] {
  const [before, after] = ledger.stored;
  const added: Row[] =
    eventCount > 0
      ? [["added by events", digits(ledger.events), "J"]]
      : ledger.events !== 0 // energy changes by time-switched constraints
        ? [["added by jumps", digits(ledger.events), "J"]]
        : [];
  const driven: Row[] =
    ledger.forces === 0 ? [] : [["supplied by force laws", digits(ledger.forces), "J"]];
  return [
    ["stored at start", digits(before), "J"],
    ["stored at end", digits(after), "J"],
    ["dissipated", digits(ledger.dissipated), "J"],
    ["supplied", digits(ledger.supplied), "J"],
    ...driven,
    ...added,
    ["balance error", short(ledger.balanceError), "J"],
  ];
}

/** The coordinates of the steps. */
function coordinatesRow({ used, because, stepsInBodies }: UsedCoordinates): Row {
  const reason = because ? `because of ${because}` : "";
  const others = stepsInBodies ? `${count(stepsInBodies, "step")} in those of bodies` : "";
  return ["coordinates", used, "", reason || others];
}

/** What is known about the error of the motion. */
function accuracyRow({ basis, error, because = "" }: Accuracy): Row {
  if (basis === "tolerance")
    return ["tolerance of a step", part(error), `the error of the motion is not known. ${because}`];
  if (basis === "ledger")
    return ["error of the motion", `${part(error)} or more`, "missing in the ledger"];
  return ["error of the motion", part(error), because];
}

/**
 * The result of a run: the outcome, the outputs and the final state, the energies and the gaps. `last` is its last
 * chunk, `text` the model text, `changed` the stated starts that the constraints changed, `events` its
 * events.
 */
export function runReport(
  model: ModelFacts,
  summary: Summary,
  last: Chunk,
  text: string,
  changed: readonly StartChange[],
  events: EventSummary,
): string {
  const { final, gaps, accuracy, work, coordinates } = summary;
  const outputs = outputsOf(text, last, final);
  const sections: [string, Row[]][] = [
    ...(outputs.length > 0
      ? [[`outputs at t = ${digits(final.t ?? 0)} s`, outputs] as [string, typeof outputs]]
      : []),
    [
      `state at t = ${digits(final.t ?? 0)} s`,
      model.states.map(({ name, unit, label }) => [name, digits(final[name] ?? NaN), unit, label]),
    ],
    ["energy", energyRows(summary)],
    [
      "accuracy and work",
      [
        accuracyRow(accuracy),
        ...(coordinates ? [coordinatesRow(coordinates)] : []),
        ["steps tried again", String(work.rejected), ""],
        ["evaluations", String(work.evaluations), ""],
        ["factorisations", String(work.factorisations), ""],
        ["computed in", short(last.computing), "s"],
      ],
    ],
    [
      "largest gap of the constraints",
      [
        ["position", short(gaps.position), ""],
        ["velocity", short(gaps.velocity), ""],
      ],
    ],
  ];
  const shown = model.constraints.length > 0 ? sections : sections.slice(0, -1);
  const method = `${summary.method}, step ${digits(summary.step)} s, ${count(summary.steps, "step")}`;
  const head = `${summary.model || "Model"} (${method})\n${summary.outcome}: ${summary.message}\n`;
  const body = shown.map(([title, rows]) => `\n${title}\n${aligned(rows)}`).join("");
  return printable(head + changeReport(changed) + body + eventReport(events));
}

/** Stated start values that the constraints changed; the first of many. */
function changeReport(changed: readonly StartChange[]): string {
  if (changed.length === 0) return "";
  const most = 20;
  const rows = changed
    .slice(0, most)
    .map(({ name, unit, stated, became }): Row => [
      name,
      digits(became),
      unit,
      `stated as ${digits(stated)}`,
    ]);
  const more = changed.length - rows.length;
  return `\nstarts that the constraints changed\n${aligned(rows)}${more > 0 ? `  and ${more} more\n` : ""}`;
}

/** The first events, their times and effects; of many the number by names. */
function eventReport(events: EventSummary): string {
  const total = [...events.counts.values()].reduce((sum, number) => sum + number, 0);
  if (total === 0) return "";
  const first = events.first();
  const rows = first.map(({ t, name, effect }): Row => [name, digits(t), "s", effect]);
  const more = total - rows.length;
  const names = [...events.counts].slice(0, 10).map(([name, number]) => `${name} ${number}`);
  const others = events.counts.size > names.length ? ", …" : "";
  const all = more > 0 ? `  and ${more} more; in all: ${names.join(", ")}${others}\n` : "";
  return `\nevents\n${aligned(rows)}${all}`;
}

/** A name, a number, its unit, and a description. */
type Row = [name: string, number: string, unit: string, label?: string];

/** Rows, with space for a sign before each number. */
function aligned(rows: readonly Row[]): string {
  const signed = rows.map(([name, number, unit, label = ""]): Required<Row> => [
    name,
    number.startsWith("-") ? number : ` ${number}`,
    unit,
    label,
  ]);
  const names = Math.max(...signed.map(([name]) => name.length));
  const numbers = Math.max(...signed.map(([, number]) => number.length));
  const units = Math.max(...signed.map(([, , unit]) => unit.length));
  return signed
    .map(
      ([name, number, unit, label]) =>
        `  ${name.padEnd(names)}  ${number.padEnd(numbers)}  ${unit.padEnd(units)}  ${label}`,
    )
    .map((row) => `${row.trimEnd()}\n`)
    .join("");
}

/** Seven significant digits, without trailing zeros. */
function digits(value: number): string {
  return String(Number(value.toPrecision(7)));
}

/** Two significant digits, for numbers that are rounding only. */
function short(value: number): string {
  return value === 0 ? "0" : value.toExponential(1);
}

/** A part of a whole, in percent. */
function part(value: number | null): string {
  return value === null ? "not known" : `${Number((100 * value).toPrecision(2))} %`;
}

/** "1 step", "2 steps". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Removes control characters: the words of a model must not command the terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}
