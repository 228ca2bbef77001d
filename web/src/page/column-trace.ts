import type { Trajectory } from "../engine/trajectory";
import { Chart, type Trace } from "../plots/chart";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import type { Clock } from "./clock";
import { h, setText } from "./dom";

export interface ColumnTrace {
  readonly element: HTMLElement;
  begin(trajectory: Trajectory): void;
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
}

/** A trace of any one column of the run, chosen from a list. */
export function makeColumnTrace(clock: Clock): ColumnTrace {
  const host = h("div", {
    class: "chart chart-column",
    role: "img",
    "aria-label": "The chosen column over time",
  });
  const select = h("select", { "aria-label": "Column to plot" });
  const value = h("dd", {});
  const element = h(
    "div",
    {},
    h(
      "div",
      { class: "trace-head" },
      select,
      h(
        "dl",
        { class: "readouts single" },
        h("dt", { class: "visually-hidden" }, "Value now"),
        value,
      ),
    ),
    host,
  );
  let trajectory: Trajectory | null = null;
  let chart: Chart | null = null;
  let chosen = "";

  const index = (): number => Math.max(1, trajectory?.indexOf(chosen) ?? 1);
  const unit = (): string => formatUnit(trajectory?.columns[index()]?.unit ?? "");
  const traces = (): Trace[] =>
    trajectory
      ? [{ label: chosen, color: "ink", width: 1.8, values: trajectory.column(index()) }]
      : [];
  const draw = (isNewTheme: boolean): void => {
    if (!trajectory || !chart || trajectory.rowCount < 2) return;
    if (isNewTheme) chart.recolor(trajectory.column(0), traces());
    else chart.setTraces(trajectory.column(0), traces());
    host.setAttribute("aria-label", `${symbolText(chosen)} over time`);
  };
  const seek = (t: number): void => {
    chart?.seek(t);
    if (trajectory) setText(value, `${formatNumber(trajectory.valueAt(t, index()))} ${unit()}`);
  };
  const remake = (): void => {
    chart?.dispose();
    host.replaceChildren();
    if (!trajectory) return;
    chart = new Chart(host, {
      unit: unit(),
      until: trajectory.until,
      ownScale: true,
      hasTimeAxis: true,
      onSeek: (t) => clock.seek(t),
    });
  };
  select.addEventListener("change", () => {
    chosen = select.value;
    remake();
    draw(false);
    seek(clock.time);
  });
  return {
    element,
    draw,
    seek,
    begin(next) {
      const names = next.columns.slice(1).map(({ name }) => name);
      const hasSameNames =
        names.join() ===
        trajectory?.columns
          .slice(1)
          .map(({ name }) => name)
          .join();
      const hasSameSpan = next.until === trajectory?.until;
      trajectory = next;
      if (!names.includes(chosen)) chosen = names[0] ?? "";
      if (!hasSameNames) {
        select.replaceChildren(
          ...names.map((name) =>
            h("option", { value: name, selected: name === chosen }, optionText(name)),
          ),
        );
      }
      if (!hasSameNames || !hasSameSpan) remake();
    },
    dispose: () => chart?.dispose(),
  };
}

function optionText(name: string): string {
  return name.startsWith("energy.") || name.startsWith("gap.")
    ? name.replace(/[._]/g, " ")
    : symbolText(name);
}
