import { Component } from "../base/component";
import { freshId, h } from "../base/dom";
import type { Description, Method, RunEnd } from "../engine/types";
import { formatNumber } from "../plots/format";
import { strokes, swatch } from "../plots/strokes";
import type { Comparison, Other } from "../study/comparison";
import { words } from "../words/words";
import { accuracyOf, isDoubtful } from "./accuracy-note";
import { icon } from "./icons";

/** Chooses the run to compare with, and shows how accurate both runs are. */
export class ComparisonPanel extends Component {
  readonly element: HTMLElement;
  readonly #select = h("select", { id: freshId("compare") });
  readonly #table = h("div", { class: "comparison", role: "status" });
  #others: readonly Choice[] = [];
  #methods: readonly Method[] = [];

  constructor(readonly comparison: Comparison) {
    super();
    const { experiment } = comparison;
    const select = this.#select;
    select.addEventListener("change", () => {
      const other = this.#chosen();
      if (other) comparison.choose(other);
    });
    this.follow(experiment.described, () => this.#fill());
    this.follow(experiment.adjusted, () => {
      this.#fill();
      // "Half the step" means half of the step that is set now.
      const other = this.#chosen();
      if (other?.kind === "settings") comparison.other = other;
    });
    this.follow(comparison.changed, () => this.#fill());
    this.follow(comparison.changed, () => this.#show());
    this.follow(experiment.changed, ({ status }) => {
      if (status === "finished" || status === "failed") this.#show();
    });
    experiment.client.methods().then(
      (list) => {
        this.#methods = list;
        this.#fill();
      },
      () => undefined, // the experiment itself reports an unreachable engine
    );
    const label = h("label", { for: select.id }, words.compareWith);
    const head = h("div", { class: "control-head" }, label, select);
    this.element = h("div", { class: "control" }, head, this.#table);
  }

  #chosen(): Other | undefined {
    return this.#others.find(([label]) => label === this.#select.value)?.[1];
  }

  #fill(): void {
    const { experiment, other } = this.comparison;
    if (!experiment.description) return;
    this.#others = choices(experiment.description, this.#methods, experiment.settings.step);
    // A task may ask for a comparison that the list does not offer.
    if (other.kind === "settings" && !this.#others.some(([label]) => label === other.label))
      this.#others = [...this.#others, [other.label, other]];
    const isChosen = ([label, { kind }]: Choice): boolean =>
      kind === other.kind && (other.kind !== "settings" || label === other.label);
    const chosen = this.#others.find(isChosen);
    this.#select.replaceChildren(
      ...this.#others.map((one) =>
        h("option", { value: one[0], selected: one === chosen }, one[0]),
      ),
    );
  }

  #show(): void {
    const { run, experiment, other } = this.comparison;
    const own = experiment.end;
    if (other.kind === "none") return this.#table.replaceChildren();
    this.#table.replaceChildren(
      run && own
        ? accuracyTable(own, run.end)
        : h("p", { class: "summary" }, run ? "" : words.comesWithChange),
    );
  }
}

type Choice = readonly [label: string, other: Other];

function accuracyTable(own: RunEnd, other: RunEnd): HTMLElement {
  const row = (
    label: string,
    of: (end: RunEnd) => string,
    isMarked: (end: RunEnd) => boolean = () => false,
  ): HTMLElement =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, label),
      ...[own, other].map((end) =>
        isMarked(end)
          ? h("td", { class: "is-doubtful" }, icon("warning"), of(end))
          : h("td", {}, of(end)),
      ),
    );
  const head = h(
    "tr",
    {},
    h("td", {}),
    h("th", { scope: "col" }, words.thisRun),
    h("th", { scope: "col" }, swatch("other", strokes.column.other), words.compared),
  );
  const body = [
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
  ];
  const caption = h("caption", { class: "visually-hidden" }, words.accuracyOfBoth);
  return h("table", {}, caption, h("thead", {}, head), h("tbody", {}, ...body));
}

/** All choices. Explicit methods come first for closed loops, where their error is largest. */
function choices(
  { simulation, constraints }: Description,
  methods: readonly Method[],
  step = simulation.step,
): readonly Choice[] {
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
