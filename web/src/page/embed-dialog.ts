import type { Part } from "../element/parts";
import { button, freshId, h, setText } from "../base/dom";
import { checks, choice, group, type Checks } from "./choices";
import type { Experiment } from "../study/experiment";
import { hasTasks } from "../prose/read-task";
import { languages } from "../words/languages";
import "../styles/embed-dialog.css";
import { copy, embedCode } from "./copy-and-save";
import { words } from "../words/words";

/** The simulation to be embedded, at the displayed time. */
export interface Embedded {
  readonly experiment: Experiment;
  readonly name: string;
  /** The model's page, Markdown. */
  readonly page: string;
  /** The hash of a link to this state. */
  readonly link: () => Promise<string>;
}

/** The parts that are offered, with their approximate heights, px. */
const offered: readonly (readonly [Part, number])[] = [
  ["transport", 48],
  ["knobs", 200],
  ["tasks", 220],
  ["traces", 220],
  ["view", 0],
  ["inputs", 120],
  ["equations", 220],
  ["ledger", 200],
  ["method", 160],
];
const usual: readonly Part[] = ["transport", "knobs", "tasks"];
const figureHeight = 360;
/** Number of parameters that are selected at first. */
const fewKnobs = 4;

/** The dialog with the code that shows a simulation in another page, and a preview. */
export async function openEmbedDialog(embedded: Embedded): Promise<void> {
  new EmbedDialog(embedded, await embedded.link()).open();
}

class EmbedDialog {
  readonly #dialog = h("dialog", { class: "help embed-dialog", "aria-labelledby": "embed-title" });
  readonly #parts: readonly (readonly [Part, number])[];
  readonly #shown: Checks<Part>;
  readonly #knobs: Checks<string>;
  readonly #knobGroup: HTMLElement;
  readonly #plays = h("input", { type: "checkbox" });
  readonly #language = choice(words.language, { "": words.asReader, ...languages });
  readonly #theme = choice(words.colours, {
    ...{ "": words.asReader, light: words.light, dark: words.dark },
  });
  readonly #height = h("input", { type: "number", min: 120, max: 4000, step: 20 });
  readonly #code = h("textarea", {
    ...{ id: freshId("code"), readonly: true, rows: 4, spellcheck: "false" },
  });
  readonly #preview = h("div", {
    ...{ class: "embed-preview", role: "region", tabindex: 0, "aria-label": words.howItLooks },
  });
  /** The reader has set the height. */
  #isOwnHeight = false;

  constructor(
    readonly embedded: Embedded,
    /** The hash of a link to the simulation. */
    readonly hash: string,
  ) {
    const parameters = this.#parameters;
    this.#parts = offered.filter(([part]) => isAvailable(part, embedded));
    this.#shown = checks(
      this.#parts.map(([part]) => ({ value: part, label: words.embedParts[part] })),
      usual,
    );
    this.#knobs = checks(
      parameters.map(({ name: value, label }) => ({
        value,
        // Components of the same kind have parameters with the same label.
        label: !label ? value : value.includes(".") ? `${label} (${value})` : label,
      })),
      parameters.slice(0, fewKnobs).map((one) => one.name),
    );
    this.#knobGroup = group(words.whichKnobs, this.#knobs.element);
    this.#fill();
  }

  open(): void {
    const dialog = this.#dialog;
    this.#height.addEventListener("input", () => {
      this.#isOwnHeight = this.#height.value !== "";
    });
    dialog.addEventListener("input", () => this.#update());
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    this.#update();
    dialog.showModal();
  }

  get #parameters() {
    return this.embedded.experiment.description?.parameters ?? [];
  }

  #fill(): void {
    const choices = h(
      "form",
      { class: "embed-choices", method: "dialog" },
      group(words.besideFigure, this.#shown.element),
      this.#knobGroup,
      h("label", { class: "check" }, this.#plays, words.playsByItself),
      h("label", {}, words.height, this.#height, "px"),
      this.#language.element,
      this.#theme.element,
    );
    const result = h("div", { class: "embed-result" }, h("p", {}, words.howItLooks), this.#preview);
    this.#dialog.append(
      h("h2", { id: "embed-title" }, words.embed),
      h("div", { class: "embed-sides" }, choices, result),
      h("label", { for: this.#code.id }, words.embedCode),
      this.#code,
      this.#makeFoot(),
    );
  }

  #makeFoot(): HTMLElement {
    const status = h("span", { role: "status" });
    const take = button({ class: "primary" }, [words.copyCode], () => {
      void copy(this.#code.value).then((isDone) => {
        if (!isDone) this.#code.select();
        setText(status, isDone ? words.codeCopied : words.noCopying);
      });
    });
    return h(
      "div",
      { class: "embed-foot" },
      take,
      button({ class: "secondary" }, [words.close], () => this.#dialog.close()),
      status,
      h("a", { href: "./docs/embedding.html" }, words.moreOnEmbedding),
    );
  }

  /** The hash of the frame's address. */
  #address(): string {
    const given = new URLSearchParams(this.hash.slice(1));
    const chosen = this.#shown.values();
    given.set("controls", chosen.length > 0 ? chosen.join(",") : "none");
    const some = this.#knobs.values();
    if (chosen.includes("knobs") && some.length < this.#parameters.length)
      given.set("knobs", some.join(","));
    if (this.#plays.checked) given.set("autoplay", "");
    if (this.#language.value) given.set("lang", this.#language.value);
    if (this.#theme.value) given.set("theme", this.#theme.value);
    return `#${given.toString().replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%2A/g, "*")}`;
  }

  #update(): void {
    const chosen = this.#shown.values();
    const height = this.#height;
    this.#knobGroup.hidden = !chosen.includes("knobs") || this.#parameters.length < 2;
    if (!this.#isOwnHeight) {
      const beside = this.#parts.filter(([part]) => chosen.includes(part));
      height.value = String(beside.reduce((sum, [, one]) => sum + one, figureHeight));
    }
    const { name } = this.embedded;
    const text = embedCode(name, this.#address(), Number(height.value) || figureHeight);
    if (this.#code.value === text) return;
    this.#code.value = text;
    const frame = new DOMParser().parseFromString(text, "text/html").querySelector("iframe");
    if (frame) this.#preview.replaceChildren(frame);
  }
}

/** Whether the model has any content for a part. */
function isAvailable(part: Part, { experiment, page }: Embedded): boolean {
  const { parameters = [], ports = [] } = experiment.description ?? {};
  if (part === "knobs") return parameters.length > 0;
  if (part === "inputs") return ports.length > 0;
  return part !== "tasks" || hasTasks(page);
}
