import type { Trajectory } from "../engine/trajectory";
import { Chart, type Trace } from "../plots/chart";
import { EnergyAccount } from "../plots/energy-account";
import { decimalsFor, formatFixed, formatNumber } from "../plots/format";
import type { Clock } from "./clock";
import { makeColumnTrace, type ColumnTrace } from "./column-trace";
import { h, setText } from "./dom";
import type { Experiment } from "./experiment";
import type { Emitter } from "./emitter";

const dashes: Readonly<Record<string, readonly number[]>> = {
  supplied: [7, 4],
  dissipated: [2, 3],
};
const balanceTrace = { label: "Balance error", color: "balance" };

/** The traces beside the mechanism: the energy account, its balance error, and a column of choice. */
export function makeTracesPanel(
  experiment: Experiment,
  clock: Clock,
  recolored: Emitter<void>,
): { element: HTMLElement; dispose(): void } {
  const energyHost = h("div", {
    class: "chart chart-energy",
    role: "img",
    "aria-label": "Energy over time",
  });
  const balanceHost = h("div", {
    class: "chart chart-balance",
    role: "img",
    "aria-label": "Balance error over time",
  });
  const readouts = h("dl", { class: "readouts" });
  const balanceValue = h("dd", {});
  const column: ColumnTrace = makeColumnTrace(clock);
  const element = h(
    "section",
    { class: "traces", part: "traces", "aria-label": "Traces" },
    h("h2", {}, "Energy"),
    readouts,
    energyHost,
    h(
      "div",
      { class: "trace-head" },
      h("h2", {}, "Balance error"),
      h(
        "dl",
        { class: "readouts single" },
        h("dt", {}, h("span", { class: "swatch swatch-balance" })),
        balanceValue,
      ),
    ),
    balanceHost,
    column.element,
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
    column.begin(trajectory);
    isStale = true;
    if (trajectory.until === drawnUntil) return; // the former curves stay until the new ones are there
    drawnUntil = trajectory.until;
    charts.forEach((chart) => chart.dispose());
    energyHost.replaceChildren();
    balanceHost.replaceChildren();
    const common = { unit: "J", until: trajectory.until, onSeek: (t: number) => clock.seek(t) };
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
    const present = account.present.map(({ id }) => id).join();
    const isNewList = present !== listed;
    if (isNewList) cells = fillReadouts(readouts, account);
    listed = present;
    const times = trajectory.column(0);
    const traces: Trace[][] = [
      energyTraces(account),
      [{ ...balanceTrace, width: 1.4, values: trajectory.column(account.balance) }],
    ];
    charts.forEach((chart, index) => {
      const own = traces[index] ?? [];
      if (isNewTheme || isNewList) chart.recolor(times, own);
      else chart.setTraces(times, own);
    });
    column.draw(isNewTheme);
    seek();
  };
  const seek = (): void => {
    charts.forEach((chart) => chart.seek(clock.time));
    column.seek(clock.time);
    cells.forEach((cell) => cell.update(clock.time, decimals));
    const { trajectory } = experiment;
    if (trajectory && account) {
      setText(
        balanceValue,
        `${formatNumber(trajectory.valueAt(clock.time, account.balance), 2)} J`,
      );
    }
  };
  const timer = window.setInterval(() => {
    if (isStale) draw();
  }, 120);
  const unsubscribe = [
    experiment.started.on(begin),
    experiment.grown.on(() => (isStale = true)),
    clock.changed.on(seek),
    recolored.on(() => draw(true)),
  ];
  return {
    element,
    dispose: () => {
      window.clearInterval(timer);
      unsubscribe.forEach((end) => end());
      charts.forEach((chart) => chart.dispose());
      column.dispose();
    },
  };
}

/** Stored energy is a broad line under the others, so that its parts stay visible where they coincide. */
function energyTraces(account: EnergyAccount): Trace[] {
  const { present } = account;
  const ordered = [
    ...present.filter(({ id }) => id === "stored"),
    ...present.filter(({ id }) => id !== "stored"),
  ];
  return ordered.map(({ id, label }) => ({
    label,
    color: id,
    values: account.values(id),
    width: id === "stored" ? 4 : 1.8,
    dash: dashes[id] ?? [],
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
  return account.present.map(({ id, label }) => {
    const value = h("dd", {});
    list.append(
      h("div", {}, h("dt", {}, h("span", { class: `swatch swatch-${id}` }), label), value),
    );
    return {
      update: (t, decimals) => setText(value, `${formatFixed(account.at(id, t), decimals)} J`),
    };
  });
}
