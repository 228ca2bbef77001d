import type { Lab } from "../element/lab";
import { h, setText } from "../base/dom";
import { icon } from "../parts/icons";
import { menuButton } from "../parts/menu";
import { announce } from "./announce";
import { showNote } from "./note";
import { toCsv } from "./data-panel";
import { saveBlob, saveCourse, saveOffline, saveText } from "./copy-and-save";
import { stamped, stampFor, withEnd } from "./stamp";
import { words } from "../words/words";

/** A short report, and a note for further information. */
type Done = string | { readonly done: string; readonly note: string };

/** The entries of the menu: formats to save. Each returns a short report. */
function ways(
  lab: Lab,
  page: () => string,
  fileName: () => string,
  onProgress: (report: string) => void,
): readonly (readonly [string, () => Promise<Done>])[] {
  const { experiment } = lab;
  const saved = async (blob: Blob | null, ending: string, fault: string): Promise<string> => {
    if (!blob) return fault;
    saveBlob(await stamped(blob, await stampFor(experiment)), `${fileName()}.${ending}`);
    return words.saved;
  };
  return [
    [words.saveHtml, () => saveOffline(experiment, page(), fileName())],
    [words.saveCourse("1.2"), () => saveCourse(experiment, page(), fileName(), "1.2")],
    [words.saveCourse("2004"), () => saveCourse(experiment, page(), fileName(), "2004")],
    [words.savePng, async () => saved(await lab.capture.sheet(), "png", words.noPictureToSave)],
    [
      words.saveFilm,
      async () => {
        const blob = await lab.capture.film((share) =>
          onProgress(words.filmShare(Math.round(100 * share))),
        );
        const ending = blob?.type.includes("mp4") === true ? "mp4" : "webm";
        return saved(blob, ending, words.noFilm);
      },
    ],
    [
      words.saveGif,
      async () => {
        const { gifOf } = await import("./gif");
        const blob = await gifOf(lab, (share) =>
          onProgress(words.gifShare(Math.round(100 * share))),
        );
        return saved(blob, "gif", words.noMotion);
      },
    ],
    [
      words.saveCsv,
      async () => {
        const { trajectory } = experiment;
        if (!trajectory) return words.noRunToSave;
        const stamp = await stampFor(experiment);
        saveText(toCsv(trajectory, stamp), `${fileName()}.csv`, "text/csv");
        return words.saved;
      },
    ],
    [
      words.saveJson,
      async () => {
        const { text, isWhole } = await experiment.wholeText();
        saveText(withEnd(text), `${fileName()}.porthos.json`, "application/json");
        return isWhole ? words.saved : { done: words.saved, note: words.textIsNotAll };
      },
    ],
  ];
}

/**
 * The header's button "Save" with its menu; `page` gives the model's page, for formats with its tasks.
 */
export function makeSaveMenu(
  lab: Lab,
  page: () => string,
  fileName: () => string,
): readonly HTMLElement[] {
  const label = h("span", { class: "label" }, words.save);
  const onProgress = (report: string): void => setText(label, report);
  const run = async (act: () => Promise<Done>): Promise<void> => {
    label.textContent = words.saving;
    const result = await act();
    const { done, note } = typeof result === "string" ? { done: result, note: "" } : result;
    if (note) showNote(note, `${done}.`);
    else announce(`${done}.`);
    label.textContent = done;
    window.setTimeout(() => (label.textContent = words.save), 2500);
  };
  return menuButton({ title: words.saveTitle }, [icon("save"), label], words.saveAs, [
    [words.figureEntry, () => void openFigure(lab, fileName)],
    [words.equationsEntry, () => void openEquations(lab, fileName)],
    [words.worksheetEntry, () => void openWorksheet(lab, page())],
    ...ways(lab, page, fileName, onProgress).map(
      ([name, act]) => [name, () => void run(act)] as const,
    ),
  ]);
}

/** The dialog is loaded when it is wanted. */
async function openFigure(lab: Lab, fileName: () => string): Promise<void> {
  const { openFigureDialog } = await import("./figure-dialog");
  openFigureDialog(lab, fileName());
}

async function openEquations(lab: Lab, fileName: () => string): Promise<void> {
  try {
    const { openEquationsDialog } = await import("./equations-dialog");
    await openEquationsDialog(lab, fileName());
  } catch {
    announce(`${words.notMade}.`);
  }
}

async function openWorksheet(lab: Lab, page: string): Promise<void> {
  try {
    const { printWorksheet } = await import("./worksheet");
    await printWorksheet(lab, page);
  } catch {
    announce(`${words.notMade}.`);
  }
}
