import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { explained } from "./explained";
import { place, problemList, sentence } from "./problems";
import { words } from "../words/words";

const listed = 20; // problems in full; the first ones are the ones to mend

/**
 * What is said above the figure when the model is refused or the engine does not answer. Where the
 * text can be seen, `onShow` shows the problem there; elsewhere all of them are listed.
 */
export function makeBanner(
  experiment: Experiment,
  onAgain: () => void,
  onShow?: () => void,
): HTMLElement {
  const message = h("p", {});
  const show = button({ class: "secondary small" }, [words.showInText], () => onShow?.());
  const again = button({ class: "secondary small", hidden: true }, [words.tryAgain], onAgain);
  const list = h("div", { class: "banner-list" });
  const banner = h(
    "div",
    { class: "banner", role: "alert", hidden: true, part: "problems" },
    h("div", { class: "banner-line" }, message, show, again),
    list,
  );
  experiment.changed.on(({ status, problems, message: outcome, trajectory }) => {
    if (status === "reading" || status === "computing") return;
    const errors = problems.filter(({ severity }) => severity === "error");
    const [first] = errors;
    banner.hidden = true;
    const isListed = status === "refused" && !onShow && errors.length > 1;
    if (status === "refused" && first) {
      const what = isListed
        ? words.problemsInText(errors.length)
        : words.firstProblem(errors.length, place(first), sentence(first));
      message.textContent = `${what}${trajectory ? ` ${words.lastPicture}` : ""}`;
    } else if (status === "broken") message.textContent = outcome;
    else return;
    again.hidden = status !== "broken";
    const code = status === "refused" ? first?.code : /\bPH\d{3}\b/.exec(outcome)?.[0];
    if (isListed) list.replaceChildren(problemList(errors.slice(0, listed)));
    else list.replaceChildren(...(code ? [explained(code, "", onShow !== undefined)] : []));
    show.hidden = !onShow || status !== "refused" || first?.where.startsWith("/inputs") === true;
    banner.hidden = false;
  });
  return banner;
}
