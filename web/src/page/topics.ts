import { freshId, h } from "../base/dom";
import { topicName } from "../models/arrange";
import { gallery } from "../models/catalog";
import { words } from "../words/words";

/** The subjects of the gallery, those with most models first; models without a motion come last. */
export const topics: readonly string[] = orderedTopics();

function orderedTopics(): string[] {
  const counts = new Map<string, number>();
  for (const { subject } of gallery) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  const rank = (name: string): number => (name === "refusals" ? 0 : (counts.get(name) ?? 0));
  return [...counts.keys()].sort((one, other) => rank(other) - rank(one));
}

/** Chooses one topic, or all of them: one stop of the Tab key, arrow keys within. */
export class Topics {
  readonly element: HTMLElement;
  /** "": all. */
  chosen = "";

  constructor(onChoose: () => void) {
    const name = freshId("topic");
    const choices = ["", ...topics].map((topic) => {
      const input = h("input", { type: "radio", name, value: topic, checked: topic === "" });
      input.addEventListener("change", () => {
        this.chosen = topic;
        onChoose();
      });
      return h(
        "label",
        { class: "topic" },
        input,
        topic === "" ? words.allTopics : topicName(topic),
      );
    });
    this.element = h(
      "div",
      { class: "topics", role: "radiogroup", "aria-label": words.topics },
      ...choices,
    );
  }
}
