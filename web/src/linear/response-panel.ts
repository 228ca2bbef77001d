import type { Linearization, ResponseValues } from "porthos/worker";
import { h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { BodeChart, type Response } from "../plots/bode-chart";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { linearize, type Place } from "./linearized";
import type { PresentState } from "./present-state";
import { scroller } from "./state-tables";

/** Rows of the table; the curve has more. */
const listed = 24;
const turn = 2 * Math.PI;
/** Of the largest response to the same port: less is rounding. */
const rounding = 1e-12;

export interface ResponsePanel {
  readonly element: HTMLElement;
  setLinear(linear: Linearization, place: Place, state: PresentState): void;
  /** In the colours of another theme. */
  recolor(): void;
}

/** The response of an output to a port, both of choice: two curves, a reading, and the numbers. */
export function makeResponsePanel(experiment: Experiment): ResponsePanel {
  const from = h("select", { "aria-label": words.responseFrom });
  const to = h("select", { "aria-label": words.responseTo });
  const reading = h("p", { class: "reading" });
  const note = h("p", { role: "status" });
  const heading = h("p", { class: "axis-name" });
  const [size, angle] = [makeHost("magnitude"), makeHost("phase")];
  const table = h("details", {}, h("summary", {}, words.responseTable));
  const curves = h(
    "div",
    {},
    reading,
    heading,
    size,
    h("p", { class: "axis-name" }, words.phaseOver),
    angle,
    table,
  );
  const choice = h(
    "div",
    { class: "response-choice" },
    h("label", {}, h("span", {}, words.responseFrom), from),
    h("label", {}, h("span", {}, words.responseTo), to),
  );
  const element = h(
    "section",
    { class: "response" },
    h("h3", {}, words.frequencyResponse),
    choice,
    note,
    curves,
  );
  const charts = [
    new BodeChart(size, "magnitude", (row) => point(row)),
    new BodeChart(angle, "phase", (row) => point(row)),
  ];
  let shown: { linear: Linearization; place: Place; state: PresentState } | null = null;
  let data: Response | null = null;
  let unit = "";

  const point = (row: number | null): void => {
    charts.forEach((chart) => chart.point(row));
    const text = row === null || !data ? "" : readingOf(data, row, unit);
    setText(reading, text || words.pointAtResponse);
  };
  /** Columns that the first answer does not have are asked for when they are chosen. */
  const responseTo = async (name: string): Promise<ResponseValues | undefined> => {
    if (!shown) return undefined;
    const { linear, place, state } = shown;
    const input = Math.max(
      0,
      (linear.inputs ?? []).findIndex((port) => port.name === from.value),
    );
    const known = (linear.outputs ?? []).findIndex((output) => output.name === name);
    if (known >= 0) return linear.response?.values[known]?.[input];
    const { omega = [] } = linear.response ?? {};
    const asked = { outputs: [name], frequencies: omega };
    const answer = await linearize(experiment, place, state, asked);
    return answer.response?.values[0]?.[input];
  };
  const draw = async (): Promise<void> => {
    const asked = shown;
    const omega = asked?.linear.response?.omega ?? [];
    const name = to.value;
    const pair = `${from.value} ${name}`;
    const values = await responseTo(name).catch(() => undefined);
    if (shown !== asked || pair !== `${from.value} ${to.value}`) return;
    unit = quotient(unitOf(name), asked?.linear.inputs?.[from.selectedIndex]?.unit ?? "");
    data = values ? responseOf(omega, values) : null;
    const others = asked?.linear.response?.values.flatMap((to) => to[from.selectedIndex] ?? []);
    const least = rounding * Math.max(...(others ?? []).map(largestOf), 0);
    const isAnswered = values !== undefined && largestOf(values) > least;
    note.textContent = isAnswered ? "" : words.noResponse;
    curves.hidden = !isAnswered;
    if (!data || !isAnswered) return;
    setText(heading, words.magnitudeOver(unit));
    size.setAttribute("aria-label", `${words.magnitudeOver(unit)}. ${words.responseTable}`);
    angle.setAttribute("aria-label", `${words.phaseOver}. ${words.responseTable}`);
    for (const chart of charts) chart.setData(data);
    table.replaceChildren(h("summary", {}, words.responseTable), numbers(data, unit));
    point(null);
  };
  const unitOf = (name: string): string =>
    shown?.linear.outputs?.find((output) => output.name === name)?.unit ??
    experiment.trajectory?.columns.find((column) => column.name === name)?.unit ??
    "";
  for (const select of [from, to]) select.addEventListener("change", () => void draw());

  return {
    element,
    setLinear(linear, place, state) {
      shown = { linear, place, state };
      const { inputs = [], outputs = [] } = linear;
      const isDriven = inputs.length > 0 && linear.response !== undefined;
      choice.hidden = curves.hidden = !isDriven;
      note.textContent = isDriven ? "" : words.noDrive;
      if (!isDriven) return;
      const former = [from.value, to.value];
      from.replaceChildren(...inputs.map(({ name }) => option(name)));
      const own = new Set(outputs.map(({ name }) => name));
      const others = (experiment.trajectory?.columns ?? [])
        .map(({ name }) => name)
        .filter((name) => name !== "t" && !/^(energy|gap)\./.test(name) && !own.has(name));
      to.replaceChildren(
        group(words.ofPortsAndOutputs, [...own]),
        group(words.otherColumns, others),
      );
      keep(from, former[0] ?? "", inputs[0]?.name ?? "");
      const conjugate = conjugateOf(from.value);
      keep(to, former[1] ?? "", own.has(conjugate) ? conjugate : (outputs[0]?.name ?? ""));
      void draw();
    },
    recolor: () => charts.forEach((chart) => chart.draw()),
  };
}

function largestOf({ re, im }: ResponseValues): number {
  return re.reduce<number>((most, x, k) => Math.max(most, Math.hypot(x ?? 0, im[k] ?? 0)), 0);
}

function makeHost(kind: string): HTMLElement {
  return h("div", { class: `bode bode-${kind}`, role: "img" });
}

function option(name: string): HTMLOptionElement {
  return h("option", { value: name }, symbolText(name));
}

function group(label: string, names: readonly string[]): HTMLElement | "" {
  return names.length > 0 ? h("optgroup", { label }, ...names.map(option)) : "";
}

/** The flow of the port whose effort this is, or the other way round. */
function conjugateOf(name: string): string {
  return name.replace(/\.(effort|flow)(?=\.|$)/, (_, kind: string) =>
    kind === "effort" ? ".flow" : ".effort",
  );
}

/** Leaves the choice as it was where that can be. */
function keep(select: HTMLSelectElement, former: string, otherwise: string): void {
  const names = [...select.options].map(({ value }) => value);
  select.value = names.includes(former) ? former : otherwise;
}

/** m/N; of what has no unit only the other. */
function quotient(above: string, below: string): string {
  const [one, other] = [formatUnit(above), formatUnit(below)];
  if (one === other) return "";
  const divisor = /[/· \u202f]/.test(other) ? `(${other})` : other;
  const dividend = one.includes("/") ? `(${one})` : one || "1";
  return other ? `${dividend}/${divisor}` : one;
}

/** Magnitudes and phases, these without jumps of a turn. */
function responseOf(omega: readonly number[], { re, im }: ResponseValues): Response {
  const pairs = omega.map((_, k): [number, number] | null => {
    const [real, imaginary] = [re[k] ?? null, im[k] ?? null];
    return real === null || imaginary === null ? null : [real, imaginary];
  });
  let before: number | null = null;
  const phase = pairs.map((pair) => {
    if (!pair || Math.hypot(...pair) === 0) return null;
    let angle = (360 * Math.atan2(pair[1], pair[0])) / turn;
    if (before !== null) angle -= 360 * Math.round((angle - before) / 360);
    before = angle;
    return angle;
  });
  return { omega, magnitude: pairs.map((pair) => pair && Math.hypot(...pair)), phase };
}

function readingOf({ omega, magnitude, phase }: Response, row: number, unit: string): string {
  const [at, size, angle] = [omega[row], magnitude[row], phase[row]];
  if (at === undefined || typeof size !== "number" || typeof angle !== "number") return "";
  const hertz = formatNumber(at / turn, 3);
  const value = `${formatNumber(size)} ${unit}`.trim();
  return `ω = ${formatNumber(at)} rad/s (${hertz} Hz): ${value}, ${formatNumber(angle)}°`;
}

function numbers({ omega, magnitude, phase }: Response, unit: string): HTMLElement {
  const stride = Math.max(1, Math.ceil(omega.length / listed));
  const rows = omega.flatMap((at, k) =>
    k % stride > 0
      ? []
      : [
          h(
            "tr",
            {},
            h("th", { scope: "row" }, formatNumber(at, 5)),
            ...[magnitude[k], phase[k]].map((x) =>
              h("td", {}, typeof x === "number" ? formatNumber(x, 5) : "–"),
            ),
          ),
        ],
  );
  const heads: [string, string][] = [
    ["ω", "rad/s"],
    [words.magnitude, unit],
    [words.phase, "°"],
  ];
  return h(
    "div",
    scroller(words.responseTable),
    h(
      "table",
      { class: "numbers" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...heads.map(([name, of]) =>
            h("th", { scope: "col" }, name, h("span", { class: "unit" }, of || "–")),
          ),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
  );
}
