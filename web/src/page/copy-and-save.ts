import {
  offlineHtml,
  pieceNames,
  type CourseRules,
  type OfflineParts,
} from "../../../bindings/js/offline";
import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { icon, type IconName } from "../parts/icons";
import { announce } from "./announce";
import { words } from "../words/words";
import { stampFor } from "./stamp";

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
    const parts = partsOf(experiment, page, "all");
    const stamp = await stampFor(experiment);
    const html = offlineHtml({ ...parts, stamp, pieces: await readPieces() });
    saveText(html, `${fileName}.html`, "text/html");
    return words.saved;
  } catch {
    return words.notMade;
  }
}

/** Share of the points from which on a page is passed. The command has an option for it. */
const passMark = 0.5;

/** Saves a course package with the model in its current state and the tasks of its page. */
export async function saveCourse(
  experiment: Experiment,
  page: string,
  fileName: string,
  version: CourseRules["version"],
): Promise<string> {
  try {
    const [{ coursePackage }, pieces] = await Promise.all([
      import("../../../bindings/js/scorm"),
      readPieces(),
    ]);
    const stamp = await stampFor(experiment);
    const parts = { ...partsOf(experiment, page, "transport traces knobs tasks"), stamp };
    const rules = { version, pass: passMark };
    const bytes = coursePackage({ title: parts.title, rules, pages: [parts], pieces });
    saveBlob(new Blob([bytes.slice()], { type: "application/zip" }), `${fileName}.zip`);
    return words.saved;
  } catch {
    return words.notMade;
  }
}

function partsOf(
  { source, settings, description }: Experiment,
  page: string,
  controls: string,
): Omit<OfflineParts, "pieces"> {
  return {
    title: description?.name || "Porthos",
    text: source.text,
    files: source.files,
    settings,
    page,
    attributes: { controls },
  };
}

async function readPieces(): Promise<OfflineParts["pieces"]> {
  const read = async (name: string): Promise<[string, string]> => {
    const response = await fetch(`./embed/${name}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return [name, await response.text()];
  };
  return Object.fromEntries(await Promise.all(pieceNames.map(read))) as OfflineParts["pieces"];
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
