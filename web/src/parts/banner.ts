import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { explained } from "./explained";
import { place, problemList, sentence } from "./problems";

/** At most this many problems are listed. */
const listed = 20;

/** A note above the figure while the model is refused or the engine does not answer. */
export class Banner extends Component {
  readonly element: HTMLElement;
  readonly #message = h("p", {});
  readonly #show: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  readonly #list = h("div", { class: "banner-list" });

  constructor(
    readonly experiment: Experiment,
    onAgain: () => void,
    /**
     * Shows the first problem in the text. Missing if the page does not show the text: then all
     * problems are listed.
     */
    readonly onShow?: () => void,
  ) {
    super();
    this.#show = button({ class: "secondary small" }, [words.showInText], () => onShow?.());
    this.#again = button({ class: "secondary small", hidden: true }, [words.tryAgain], onAgain);
    this.element = h(
      "div",
      { class: "banner", role: "alert", hidden: true, part: "problems" },
      h("div", { class: "banner-line" }, this.#message, this.#show, this.#again),
      this.#list,
    );
    this.follow(experiment.changed, () => this.#update());
  }

  #update(): void {
    const { status, problems, message, trajectory } = this.experiment;
    if (status === "reading" || status === "computing") return;
    const errors = problems.filter(({ severity }) => severity === "error");
    const [first] = errors;
    this.element.hidden = true;
    const isListed = status === "refused" && !this.onShow && errors.length > 1;
    if (status === "refused" && first) {
      const what = isListed
        ? words.problemsInText(errors.length)
        : words.firstProblem(errors.length, place(first), sentence(first));
      this.#message.textContent = `${what}${trajectory ? ` ${words.lastPicture}` : ""}`;
    } else if (status === "broken") this.#message.textContent = message;
    else return;
    this.#again.hidden = status !== "broken";
    const code = status === "refused" ? first?.code : /\bPH\d{3}\b/.exec(message)?.[0];
    const hasText = this.onShow !== undefined;
    if (isListed) this.#list.replaceChildren(problemList(errors.slice(0, listed)));
    else this.#list.replaceChildren(...(code ? [explained(code, "", hasText)] : []));
    const isOfInputs = first?.where.startsWith("/inputs") === true;
    this.#show.hidden = !hasText || status !== "refused" || isOfInputs;
    this.element.hidden = false;
  }
}
