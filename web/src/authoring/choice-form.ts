import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { say } from "../words/authoring";
import type { Draft } from "./draft";
import { mistakesIn, mistakeTexts } from "./draft-parts";
import { cell } from "./fields";
import { remover, type OnChange } from "./question-form";

interface Choice {
  words: string;
  isRight: boolean;
  reply: string;
}

/** Reads the choices of a task, each with its reply. */
function choicesIn(draft: Draft): Choice[] {
  const replies = new Map(mistakesIn(draft));
  return draft
    .one("choice")
    .split("|")
    .map((one) => one.trim())
    .map((text) => {
      const words = text.replace(/^\*\s*/, "");
      return { words, isRight: text.startsWith("*"), reply: replies.get(words) ?? "" };
    });
}

function writeChoices(draft: Draft, choices: readonly Choice[]): void {
  const texts = choices.map(({ words, isRight }) => {
    return `${isRight ? "* " : ""}${words.replaceAll("|", "/")}`;
  });
  draft.set("choice", texts.join(" | "));
  const replies = choices.map(
    ({ words, isRight, reply }) => [isRight ? "" : words, reply] as const,
  );
  draft.set("mistake", ...mistakeTexts(replies));
}

/** The choices: the right one is marked, the others may have a reply. */
export function choiceForm(draft: Draft, _: Experiment, onChange: OnChange) {
  const choices = choicesIn(draft);
  const list = h("div", { class: "pairs" });
  const keep = (isOther: boolean): void => {
    writeChoices(draft, choices);
    onChange();
    if (isOther) fill();
  };
  const fill = (): void =>
    list.replaceChildren(...choices.map((_, index) => rowOf(choices, index, keep)));
  fill();
  const more = button({ class: "quiet small" }, [say.addChoice], () => {
    choices.push({ words: say.choice(choices.length + 1), isRight: false, reply: "" });
    keep(true);
    list.lastElementChild?.querySelector<HTMLElement>("input[type=text]")?.focus();
  });
  return [h("div", { class: "field" }, h("p", { class: "field-head" }, say.choices), list, more)];
}

function rowOf(choices: Choice[], index: number, keep: (isOther: boolean) => void): HTMLElement {
  const own = choices[index]!;
  const radio = h("input", {
    ...{ type: "radio", name: "right-choice", checked: own.isRight },
    "aria-label": say.isRight(index + 1),
  });
  radio.addEventListener("change", () => {
    choices.forEach((other) => (other.isRight = other === own));
    keep(true);
  });
  const remove = remover(say.removeChoice(index + 1), () => {
    choices.splice(index, 1);
    if (own.isRight && choices[0]) choices[0].isRight = true;
    keep(true);
  });
  const words = cell(say.choice(index + 1), own.words, (text) => {
    own.words = text;
    keep(false);
  });
  const take = (text: string): void => {
    own.reply = text;
    keep(false);
  };
  const reply = own.isRight
    ? h("span", { class: "field-note" }, say.thisIsRight)
    : cell(say.replyTo(index + 1), own.reply, take, { placeholder: say.replyIfChosen });
  return h("div", { class: "pair is-choice" }, radio, words, reply, choices.length > 2 && remove);
}
