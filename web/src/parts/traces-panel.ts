import { columnAt, type Trajectory } from "../engine/trajectory";
import { Chart, type Trace } from "../plots/chart";
import { EnergyAccount, type Entry } from "../plots/energy-account";
import { decimalsFor, formatFixed, formatNumber } from "../plots/format";
import { entryHead } from "../plots/entry-head";
import { strokes, swatch } from "../plots/strokes";
import { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import { makeColumnTrace, type ColumnTrace } from "./column-trace";
import { button, calmly, h, setText } from "../base/dom";
import { icon } from "./icons";
import type { Experiment } from "../study/experiment";
import type { Comparison } from "../study/comparison";
import type { Emitter } from "../base/emitter";
import { words } from "../words/words";

/** The traces beside the mechanism: the energy ledger, its balance error, and a column of choice. */
export function makeTracesPanel(
  experiment: Experiment,
  clock: Clock,
  recolored: Emitter<void>,
  comparison: Comparison,
): { element: HTMLElement; dispose(): void } {
  const energyHost = h("div", {
    class: "chart chart-energy",
    role: "img",
    "aria-label": words.energyOverTime,
  });
  const balanceHost = h("div", {
    class: "chart chart-balance",
    role: "img",
    "aria-label": words.balanceOverTime,
  });
  const readouts = h("dl", { class: "readouts" });
  const balanceValue = h("dd", {});
  const shown = new TimeWindow();
  const other = (): Trajectory | null => comparison.run?.trajectory ?? null;
  const column: ColumnTrace = makeColumnTrace(clock, shown, other);
  const columns: ColumnTrace[] = [column];
  const add = button({ class: "quiet small" }, [words.addTrace], () => {
    const added = makeColumnTrace(clock, shown, other, columns.length, () => {
      columns.splice(columns.indexOf(added), 1);
      added.dispose();
      added.element.remove();
      add.focus();
    });
    columns.push(added);
    add.before(added.element);
    if (experiment.trajectory) added.begin(experiment.trajectory);
    added.draw(false);
    added.seek(clock.time);
    added.element.scrollIntoView({ block: "nearest" });
  });
  const zoom = (label: string, name: "plus" | "minus", factor: number): HTMLButtonElement =>
    button({ class: "quiet square", "aria-label": label, title: label }, [icon(name)], () =>
      shown.zoom(factor, clock.time),
    );
  const whole = button(
    { class: "quiet square", "aria-label": words.wholeRun, title: words.wholeRun },
    [icon("fit")],
    () => shown.reset(),
  );
  whole.hidden = true;
  const element = h(
    "section",
    { class: "traces", part: "traces", "aria-label": words.traces },
    h(
      "div",
      { class: "trace-head" },
      h("h2", {}, words.energy),
      h(
        "div",
        { class: "trace-tools", role: "group", "aria-label": words.timeShown },
        whole,
        zoom(words.longerTime, "minus", 1 / 2),
        zoom(words.shorterTime, "plus", 2),
      ),
    ),
    h("p", { class: "no-run" }, words.nothingToPlot),
    readouts,
    energyHost,
    h(
      "div",
      { class: "trace-head" },
      h("h2", {}, words.balanceError),
      h(
        "dl",
        { class: "readouts single" },
        h("dt", {}, swatch("balance", strokes.balance.own)),
        balanceValue,
      ),
    ),
    balanceHost,
    column.element,
    add,
  );

  let account: EnergyAccount | null = null;
  let charts: Chart[] = [];
  let cells: { readonly update: (t: number, decimals: number) => void }[] = [];
  let decimals = 3;
  let isStale = false;
  let drawnUntil = NaN;
  let listed = "";

  const begin = (trajectory: Trajectory): void => {
    account = new EnergyAccount(trajectory);
    listed = "";
    shown.begin(trajectory.until);
    columns.forEach((each) => each.begin(trajectory));
    isStale = true;
    if (trajectory.until === drawnUntil) return; // the former curves stay until the new ones are there
    drawnUntil = trajectory.until;
    charts.forEach((chart) => chart.dispose());
    energyHost.replaceChildren();
    balanceHost.replaceChildren();
    const { until } = trajectory;
    const common = { unit: "J", until, shown, onSeek: (t: number) => clock.seek(t) };
    charts = [
      new Chart(energyHost, { ...common, hasTimeAxis: false }),
      new Chart(balanceHost, { ...common, ownScale: true, hasTimeAxis: false }),
    ];
  };
  const draw = (isNewTheme = false): void => {
    const { trajectory } = experiment;
    if (!account || !trajectory || trajectory.rowCount < 2) return;
    isStale = false;
    decimals = decimalsFor(account.largest, 4);
    const { names } = account;
    const isNewList = names !== listed;
    if (isNewList) cells = fillReadouts(readouts, account);
    listed = names;
    const times = trajectory.drawnTimes();
    const traces: Trace[][] = [
      energyTraces(account),
      [
        {
          label: words.balanceError,
          color: "balance",
          stroke: strokes.balance.own,
          values: trajectory.drawn(account.balance),
        },
      ],
    ];
    const other = comparison.run?.trajectory;
    if (other && other.rowCount > 1) {
      const second = new EnergyAccount(other);
      const at = (
        label: string,
        color: keyof typeof strokes,
        read: (t: number) => number,
      ): Trace => ({
        label,
        color,
        stroke: strokes[color].other,
        values: columnAt(other, times, read),
      });
      traces[0]?.push(
        ...second.present.map((entry) => at(entry.label, entry.kind, (t) => second.at(entry, t))),
      );
      traces[1]?.push(at(words.balanceError, "balance", (t) => other.valueAt(t, second.balance)));
    }
    charts.forEach((chart, index) => {
      const own = traces[index] ?? [];
      if (isNewTheme || isNewList) chart.recolor(times, own);
      else chart.setTraces(times, own);
    });
    columns.forEach((each) => each.draw(isNewTheme));
    seek();
  };
  const seek = (): void => {
    charts.forEach((chart) => chart.seek(clock.time));
    columns.forEach((each) => each.seek(clock.time));
    tell();
  };
  const tell = calmly(() => {
    cells.forEach((cell) => cell.update(clock.time, decimals));
    const { trajectory } = experiment;
    if (trajectory && account) {
      setText(
        balanceValue,
        `${formatNumber(trajectory.valueAt(clock.time, account.balance), 2)} J`,
      );
    }
  });
  /** A run that has stopped at its start is one point. */
  const tellEmpty = (): void => {
    const { status, trajectory } = experiment;
    const isOver = status !== "reading" && status !== "computing";
    element.classList.toggle("has-no-run", isOver && (trajectory?.rowCount ?? 0) < 2);
  };
  const timer = setInterval(() => {
    if (isStale) draw();
  }, 120);
  const unsubscribe = [
    experiment.started.on(begin),
    experiment.grown.on(() => (isStale = true)),
    experiment.changed.on(tellEmpty),
    clock.changed.on(() => {
      if (clock.isPlaying) shown.follow(clock.time);
      seek();
    }),
    experiment.attention.pointed.on((name) => columns.forEach((each) => each.light(name))),
    shown.changed.on(({ isWhole }) => (whole.hidden = isWhole)),
    experiment.attention.chosen.on(column.show),
    recolored.on(() => draw(true)),
    comparison.changed.on(() => (isStale = true)),
  ];
  return {
    element,
    dispose: () => {
      clearInterval(timer);
      unsubscribe.forEach((end) => end());
      charts.forEach((chart) => chart.dispose());
      columns.forEach((each) => each.dispose());
    },
  };
}

/** Stored energy, the broadest, is under the others. */
function energyTraces(account: EnergyAccount): Trace[] {
  const { present } = account;
  const isStored = ({ kind }: Entry): boolean => kind === "stored";
  const ordered = [...present.filter(isStored), ...present.filter((entry) => !isStored(entry))];
  return ordered.map((entry) => ({
    label: entry.label,
    color: entry.kind,
    stroke: strokes[entry.kind].own,
    values: account.values(entry),
  }));
}

/** Legend and present values in one: a swatch, a name, a number. */
function fillReadouts(
  list: HTMLElement,
  account: EnergyAccount,
): {
  update(t: number, decimals: number): void;
}[] {
  list.replaceChildren();
  return account.present.map((entry) => {
    const value = h("dd", {});
    list.append(h("div", {}, h("dt", {}, ...entryHead(entry)), value));
    return {
      update: (t, decimals) => setText(value, `${formatFixed(account.at(entry, t), decimals)} J`),
    };
  });
}
