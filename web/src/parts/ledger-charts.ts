import { Component } from "../base/component";
import { calmly, h, setText } from "../base/dom";
import type { Trajectory } from "../engine/trajectory";
import { Chart } from "../plots/chart";
import { EnergyAccount } from "../plots/energy-account";
import { marksOf } from "./column-drawings";
import { formatNumber } from "../plots/format";
import { strokes, swatch } from "../plots/strokes";
import type { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import { words } from "../words/words";
import { energyStyle, fillReadouts, ledgerTraces, type Readout } from "./energy-traces";

const readoutDigits = 4;

/** The charts of the energies and of the balance error, with their values at the current time. */
export class LedgerCharts extends Component {
  readonly element: HTMLElement;
  readonly #energyHost = chartHost("energy", words.energyOverTime);
  readonly #balanceHost = chartHost("balance", words.balanceOverTime);
  readonly #readouts = h("dl", { class: "readouts" });
  readonly #balanceValue = h("dd", {});
  #account: EnergyAccount | null = null;
  #charts: Chart[] = [];
  #cells: readonly Readout[] = [];
  #style = energyStyle(0, readoutDigits);
  /** The end of the run that the charts were made for, s. */
  #until = NaN;
  /** Names of the energies in the list of readouts. */
  #listed = "";

  constructor(
    readonly clock: Clock,
    /** The displayed part of the run. */
    readonly window: TimeWindow,
  ) {
    super();
    const mark = h("dt", {}, swatch("balance", strokes.balance.own));
    const head = h(
      "div",
      { class: "trace-head" },
      h("h2", {}, words.balanceError),
      h("dl", { class: "readouts single" }, mark, this.#balanceValue),
    );
    const content = [this.#readouts, this.#energyHost, head, this.#balanceHost];
    this.element = h("div", { class: "ledger-charts" }, ...content);
    this.atEnd(() => this.#charts.forEach((chart) => chart.dispose()));
  }

  /** Continues with another run. The previous curves stay until the new ones are there. */
  begin(trajectory: Trajectory): void {
    const { until } = trajectory;
    this.#account = new EnergyAccount(trajectory);
    this.#listed = "";
    if (until === this.#until) return;
    this.#until = until;
    this.#charts.forEach((chart) => chart.dispose());
    this.#energyHost.replaceChildren();
    this.#balanceHost.replaceChildren();
    const onSeek = (t: number): void => this.clock.seek(t);
    const marks = marksOf(() => this.#account?.trajectory ?? null);
    const common = { unit: "J", until, shown: this.window, onSeek, hasTimeAxis: false, ...marks };
    this.#charts = [
      new Chart(this.#energyHost, common),
      new Chart(this.#balanceHost, { ...common, ownScale: true }),
    ];
  }

  /** Draws the run, and the compared run. */
  draw(other: Trajectory | null, isNewTheme: boolean): void {
    const account = this.#account;
    if (!account) return;
    this.#style = energyStyle(account.largest, readoutDigits);
    const isNewList = account.names !== this.#listed;
    if (isNewList) this.#cells = fillReadouts(this.#readouts, account);
    this.#listed = account.names;
    const times = account.trajectory.drawnTimes();
    const traces = ledgerTraces(account, other);
    this.#charts.forEach((chart, index) => {
      const own = traces[index] ?? [];
      if (isNewTheme || isNewList) chart.recolor(times, own);
      else chart.setTraces(times, own);
    });
  }

  seek(t: number): void {
    this.#charts.forEach((chart) => chart.seek(t));
    this.#showValues();
  }

  readonly #showValues = calmly(() => {
    const { time } = this.clock;
    this.#cells.forEach((cell) => cell.update(time, this.#style));
    if (!this.#account) return;
    const error = this.#account.trajectory.valueAt(time, this.#account.balance);
    setText(this.#balanceValue, `${formatNumber(error, 2)} J`);
  });
}

function chartHost(name: string, label: string): HTMLElement {
  return h("div", { class: `chart chart-${name}`, role: "img", "aria-label": label });
}
