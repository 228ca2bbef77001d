import { button, h } from "./dom";
import type { Experiment } from "./experiment";
import { place, sentence } from "./problems";

/** One line above the figure when the model is refused or the engine does not answer. */
export function makeBanner(experiment: Experiment, onShow: () => void): HTMLElement {
  const message = h("p", {});
  const show = button({ class: "secondary small" }, ["Show in the text"], onShow);
  const again = button({ class: "secondary small", hidden: true }, ["Try again"], () => {
    void experiment.load(experiment.text);
  });
  const banner = h("div", { class: "banner", role: "alert", hidden: true }, message, show, again);
  experiment.changed.on(({ status, problems, message: outcome }) => {
    if (status === "reading" || status === "computing") return;
    const errors = problems.filter(({ severity }) => severity === "error");
    const [first] = errors;
    banner.hidden = true;
    if (status === "refused" && first) {
      const count = errors.length === 1 ? "A problem" : `${errors.length} problems, the first`;
      message.textContent = `${count} at ${place(first)}: ${sentence(first)} The picture still shows the last version that ran.`;
    } else if (status === "broken") message.textContent = `The engine does not answer. ${outcome}`;
    else return;
    again.hidden = status !== "broken";
    show.hidden = status !== "refused" || first?.where.startsWith("/inputs") === true;
    banner.hidden = false;
  });
  return banner;
}
