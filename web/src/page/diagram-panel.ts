import { h } from "../base/dom";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** The tab "Diagram": what draws it is fetched when it is first shown. */
export function makeDiagramPanel(
  experiment: Experiment,
  clock: Clock,
  fileName: () => string,
  /** Shows a place of the text. */
  onPlace: (pointer: string) => void,
  /** Dims all bodies of the figure but these; null: none. */
  onBodies: (names: readonly string[] | null) => void,
): { readonly element: HTMLElement; open(): void } {
  const element = h("div", { class: "diagram-panel" }, h("p", { role: "status" }, words.drawing));
  let opening: Promise<void> | null = null;
  const start = async (): Promise<void> => {
    try {
      const { makeDiagramView } = await import("./diagram-view");
      element.replaceChildren(makeDiagramView(experiment, clock, fileName, onPlace, onBodies));
    } catch {
      element.replaceChildren(h("p", { role: "status" }, words.notDrawn));
      opening = null; // perhaps there is a network when it is shown again
    }
  };
  return { element, open: () => void (opening ??= start()) };
}
