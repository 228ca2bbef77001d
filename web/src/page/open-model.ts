import { looksLikeModel, ownId, readModelFile } from "../models/own";
import { recentModels } from "../models/recent";
import { blankDrawing, templates } from "../models/templates";
import { button, h } from "../base/dom";
import { Emitter } from "../base/emitter";
import { menuButton } from "../parts/menu";
import { icon } from "../parts/icons";
import { writeLink } from "../study/link";
import { showNote } from "./note";
import { words } from "../words/words";

async function show(text: string, page?: string): Promise<void> {
  location.hash = await writeLink({
    model: ownId,
    text,
    settings: { set: {}, inputs: {} },
    time: 0,
    ...(page === undefined ? {} : { page }),
  });
}

/** A file with a table was dropped on the page. */
export const tableBrought = new Emitter<File>();

async function bring(file: File): Promise<void> {
  if (/\.(csv|tsv|txt|dat)$/i.test(file.name) || file.type === "text/csv")
    return tableBrought.emit(file);
  const read = await readModelFile(file);
  if ("text" in read) return show(read.text);
  showNote(read.fault);
}

/** Opens a blank drawing board. */
export const drawNew = (): void => void blankDrawing().then((text) => show(text));

/** Opens a blank drawing board in space. */
const drawSpace = (): void => void blankDrawing("space").then((text) => show(text));

/** The header's buttons for the reader's own models: a new one, and one from a file. */
export function modelButtons(): readonly HTMLElement[] {
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void bring(chosen);
    file.value = "";
  });
  const label = (text: string): HTMLElement => h("span", { class: "label" }, text);
  return [
    ...menuButton(
      { "aria-label": words.newModel, title: words.newTitle },
      [icon("plus"), label(words.new)],
      words.newFrom,
      [
        [words.drawNew, drawNew],
        [words.drawSpace, drawSpace],
        ...templates().map(
          ({ name, text }) => [name, () => void text().then((one) => show(one))] as const,
        ),
      ],
    ),
    button(
      {
        class: "quiet",
        "aria-label": words.openModel,
        title: words.openTitle,
      },
      [icon("open"), label(words.open)],
      () => file.click(),
    ),
    file,
  ];
}

/** Links to the reader's recent models; null if there are none. */
export function recentList(): HTMLElement | null {
  const models = recentModels();
  if (models.length === 0) return null;
  return h(
    "p",
    { class: "recent" },
    words.yours,
    ...models.flatMap(({ name, text, page }, i) => [
      i > 0 ? ", " : "",
      button({ class: "as-link" }, [name], () => void show(text, page)),
    ]),
  );
}

/** Accepts files that are dropped on the page, and texts that are pasted outside of its fields. */
export function listenToDroppedModels(): void {
  window.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    void bring(file);
  });
  window.addEventListener("paste", (event) => {
    const [target] = event.composedPath();
    const isField =
      target instanceof HTMLElement &&
      (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isField || !looksLikeModel(text)) return;
    event.preventDefault();
    void show(text);
  });
}
