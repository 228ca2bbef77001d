import type { JsonEditor } from "../editor/json-editor";
import type { Problem } from "../engine/types";
import { announce } from "./announce";
import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { problemList, sentence } from "../parts/problems";
import { words } from "../words/words";

export interface TextPanel {
  readonly element: HTMLElement;
  /** The editor is fetched when it is first shown. */
  open(): void;
  /** Lights up what stands at JSON Pointers with spaces between them, and brings it into view. */
  show(places: string): void;
  dispose(): void;
}

/** The model text, editable, with its problems in words. */
export function makeTextPanel(
  experiment: Experiment,
  original: string,
  onProblems: (count: number) => void,
): TextPanel {
  const editorHost = h("div", { class: "editor" });
  const problemHost = h("div", { class: "problem-host" });
  const revert = button({ class: "quiet small", hidden: true }, [words.originalText], () => {
    if (editor) editor.text = original;
    void experiment.load(original);
  });
  const element = h(
    "div",
    { class: "text-panel" },
    h("div", { class: "text-head" }, h("p", {}, words.textIsAll), revert),
    editorHost,
    problemHost,
  );
  let editor: JsonEditor | null = null;
  let opening: Promise<void> | null = null;
  let shown = "";

  const reveal = (problem: Problem): void => void opening?.then(() => editor?.reveal(problem));
  const showProblems = (): void => {
    const { problems, status } = experiment;
    revert.hidden = experiment.text === original;
    if (status === "reading" || status === "computing") return;
    editor?.showProblems(problems, sentence);
    const key = JSON.stringify(problems);
    if (key === shown) return;
    shown = key;
    onProblems(problems.length);
    problemHost.replaceChildren(problems.length > 0 ? problemList(problems, reveal) : "");
    const errors = problems.filter(({ severity }) => severity === "error");
    const [first] = errors;
    if (first) {
      announce(words.problemsTold(errors.length, sentence(first)));
    }
  };
  const isSymbol = (name: string): boolean => {
    const { parameters = [], states = [] } = experiment.description ?? {};
    return [...parameters, ...states].some((symbol) => symbol.name === name);
  };
  const open = async (): Promise<void> => {
    const { makeJsonEditor } = await import("../editor/json-editor");
    editor = makeJsonEditor(
      (text) => void experiment.load(text),
      (name, place) =>
        experiment.attention.pointed.emit(name !== null && isSymbol(name) ? name : place),
    );
    editor.text = experiment.text;
    editorHost.append(editor.element);
    editor.showProblems(experiment.problems, sentence);
  };
  experiment.attention.pointed.on((name) => editor?.light(name));
  experiment.changed.on(showProblems);
  experiment.described.on(() => {
    if (editor && !editor.element.contains(document.activeElement)) editor.text = experiment.text;
  });
  return {
    element,
    open: () => void (opening ??= open()),
    show: (places) => void opening?.then(() => editor?.show(places)),
    dispose: () => editor?.dispose(),
  };
}
