import type { DiagramBox } from "../../../bindings/js/diagram";
import { findPlaces } from "../editor/pointer";
import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** Longer pieces of a text are cut off. */
const longest = 600;

/** Shows the text of the clicked part. */
export class PartNote {
  readonly element = h("section", { class: "part-note", "aria-live": "polite", hidden: true });

  constructor(
    readonly experiment: Experiment,
    readonly onPlace: (pointer: string) => void,
  ) {}

  show(box: DiagramBox | null): void {
    // The text of a component is not shown if its inside can be opened.
    const pieces = (box?.parts ?? []).map((part) => ({
      part,
      text: box?.inside ? "" : this.#piece(part),
    }));
    this.element.hidden = !box || pieces.length === 0;
    if (!box) return this.element.replaceChildren();
    const [first] = pieces;
    const own = pieces.map(({ part }) => part).filter((part) => part.startsWith("/"));
    this.element.replaceChildren(
      h("h3", {}, `${box.name.replace(/_\{(.*)\}$/, " $1")}: ${words.boxKinds[box.kind]}`),
      ...pieces
        .filter((one) => one.text !== "" && !(box.inside && one !== first))
        .map(({ part, text }) =>
          h("pre", { tabindex: 0, "aria-label": part }, h("code", {}, text)),
        ),
      ...(own.length > 0
        ? [button({ class: "quiet small" }, [words.inTheText], () => this.onPlace(own.join(" ")))]
        : []),
    );
  }

  /** The key and value at a JSON Pointer, or at one in a used file. */
  #piece(part: string): string {
    const { source } = this.experiment;
    const [file = "", pointer = part] = part.startsWith("/") ? [] : part.split("#");
    const text = file === "" ? source.text : (source.files[file] ?? "");
    const place = findPlaces(text).get(pointer);
    if (!place) return "";
    const from = place.key?.from ?? place.value.from;
    const indent = /[ ]*$/.exec(text.slice(0, from))?.[0] ?? "";
    const piece = text.slice(from, place.value.to).replaceAll(`\n${indent}`, "\n");
    return piece.length > longest ? `${piece.slice(0, longest)}…` : piece;
  }
}
