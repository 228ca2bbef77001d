import type { RunEnd } from "../engine/types";
import { formatNumber } from "../plots/format";
import type { Comparison } from "../study/comparison";
import { Component } from "../base/component";
import { h } from "../base/dom";
import { explained } from "./explained";
import type { Experiment } from "../study/experiment";
import { icon } from "./icons";
import { sentence } from "./problems";
import { words } from "../words/words";

/** The warning about a run with too large an error. */
const code = "PH301";

/** The error of a run in a few words; "" if it never started. */
export function accuracyOf({ summary }: RunEnd): string {
  if (!summary) return "";
  const { basis, error } = summary.accuracy;
  if (error === null) return words.notKnown;
  if (basis === "tolerance") return words.toleranceOfStep(formatNumber(error, 2));
  const percent = formatNumber(100 * error, 2);
  return basis === "ledger" ? words.atLeastPercent(percent) : words.aboutPercent(percent);
}

/** Whether the error of a run is too large, or cannot be estimated. */
export function isDoubtful({ summary }: RunEnd): boolean {
  return summary?.problems.some((problem) => problem.code === code) ?? false;
}

/**
 * The error of the run that is shown, with its warning, and that of the run it is compared with.
 * The note is shown with every run, because a ledger may balance although the motion is wrong.
 */
export class AccuracyNote extends Component {
  readonly element = h("div", { class: "accuracy", part: "accuracy", hidden: true });

  constructor(
    readonly experiment: Experiment,
    readonly comparison: Comparison,
    /** The documentation is available next to the page. */
    readonly hasDocs: boolean,
  ) {
    super();
    this.follow(experiment.changed, () => this.#show());
    this.follow(comparison.changed, () => this.#show());
  }

  #show(): void {
    const { end, status } = this.experiment;
    const isThere = end?.summary !== undefined && (status === "finished" || status === "failed");
    // While another run is computed, the note is empty and keeps its height.
    this.element.classList.toggle("is-stale", !isThere);
    if (!isThere || !end) return;
    this.element.hidden = false;
    const other = this.comparison.other.kind === "none" ? null : this.comparison.run;
    this.element.replaceChildren(
      line(words.motionErrorOf, end, this.hasDocs),
      ...(other ? [line(words.comparedRun, other.end, this.hasDocs)] : []),
    );
  }
}

/** The error of one run. Its warning or its reason unfolds. */
function line(name: string, end: RunEnd, hasDocs: boolean): HTMLElement {
  const value = h("span", { class: "accuracy-value" }, accuracyOf(end));
  const isWarned = isDoubtful(end);
  const why = isWarned
    ? sentence(end.summary!.problems.find((problem) => problem.code === code)!)
    : (end.summary?.accuracy.because ?? "");
  const head = [h("span", {}, name), " ", value];
  if (!why) return h("p", {}, ...head);
  const mark = isWarned
    ? [icon("warning"), h("span", { class: "visually-hidden" }, `${words.warning}: `)]
    : [];
  return h(
    "details",
    { class: isWarned ? "is-doubtful" : "" },
    h("summary", {}, ...mark, ...head),
    h(
      "div",
      { class: "accuracy-why" },
      h("p", {}, why),
      ...(isWarned ? [explained(code, "", hasDocs)] : []),
    ),
  );
}
