import { h } from "./dom";

const region = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
document.body.append(region);

/** Says a sentence to readers who cannot see what changed. */
export function announce(sentence: string): void {
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = sentence));
}
