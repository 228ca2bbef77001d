import { offlineHtml, pieceNames, type OfflineParts } from "../../../bindings/js/offline";
import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { icon, type IconName } from "../parts/icons";
import { announce } from "./announce";
import { words } from "../words/words";

/** A button in the header that performs an action and reports it for a short time. */
export function reportingButton(
  name: string,
  picture: IconName,
  title: string,
  act: () => Promise<string>,
): { readonly button: HTMLElement; readonly act: () => void } {
  const label = h("span", { class: "label" }, name);
  const run = async (): Promise<void> => {
    const done = await act();
    announce(`${done}.`);
    label.textContent = done;
    window.setTimeout(() => (label.textContent = name), 2500);
  };
  const start = (): void => void run();
  return { button: button({ class: "quiet", title }, [icon(picture), label], start), act: start };
}

/** The code of a frame with this state, for other pages; its height in px. */
export function embedCode(name: string, hash: string, height: number): string {
  const address = new URL(`./embed.html${hash}`, location.href).href;
  const text = (value: string): string =>
    value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  return `<iframe src="${text(address)}" title="${text(name)}" width="100%" height="${height}" style="border: 0" loading="lazy"></iframe>`;
}

/** Copies a text; false if the page is not allowed to. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves one HTML file with the model in its current state, which works offline. */
export async function saveOffline(
  experiment: Experiment,
  page: string,
  fileName: string,
): Promise<string> {
  try {
    const { source, settings, description } = experiment;
    const read = async (name: string): Promise<[string, string]> => {
      const response = await fetch(`./embed/${name}`);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      return [name, await response.text()];
    };
    const pieces = Object.fromEntries(await Promise.all(pieceNames.map(read)));
    const html = offlineHtml({
      title: description?.name || "Porthos",
      text: source.text,
      files: source.files,
      settings,
      page,
      attributes: { controls: "all" },
      pieces: pieces as OfflineParts["pieces"],
    });
    saveText(html, `${fileName}.html`, "text/html");
    return words.saved;
  } catch {
    return words.notMade;
  }
}

export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
