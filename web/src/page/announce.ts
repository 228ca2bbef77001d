import { h } from "../base/dom";

let region: HTMLElement | undefined;

/** Announces a sentence to screen readers. */
export function announce(sentence: string): void {
  if (!region) {
    region = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  const said = region;
  said.textContent = "";
  requestAnimationFrame(() => (said.textContent = sentence));
}
