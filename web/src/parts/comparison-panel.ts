import type { Description, Method, RunEnd } from "../engine/types";
import { formatNumber } from "../plots/format";
import type { Comparison, Other } from "./comparison";
import { freshId, h } from "./dom";

/** What can be compared with, and how accurate both runs are. */
export function makeComparisonPanel(comparison: Comparison): HTMLElement {
  const { experiment } = comparison;
  const select = h("select", { id: freshId("compare") });
  const table = h("div", { class: "comparison", role: "status" });
  let others: readonly (readonly [string, Other])[] = [];
  let methods: readonly Method[] = [];

  const fill = (): void => {
    const { description } = experiment;
    if (!description) return;
    const chosen = select.value;
    others = choices(description, methods, experiment.settings.step);
    select.replaceChildren(
      ...others.map(([label]) => h("option", { value: label, selected: label === chosen }, label)),
    );
    if (others.some(([label]) => label === chosen)) return;
    comparison.choose({ kind: "none" });
  };
  select.addEventListener("change", () => {
    const other = others.find(([label]) => label === select.value)?.[1];
    if (other) comparison.choose(other);
  });
  experiment.described.on(fill);
  experiment.adjusted.on(() => {
    const { kind } = comparison.other;
    fill();
    // Half a step is half of the one that is set now.
    const other = others.find(([label]) => label === select.value)?.[1];
    if (kind === "settings" && other) comparison.other = other;
  });
  experiment.client.methods().then(
    (list) => {
      methods = list;
      fill();
    },
    () => undefined, // the experiment itself reports an engine that cannot be reached
  );
  const show = (): void => {
    const { run } = comparison;
    const own = experiment.end;
    table.replaceChildren();
    if (comparison.other.kind === "none") return;
    if (!run || !own) {
      table.append(
        h("p", { class: "summary" }, run ? "" : "The next change shows the run before it."),
      );
      return;
    }
    const row = (label: string, of: (end: RunEnd) => string): HTMLElement =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, label),
        ...[own, run.end].map((end) => h("td", {}, of(end))),
      );
    table.append(
      h(
        "table",
        {},
        h("caption", { class: "visually-hidden" }, "Accuracy of both runs"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            h("th", { scope: "col" }, "this run"),
            h("th", { scope: "col" }, h("span", { class: "swatch swatch-other" }), "compared"),
          ),
        ),
        h(
          "tbody",
          {},
          row("method", ({ summary }) => summary?.method ?? "–"),
          row("step", ({ summary }) => (summary ? `${formatNumber(summary.step)} s` : "–")),
          row("ended", ({ outcome }) => outcome),
          row("error of the motion", ({ summary }) => percent(summary?.accuracy.error)),
          row("balance error", ({ summary }) =>
            summary ? `${formatNumber(summary.ledger.balanceError, 2)} J` : "–",
          ),
          row("position gap", ({ summary }) =>
            summary ? formatNumber(summary.gaps.position, 2) : "–",
          ),
        ),
      ),
    );
  };
  comparison.changed.on(show);
  experiment.changed.on(({ status }) => {
    if (status === "finished" || status === "failed") show();
  });
  return h(
    "div",
    { class: "control" },
    h("div", { class: "control-head" }, h("label", { for: select.id }, "Compare with"), select),
    table,
  );
}

function percent(error: number | null | undefined): string {
  return typeof error === "number" ? `${formatNumber(100 * error, 2)} %` : "not known";
}

/** Labels and what they stand for; explicit methods first where they teach most, at closed loops. */
function choices(
  { simulation, constraints }: Description,
  methods: readonly Method[],
  step = simulation.step,
): readonly (readonly [string, Other])[] {
  const settings = (label: string, changes: { method?: string; step?: number }) =>
    [label, { kind: "settings", label, changes }] as const;
  const hasLoops = constraints.some(({ inert }) => !inert);
  const ordered = [...methods].sort(
    (one, other) => Number(isExplicit(other)) - Number(isExplicit(one)),
  );
  return [
    ["nothing", { kind: "none" }],
    ["this run, kept", { kind: "kept" }],
    ["the run before the last change", { kind: "previous" }],
    settings("half the step", { step: step / 2 }),
    ...(hasLoops ? ordered : methods).map(({ name }) => settings(name, { method: name })),
  ];
}

const isExplicit = ({ traits }: Method): boolean => traits["isExplicit"] === true;
