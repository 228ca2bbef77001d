import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { Emitter } from "../base/emitter";
import type { Trajectory } from "../engine/trajectory";
import { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import type { Comparison } from "../study/comparison";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { ColumnTrace } from "./column-trace";
import { enlargeButton } from "./enlarge";
import { icon } from "./icons";
import { LedgerCharts } from "./ledger-charts";
import { ModesPanel } from "./modes-panel";
import { reveal } from "./reveal";

/** Least time between two drawings of a growing run, ms. */
const drawPause = 120;

/** The traces beside the mechanism: the energies, the balance error, and chosen columns. */
export class TracesPanel extends Component {
  readonly element: HTMLElement;
  readonly #window = new TimeWindow();
  readonly #ledger: LedgerCharts;
  readonly #modes: ModesPanel;
  readonly #columns: ColumnTrace[] = [];
  readonly #add: HTMLButtonElement;
  /** Below the traces. */
  readonly #tail: HTMLElement;
  #isDataOpen = false;
  #isPlotted = false;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
    recolored: Emitter<void>,
    readonly comparison: Comparison,
  ) {
    super();
    this.#ledger = this.own(new LedgerCharts(clock, this.#window));
    this.#modes = this.own(new ModesPanel(clock, this.#window));
    const first = this.#makeColumn();
    this.#add = button({ class: "quiet small" }, [words.addTrace], () => this.#addColumn());
    const addData = button({ class: "quiet small" }, [words.ownData], () => this.#openData());
    this.#tail = h("div", { class: "trace-tail" }, this.#add, addData);
    this.element = h(
      "section",
      { class: "traces", part: "traces", "aria-label": words.traces },
      h("div", { class: "trace-head" }, h("h2", {}, words.energy), this.#makeTools()),
      h("p", { class: "no-run" }, words.nothingToPlot),
      h("p", { class: "veil-note" }, words.predictFirst),
      ...[this.#ledger.element, this.#modes.element, first.element, this.#tail],
    );
    const timer = setInterval(() => {
      if (this.#isStale) this.#draw();
    }, drawPause);
    this.atEnd(
      () => this.#columns.forEach((column) => column.dispose()),
      () => clearInterval(timer),
    );
    this.follow(experiment.attention.chosen, (name) => {
      if (first.plot({ columns: [name], over: "" })) reveal(first.element);
    });
    this.follow(experiment.attention.replotted, () => {
      if (experiment.trajectory) this.#showPlots();
    });
    this.follow(recolored, () => this.#draw(true));
    this.#subscribe();
  }

  #subscribe(): void {
    const { experiment, clock } = this;
    this.follow(experiment.started, (trajectory) => this.#begin(trajectory));
    this.follow(experiment.grown, () => this.#setStale(true));
    this.follow(this.comparison.changed, () => this.#setStale(true));
    this.follow(experiment.ownData.changed, () => {
      this.#setStale(true);
      if (!experiment.ownData.isEmpty) this.#openData();
    });
    this.follow(experiment.changed, () => this.#showEmpty());
    this.follow(experiment.attention.pointed, (name) =>
      this.#columns.forEach((column) => column.light(name)),
    );
    this.follow(clock.changed, () => {
      if (clock.isPlaying) this.#window.follow(clock.time);
      this.#seek();
    });
  }

  /** The attribute data-stale means that the curves are older than the run. */
  get #isStale(): boolean {
    return this.element.hasAttribute("data-stale");
  }

  #setStale(isStale: boolean): void {
    this.element.toggleAttribute("data-stale", isStale);
  }

  #makeTools(): HTMLElement {
    const shown = this.#window;
    const tool = (
      label: string,
      name: "plus" | "minus" | "fit",
      act: () => void,
    ): HTMLButtonElement =>
      button({ class: "quiet square", "aria-label": label, title: label }, [icon(name)], act);
    const zoom = (factor: number) => (): void => shown.zoom(factor, this.clock.time);
    const whole = tool(words.wholeRun, "fit", () => shown.reset());
    whole.hidden = true;
    this.follow(shown.changed, ({ isWhole }) => (whole.hidden = isWhole));
    return h(
      "div",
      { class: "trace-tools", role: "group", "aria-label": words.timeShown },
      whole,
      tool(words.longerTime, "minus", zoom(1 / 2)),
      tool(words.shorterTime, "plus", zoom(2)),
      enlargeButton(() => this.element),
    );
  }

  #makeColumn(onRemove?: () => void): ColumnTrace {
    const beside = {
      otherRun: (): Trajectory | null => this.comparison.run?.trajectory ?? null,
      pointsOf: (name: string) => this.experiment.ownData.of(name),
      units: this.experiment.units,
    };
    const first = this.#columns.length;
    const column = new ColumnTrace(this.clock, this.#window, beside, first, onRemove);
    this.#columns.push(column);
    return column;
  }

  #addColumn(isSeen = true): void {
    const added = this.#makeColumn(() => {
      this.#columns.splice(this.#columns.indexOf(added), 1);
      added.dispose();
      added.element.remove();
      this.#add.focus();
    });
    this.#tail.before(added.element);
    if (this.experiment.trajectory) added.begin(this.experiment.trajectory);
    added.draw(false);
    added.seek(this.clock.time);
    if (isSeen) reveal(added.element);
  }

  /** Shows the panel with the reader's own data, which is loaded now. */
  #openData(): void {
    if (this.#isDataOpen) return;
    this.#isDataOpen = true;
    import("./own-data-panel").then(
      async ({ OwnDataPanel, loadOwnDataWords }) => {
        await loadOwnDataWords();
        const panel = new OwnDataPanel(this.experiment, () => {
          this.#isDataOpen = false;
          panel.dispose();
          panel.element.remove();
        });
        this.atEnd(() => panel.dispose());
        this.#tail.after(panel.element);
        reveal(panel.element);
      },
      () => (this.#isDataOpen = false),
    );
  }

  /** Shows the plots that are asked for. */
  #showPlots(): void {
    const { plots } = this.experiment.attention;
    while (this.#columns.length < plots.length) this.#addColumn(false);
    plots.forEach((plot, index) => this.#columns[index]?.plot(plot));
    this.#isPlotted = true;
  }

  #begin(trajectory: Trajectory): void {
    this.#window.begin(trajectory.until);
    this.#columns.forEach((column) => column.begin(trajectory));
    if (!this.#isPlotted) this.#showPlots();
    this.#ledger.begin(trajectory);
    this.#modes.begin(trajectory);
    this.#setStale(true);
  }

  #draw(isNewTheme = false): void {
    const { trajectory } = this.experiment;
    if (!trajectory || trajectory.rowCount < 2) return;
    this.#setStale(false);
    this.#ledger.draw(this.comparison.run?.trajectory ?? null, isNewTheme);
    this.#modes.draw();
    this.#columns.forEach((column) => column.draw(isNewTheme));
    this.#seek();
  }

  #seek(): void {
    const { time } = this.clock;
    this.#ledger.seek(time);
    this.#modes.seek(time);
    this.#columns.forEach((column) => column.seek(time));
  }

  /** A run that has stopped at its start is a single point, which no curve shows. */
  #showEmpty(): void {
    const { status, trajectory } = this.experiment;
    const isOver = status !== "reading" && status !== "computing";
    const isEmpty = isOver && (trajectory?.rowCount ?? 0) < 2;
    this.element.classList.toggle("has-no-run", isEmpty);
    if (isEmpty) this.#setStale(false);
  }
}
