import type { RunEnd } from "../engine/types";
import { formatNumber } from "../plots/format";
import type { Comparison } from "../study/comparison";
import { h } from "../base/dom";
import { explained } from "./explained";
import type { Experiment } from "../study/experiment";
import { icon } from "./icons";
import { sentence } from "./problems";
import { words } from "../words/words";

/** The warning of a run that is off by more than it should be. */
const code = "PH301";

/** How far a run is off, in a few words; "" for one that was never begun. */
export function accuracyOf({ summary }: RunEnd): string {
  if (!summary) return "";
  const { basis, error } = summary.accuracy;
  if (error === null) return words.notKnown;
  if (basis === "tolerance") return words.toleranceOfStep(formatNumber(error, 2));
  return words.aboutPercent(formatNumber(100 * error, 2));
}

/** Whether a run is off by more than it should be, or by more than it can tell. */
export function isDoubtful({ summary }: RunEnd): boolean {
  return summary?.problems.some((problem) => problem.code === code) ?? false;
}

/**
 * How far the run that is shown is off, with the warning that says so, and the same for the run that it is compared
 * with. It stands wherever the run is shown: a ledger may close on a wrong motion.
 */
export function makeAccuracyNote(
  experiment: Experiment,
  comparison: Comparison,
  hasDocs: boolean,
): HTMLElement {
  const element = h("div", { class: "accuracy", part: "accuracy", hidden: true });
  const show = (): void => {
    const { end, status } = experiment;
    const isThere = end?.summary !== undefined && (status === "finished" || status === "failed");
    // The height stays while another run is computed, and nothing is said of it.
    element.classList.toggle("is-stale", !isThere);
    if (!isThere || !end) return;
    element.hidden = false;
    const other = comparison.other.kind === "none" ? null : comparison.run;
    element.replaceChildren(
      line(words.motionErrorOf, end, hasDocs),
      ...(other ? [line(words.comparedRun, other.end, hasDocs)] : []),
    );
  };
  experiment.changed.on(show);
  comparison.changed.on(show);
  return element;
}

/** One run: what it is, and how far it is off; a warning opens to what it means. */
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
