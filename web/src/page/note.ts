import { h } from "../base/dom";
import { announce } from "./announce";

let note: HTMLElement | undefined;

/** Shows a sentence for a moment, and says it, after another one, to readers who cannot see it. */
export function showNote(sentence: string, before = ""): void {
  note?.remove();
  note = h("p", { class: "page-note" }, sentence);
  const shown = note;
  document.body.append(shown);
  announce(`${before} ${sentence}`.trim());
  window.setTimeout(() => shown.remove(), 6000);
}
