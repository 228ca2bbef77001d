import type { Description, Method, RunEnd } from "../engine/types";
import { formatNumber } from "../plots/format";
import { strokes, swatch } from "../plots/strokes";
import type { Comparison, Other } from "../study/comparison";
import { accuracyOf, isDoubtful } from "./accuracy-note";
import { freshId, h } from "../base/dom";
import { icon } from "./icons";
import { words } from "../words/words";

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
    const { other } = comparison;
    others = choices(description, methods, experiment.settings.step);
    if (other.kind === "settings" && !others.some(([label]) => label === other.label))
      others = [...others, [other.label, other]]; // as a task asks for it
    const isChosen = ([label, { kind }]: readonly [string, Other]): boolean =>
      kind === other.kind && (other.kind !== "settings" || label === other.label);
    const chosen = others.find(isChosen);
    select.replaceChildren(
      ...others.map((one) => h("option", { value: one[0], selected: one === chosen }, one[0])),
    );
  };
  select.addEventListener("change", () => {
    const other = others.find(([label]) => label === select.value)?.[1];
    if (other) comparison.choose(other);
  });
  experiment.described.on(fill);
  experiment.adjusted.on(() => {
    fill();
    // Half a step is half of the one that is set now.
    const other = others.find(([label]) => label === select.value)?.[1];
    if (other?.kind === "settings") comparison.other = other;
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
      table.append(h("p", { class: "summary" }, run ? "" : words.comesWithChange));
      return;
    }
    const row = (
      label: string,
      of: (end: RunEnd) => string,
      isMarked: (end: RunEnd) => boolean = () => false,
    ): HTMLElement =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, label),
        ...[own, run.end].map((end) =>
          isMarked(end)
            ? h("td", { class: "is-doubtful" }, icon("warning"), of(end))
            : h("td", {}, of(end)),
        ),
      );
    table.append(
      h(
        "table",
        {},
        h("caption", { class: "visually-hidden" }, words.accuracyOfBoth),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            h("th", { scope: "col" }, words.thisRun),
            h("th", { scope: "col" }, swatch("other", strokes.column.other), words.compared),
          ),
        ),
        h(
          "tbody",
          {},
          row(words.ofMethod, ({ summary }) => summary?.method ?? "–"),
          row(words.ofStep, ({ summary }) => (summary ? `${formatNumber(summary.step)} s` : "–")),
          row(words.ended, ({ outcome }) => words.outcome(outcome)),
          row(words.motionError, (end) => accuracyOf(end) || "–", isDoubtful),
          row(words.ofBalance, ({ summary }) =>
            summary ? `${formatNumber(summary.ledger.balanceError, 2)} J` : "–",
          ),
          row(words.positionGap, ({ summary }) =>
            summary ? formatNumber(summary.gaps.position, 2) : "–",
          ),
        ),
      ),
    );
  };
  comparison.changed.on(fill);
  comparison.changed.on(show);
  experiment.changed.on(({ status }) => {
    if (status === "finished" || status === "failed") show();
  });
  return h(
    "div",
    { class: "control" },
    h("div", { class: "control-head" }, h("label", { for: select.id }, words.compareWith), select),
    table,
  );
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
    [words.nothing, { kind: "none" }],
    [words.keptRun, { kind: "kept" }],
    [words.previousRun, { kind: "previous" }],
    settings(words.halfStep, { step: step / 2 }),
    ...(hasLoops ? ordered : methods).map(({ name }) => settings(name, { method: name })),
  ];
}

const isExplicit = ({ traits }: Method): boolean => traits["isExplicit"] === true;
