import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { JsonEditor } from "../editor/json-editor";
import type { Problem } from "../engine/types";
import { problemList, sentence } from "../parts/problems";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { announce } from "./announce";

/**
 * The model text, editable, with a list of its problems. The editor is loaded when it is first
 * shown.
 */
export class TextPanel extends Component {
  readonly element: HTMLElement;
  readonly #editorHost = h("div", { class: "editor" });
  readonly #problemHost = h("div", { class: "problem-host" });
  readonly #revert: HTMLButtonElement;
  #editor: JsonEditor | null = null;
  #opening: Promise<void> | null = null;
  /** The listed problems, as JSON. */
  #listed = "";

  constructor(
    readonly experiment: Experiment,
    /** The text before the reader's changes. */
    readonly original: string,
    /** The number of problems has changed; `areWarnings`: none of them is an error. */
    readonly onProblems: (count: number, areWarnings: boolean) => void,
  ) {
    super();
    this.#revert = button({ class: "quiet small", hidden: true }, [words.originalText], () => {
      if (this.#editor) this.#editor.text = original;
      void experiment.load(original);
    });
    this.element = h(
      "div",
      { class: "text-panel" },
      h("div", { class: "text-head" }, h("p", {}, words.textIsAll), this.#revert),
      this.#editorHost,
      this.#problemHost,
    );
    this.follow(experiment.attention.pointed, (name) => this.#editor?.light(name));
    this.follow(experiment.changed, () => this.#showProblems());
    this.follow(experiment.textChanged, (text) => {
      const editor = this.#editor;
      if (editor && !editor.element.contains(document.activeElement)) editor.text = text;
    });
    this.atEnd(() => this.#editor?.dispose());
  }

  open(): void {
    this.#opening ??= this.#load();
  }

  /**
   * Highlights the parts of the text at JSON Pointers, separated by spaces, and scrolls to them.
   */
  show(places: string): void {
    void this.#opening?.then(() => this.#editor?.show(places));
  }

  async #load(): Promise<void> {
    const { experiment } = this;
    const { JsonEditor } = await import("../editor/json-editor");
    const editor = new JsonEditor(
      (text) => void experiment.load(text),
      (name, place) =>
        experiment.attention.pointed.emit(name !== null && this.#isSymbol(name) ? name : place),
    );
    this.#editor = editor;
    editor.text = experiment.text;
    this.#editorHost.append(editor.element);
    editor.showProblems(experiment.problems, sentence);
  }

  #isSymbol(name: string): boolean {
    const { parameters = [], states = [] } = this.experiment.description ?? {};
    return [...parameters, ...states].some((symbol) => symbol.name === name);
  }

  #showProblems(): void {
    const { problems, status, text } = this.experiment;
    this.#revert.hidden = text === this.original;
    if (status === "reading" || status === "computing") return;
    this.#editor?.showProblems(problems, sentence);
    const listed = JSON.stringify(problems);
    if (listed === this.#listed) return;
    this.#listed = listed;
    const errors = problems.filter(({ severity }) => severity === "error");
    this.onProblems(problems.length, errors.length === 0);
    const reveal = (problem: Problem): void =>
      void this.#opening?.then(() => this.#editor?.reveal(problem));
    this.#problemHost.replaceChildren(problems.length > 0 ? problemList(problems, reveal) : "");
    const [first] = errors;
    if (first) announce(words.problemsTold(errors.length, sentence(first)));
  }
}
