import { h } from "../base/dom";
import { announce } from "./announce";

let note: HTMLElement | undefined;

/** Shows a sentence for a short time, and announces it, after another one, to screen readers. */
export function showNote(sentence: string, before = ""): void {
  note?.remove();
  note = h("p", { class: "page-note" }, sentence);
  const shown = note;
  document.body.append(shown);
  announce(`${before} ${sentence}`.trim());
  window.setTimeout(() => shown.remove(), 6000);
}
