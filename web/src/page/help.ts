import { button, h } from "../parts/dom";
import type { Hotkey } from "../parts/hotkeys";

/** The dialog with all keys and the few things one has to know. */
export function openHelp(hotkeys: readonly Hotkey[]): void {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" });
  const rows = hotkeys.map(({ shown, label }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ...shown.split(" ").map((key) => h("kbd", {}, key))),
      h("td", {}, label),
    ),
  );
  dialog.append(
    h("h2", { id: "help-title" }, "Help"),
    h(
      "p",
      {},
      "Every change of a parameter, an input, the method or the text computes the motion anew from the start. " +
        "The picture, the traces and the ledger share one clock: drag in any trace to move it.",
    ),
    h("table", { class: "keys" }, h("tbody", {}, ...rows)),
    h(
      "p",
      {},
      "The balance error is stored energy gained, plus energy dissipated, minus energy supplied, minus what events added. " +
        "It is computed from the columns of each run, not assumed to be zero.",
    ),
    button({ class: "primary" }, ["Close"], () => dialog.close()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
