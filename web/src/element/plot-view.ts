import type { PlottedRun } from "../../../bindings/js/element";
import { Component } from "../base/component";
import { h, setText } from "../base/dom";
import { Emitter } from "../base/emitter";
import { Trajectory } from "../engine/trajectory";
import type { Scene } from "../engine/types";
import type { Beside } from "../parts/column-drawings";
import { ColumnTrace } from "../parts/column-trace";
import { TimeWindow } from "../plots/time-window";
import { Clock } from "../study/clock";
import type { Plotted } from "../study/plotted";
import { ShownUnits } from "../study/shown-units";
import { words } from "../words/words";
import type { Lab } from "./lab";

/** Least time between two drawings of a growing run, ms. */
const drawPause = 120;

/** The run that a plot shows. */
export interface PlotSource {
  readonly clock: Clock;
  readonly beside: Beside & { readonly units: ShownUnits };
  /** The present run. */
  trajectory(): Trajectory | null;
  /** Calls `onBegin` for each new run and `onGrow` after other changes; returns the end of both. */
  follow(onBegin: () => void, onGrow: () => void): () => void;
}

/** The runs of a simulation, with the compared run and the reader's own data. */
export function simSource({ experiment, clock, comparison }: Lab): PlotSource {
  return {
    clock,
    beside: {
      otherRun: () => comparison.run?.trajectory ?? null,
      pointsOf: (name) => experiment.ownData.of(name),
      units: experiment.units,
    },
    trajectory: () => experiment.trajectory,
    follow(onBegin, onGrow) {
      const ends = [
        experiment.started.on(onBegin),
        experiment.grown.on(onGrow),
        comparison.changed.on(onGrow),
        experiment.ownData.changed.on(onGrow),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}

const noScene: Scene = {
  camera: { kind: "planar" },
  ...{ bodies: [], trails: [], vectors: [], moving: 0 },
};

/** A table. */
export function runSource(run: PlottedRun): PlotSource {
  const last = run.table[(run.rows - 1) * run.columns.length] ?? 0;
  const trajectory = new Trajectory(run.columns, noScene, last);
  trajectory.append(run.table, new Float64Array(), run.events ?? [], true);
  const clock = new Clock();
  clock.setEnd(last, false);
  return {
    clock,
    beside: { otherRun: () => null, pointsOf: () => null, units: new ShownUnits() },
    trajectory: () => trajectory,
    follow: () => () => undefined,
  };
}

/** One plot by itself. */
export class PlotView extends Component {
  readonly element: HTMLElement;
  /** The reader has moved the line at the current time, or a simulation has. */
  readonly sought = new Emitter<number>();
  readonly #window = new TimeWindow();
  readonly #column: ColumnTrace;
  readonly #name = h("figcaption", { class: "plot-name" });
  readonly #unknown = h("p", { class: "stop-note", role: "alert", hidden: true });
  #plotted: Plotted | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #time = 0;
  /** The columns of the last run, by name. */
  #names = "";

  constructor(readonly source: PlotSource) {
    super();
    const { clock, beside } = source;
    this.#column = this.own(new ColumnTrace(clock, this.#window, beside, 0));
    this.element = h(
      "figure",
      { class: "plot-view", part: "plot" },
      ...[this.#name, this.#unknown, this.#column.element],
    );
    this.follow(clock.changed, ({ time }) => {
      if (clock.isPlaying) this.#window.follow(time);
      this.#column.seek(time);
      if (time === this.#time) return;
      this.#time = time;
      this.sought.emit(time);
    });
    this.atEnd(
      source.follow(
        () => this.#begin(),
        () => this.#drawSoon(),
      ),
      () => clearTimeout(this.#timer),
    );
    this.#begin();
  }

  get time(): number {
    return this.source.clock.time;
  }

  seek(t: number): void {
    this.source.clock.seek(t);
  }

  /** Plots these columns; undefined: the first one. With `hasControls` the reader may choose others. */
  show(plotted: Plotted | undefined, hasControls: boolean): void {
    this.#plotted = plotted;
    this.element.classList.toggle("is-plain", !hasControls);
    this.#choose();
    this.#draw();
  }

  /** The colours have changed. */
  recolor(): void {
    this.#draw(true);
  }

  #begin(): void {
    const trajectory = this.source.trajectory();
    if (!trajectory) return;
    this.#window.begin(trajectory.until);
    this.#column.begin(trajectory);
    const names = trajectory.columns.map(({ name }) => name).join();
    if (names !== this.#names) this.#choose(); // else the reader's choice stays
    this.#names = names;
    this.#drawSoon();
  }

  /** Plots the chosen columns, and names those that the run does not have. */
  #choose(): void {
    const trajectory = this.source.trajectory();
    if (!trajectory) return;
    const { columns = [], over = "" } = this.#plotted ?? {};
    const names = over === "" ? columns : [...columns, over];
    const unknown = names.filter((name) => trajectory.indexOf(name) < 0);
    this.#unknown.hidden = unknown.length === 0;
    setText(this.#unknown, words.unknownColumns(unknown.join(", ")));
    if (columns.length > 0) this.#column.plot({ columns, over });
    const chart = this.#column.element.querySelector(".chart");
    setText(this.#name, chart?.getAttribute("aria-label") ?? "");
  }

  #drawSoon(): void {
    this.#timer ??= setTimeout(() => this.#draw(), drawPause);
  }

  #draw(isNewTheme = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const trajectory = this.source.trajectory();
    this.element.toggleAttribute("data-drawn", (trajectory?.rowCount ?? 0) > 1);
    if (!trajectory || trajectory.rowCount < 2) return;
    this.#column.draw(isNewTheme);
    this.#column.seek(this.source.clock.time);
  }
}
