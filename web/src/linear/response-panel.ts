import type { Linearization, ResponseValues } from "porthos/worker";
import { Component } from "../base/component";
import { h, setText } from "../base/dom";
import { BodeChart, type Response } from "../plots/bode-chart";
import { formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { linearize, type Place } from "./linearized";
import type { PresentState } from "./present-state";
import { readingOf, responseOf, responseTable } from "./response-table";

/** Smaller responses, relative to the largest one to the same port, are rounding errors. */
const rounding = 1e-12;

/** A linearization with its reference state. */
interface Shown {
  readonly linear: Linearization;
  readonly place: Place;
  readonly state: PresentState;
}

/** The response of a chosen output to a chosen port: two curves, a reading, and a table. */
export class ResponsePanel extends Component {
  readonly element: HTMLElement;
  readonly #from = h("select", { "aria-label": words.responseFrom });
  readonly #to = h("select", { "aria-label": words.responseTo });
  readonly #choice: HTMLElement;
  readonly #note = h("p", { role: "status" });
  readonly #curves: HTMLElement;
  readonly #reading = h("p", { class: "reading" });
  readonly #heading = h("p", { class: "axis-name" });
  readonly #hosts = [makeHost("magnitude"), makeHost("phase")] as const;
  readonly #table = h("details", {}, h("summary", {}, words.responseTable));
  readonly #charts: readonly BodeChart[];
  #shown: Shown | null = null;
  #data: Response | null = null;
  #unit = "";

  constructor(readonly experiment: Experiment) {
    super();
    const [size, angle] = this.#hosts;
    const phaseHeading = h("p", { class: "axis-name" }, words.phaseOver);
    this.#curves = h(
      "div",
      {},
      ...[this.#reading, this.#heading, size, phaseHeading, angle, this.#table],
    );
    this.#choice = h(
      "div",
      { class: "response-choice" },
      h("label", {}, h("span", {}, words.responseFrom), this.#from),
      h("label", {}, h("span", {}, words.responseTo), this.#to),
    );
    this.element = h(
      "section",
      { class: "response" },
      h("h3", {}, words.frequencyResponse),
      ...[this.#choice, this.#note, this.#curves],
    );
    this.#charts = [
      new BodeChart(size, "magnitude", (row) => this.#point(row)),
      new BodeChart(angle, "phase", (row) => this.#point(row)),
    ];
    for (const select of [this.#from, this.#to])
      select.addEventListener("change", () => void this.#draw());
  }

  setLinear(linear: Linearization, place: Place, state: PresentState): void {
    this.#shown = { linear, place, state };
    const [from, to] = [this.#from, this.#to];
    const { inputs = [], outputs = [] } = linear;
    const isDriven = inputs.length > 0 && linear.response !== undefined;
    this.#choice.hidden = this.#curves.hidden = !isDriven;
    this.#note.textContent = isDriven ? "" : words.noDrive;
    if (!isDriven) return;
    const former = [from.value, to.value];
    from.replaceChildren(...inputs.map(({ name }) => option(name)));
    const own = new Set(outputs.map(({ name }) => name));
    const others = (this.experiment.trajectory?.columns ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== "t" && !/^(energy|gap)\./.test(name) && !own.has(name));
    to.replaceChildren(group(words.ofPortsAndOutputs, [...own]), group(words.otherColumns, others));
    keep(from, former[0] ?? "", inputs[0]?.name ?? "");
    const conjugate = conjugateOf(from.value);
    keep(to, former[1] ?? "", own.has(conjugate) ? conjugate : (outputs[0]?.name ?? ""));
    void this.#draw();
  }

  /** Redraws in the colours of another theme. */
  recolor(): void {
    this.#charts.forEach((chart) => chart.draw());
  }

  #point(row: number | null): void {
    this.#charts.forEach((chart) => chart.point(row));
    const text = row === null || !this.#data ? "" : readingOf(this.#data, row, this.#unit);
    setText(this.#reading, text || words.pointAtResponse);
  }

  /**
   * The response of a column. Columns outside the first answer are computed when they are chosen.
   */
  async #responseTo(name: string): Promise<ResponseValues | undefined> {
    if (!this.#shown) return undefined;
    const { linear, place, state } = this.#shown;
    const { inputs = [], outputs = [], response } = linear;
    const input = Math.max(
      0,
      inputs.findIndex((port) => port.name === this.#from.value),
    );
    const known = outputs.findIndex((output) => output.name === name);
    if (known >= 0) return response?.values[known]?.[input];
    const asked = { outputs: [name], frequencies: response?.omega ?? [] };
    const answer = await linearize(this.experiment, place, state, asked);
    return answer.response?.values[0]?.[input];
  }

  async #draw(): Promise<void> {
    const asked = this.#shown;
    const [from, to] = [this.#from, this.#to];
    const name = to.value;
    const pair = `${from.value} ${name}`;
    const values = await this.#responseTo(name).catch(() => undefined);
    if (this.#shown !== asked || pair !== `${from.value} ${to.value}`) return;
    const { inputs, response } = asked?.linear ?? {};
    this.#unit = quotient(this.#unitOf(name), inputs?.[from.selectedIndex]?.unit ?? "");
    this.#data = values ? responseOf(response?.omega ?? [], values) : null;
    const all = response?.values.flatMap((row) => row[from.selectedIndex] ?? []) ?? [];
    const least = rounding * Math.max(...all.map(largestOf), 0);
    const isAnswered = values !== undefined && largestOf(values) > least;
    this.#note.textContent = isAnswered ? "" : words.noResponse;
    this.#curves.hidden = !isAnswered;
    if (this.#data && isAnswered) this.#showCurves(this.#data);
  }

  #showCurves(data: Response): void {
    const [size, angle] = this.#hosts;
    const magnitude = words.magnitudeOver(this.#unit);
    setText(this.#heading, magnitude);
    size.setAttribute("aria-label", `${magnitude}. ${words.responseTable}`);
    angle.setAttribute("aria-label", `${words.phaseOver}. ${words.responseTable}`);
    for (const chart of this.#charts) chart.setData(data);
    const summary = h("summary", {}, words.responseTable);
    this.#table.replaceChildren(summary, responseTable(data, this.#unit));
    this.#point(null);
  }

  #unitOf(name: string): string {
    const outputs = this.#shown?.linear.outputs ?? [];
    const columns = this.experiment.trajectory?.columns ?? [];
    return [...outputs, ...columns].find((column) => column.name === name)?.unit ?? "";
  }
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

/** The flow of the port with this effort, or the effort of the port with this flow. */
function conjugateOf(name: string): string {
  return name.replace(/\.(effort|flow)(?=\.|$)/, (_, kind: string) =>
    kind === "effort" ? ".flow" : ".effort",
  );
}

/** Keeps the previous choice if it is still offered. */
function keep(select: HTMLSelectElement, former: string, otherwise: string): void {
  const names = [...select.options].map(({ value }) => value);
  select.value = names.includes(former) ? former : otherwise;
}

/** The unit of a quotient, such as m/N. */
function quotient(above: string, below: string): string {
  const [one, other] = [formatUnit(above), formatUnit(below)];
  if (one === other) return "";
  const divisor = /[/· \u202f]/.test(other) ? `(${other})` : other;
  const dividend = one.includes("/") ? `(${one})` : one || "1";
  return other ? `${dividend}/${divisor}` : one;
}
