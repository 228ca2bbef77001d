import { Component } from "../base/component";
import { calmly, h, setText } from "../base/dom";
import type { Trajectory } from "../engine/trajectory";
import { Chart } from "../plots/chart";
import { EnergyAccount } from "../plots/energy-account";
import { marksOf } from "./column-drawings";
import { formatNumber } from "../plots/format";
import { Spark } from "../plots/spark";
import { strokes, swatch } from "../plots/strokes";
import type { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import { words } from "../words/words";
import { energyStyle, fillReadouts, ledgerTraces, type Readout } from "./energy-traces";

const readoutDigits = 4;

/** Share of the largest energy from which on the balance error has a chart: rounding stays far below. */
const worthOfChart = 1e-9;

/** The charts of the energies and of the balance error, with their values at the current time. */
export class LedgerCharts extends Component {
  readonly element: HTMLElement;
  readonly #energyHost = chartHost("energy", words.energyOverTime);
  readonly #balanceHost = chartHost("balance", words.balanceOverTime);
  readonly #readouts = h("dl", { class: "readouts" });
  readonly #balanceMark = h("dt", {}, swatch("balance", strokes.balance.own));
  readonly #balanceValue = h("dd", {});
  /** The balance error while it is no more than rounding. */
  readonly #spark = new Spark();
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
    const head = h(
      "div",
      { class: "trace-head balance-head" },
      h("h2", {}, words.balanceError),
      this.#spark.element,
      h("dl", { class: "readouts single" }, this.#balanceMark, this.#balanceValue),
    );
    const content = [this.#readouts, this.#energyHost, head, this.#balanceHost];
    this.#balanceHost.classList.add("is-idle-chart");
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
    this.#showBalance(account);
    this.#charts.forEach((chart, index) => {
      const own = traces[index] ?? [];
      if (isNewTheme || isNewList) chart.recolor(times, own);
      else chart.setTraces(times, own);
    });
  }

  /** An error at the level of rounding is a small curve beside its value; a larger one has a chart. */
  #showBalance({ trajectory, balance, largest }: EnergyAccount): void {
    const isSmall = balance < 0 || trajectory.largest(balance) <= worthOfChart * largest;
    this.#balanceHost.classList.toggle("is-idle-chart", isSmall);
    this.#spark.element.hidden = !isSmall;
    this.#balanceMark.classList.toggle("visually-hidden", isSmall); // the small curve is its own key
    if (isSmall && balance >= 0) this.#spark.draw(trajectory.drawn(balance), "balance");
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
