import { Component } from "../base/component";
import { h } from "../base/dom";
import { motionSeen } from "../base/ticker";
import type { Lab } from "../element/lab";
import { connectProse } from "../prose/connect-prose";
import { words } from "../words/words";
import type { Lesson } from "../prose/lesson";

/**
 * The model's page for the reader, which acts on the simulation; it is typeset after the first
 * frames. Its tasks are worked on beside the figure.
 */
export class AboutPanel extends Component {
  readonly element = h("div", {});
  #shown: string | null = null;

  constructor(
    readonly lesson: Lesson,
    readonly lab: Lab,
    readonly openTask: (number: number) => void,
  ) {
    super();
    this.#show();
  }

  /** Shows what was edited since. */
  open(): void {
    if (this.#shown !== null && this.#shown !== this.lesson.text) this.#show();
  }

  #show(): void {
    const { lab, lesson } = this;
    const { text } = lesson;
    this.#shown = text;
    if (!text) return this.#say(words.noPage);
    const isDrawn = lab.shown.then(motionSeen);
    Promise.all([import("./markdown"), isDrawn]).then(
      async ([{ renderMarkdown }]) => {
        const article = await renderMarkdown(text);
        if (text !== this.#shown) return;
        connectProse(article, lab, this.openTask);
        this.element.replaceChildren(article);
      },
      () => this.#say(words.pageNotLoaded),
    );
  }

  #say(sentence: string): void {
    this.element.replaceChildren(h("p", { class: "empty" }, sentence));
  }
}
