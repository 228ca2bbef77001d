import type { Lab } from "../element/lab";
import { button, freshId, h } from "../parts/dom";
import { icon } from "../parts/icons";
import { announce } from "./announce";
import { toCsv } from "./data-panel";
import { saveBlob, saveOffline, saveText } from "./take-away";
import { words } from "../words/words";

/** What can be saved of a simulation, by the names of the menu; each says what it has done. */
function ways(
  lab: Lab,
  page: string,
  fileName: () => string,
): readonly (readonly [string, () => Promise<string>])[] {
  const { experiment } = lab;
  const saved = (blob: Blob | null, ending: string, fault: string): string => {
    if (!blob) return fault;
    saveBlob(blob, `${fileName()}.${ending}`);
    return words.saved;
  };
  return [
    [words.saveHtml, () => saveOffline(experiment, page, fileName())],
    [words.savePng, async () => saved(await lab.sheet(), "png", words.noPictureToSave)],
    [
      words.saveFilm,
      async () => {
        const blob = await lab.film();
        const ending = blob?.type.includes("mp4") === true ? "mp4" : "webm";
        return saved(blob, ending, words.noFilm);
      },
    ],
    [
      words.saveCsv,
      () => {
        const { trajectory } = experiment;
        if (!trajectory) return Promise.resolve(words.noRunToSave);
        saveText(toCsv(trajectory), `${fileName()}.csv`, "text/csv");
        return Promise.resolve(words.saved);
      },
    ],
    [
      words.saveJson,
      () => {
        saveText(experiment.text, `${fileName()}.porthos.json`, "application/json");
        return Promise.resolve(words.saved);
      },
    ],
  ];
}

/** The header's button "Save" with its menu; `page` is the model's, for what shows its tasks. */
export function makeSaveMenu(
  lab: Lab,
  page: string,
  fileName: () => string,
): readonly HTMLElement[] {
  const id = freshId("save");
  const label = h("span", { class: "label" }, words.save);
  const run = async (act: () => Promise<string>): Promise<void> => {
    menu.hidePopover();
    label.textContent = words.saving;
    const done = await act();
    announce(`${done}.`);
    label.textContent = done;
    window.setTimeout(() => (label.textContent = words.save), 2500);
  };
  const menu = h(
    "div",
    { id, class: "menu", popover: "auto", role: "group", "aria-label": words.saveAs },
    ...ways(lab, page, fileName).map(([name, act]) =>
      button({ class: "quiet" }, [name], () => void run(act)),
    ),
  );
  const opener = button(
    { class: "quiet", popovertarget: id, title: words.saveTitle },
    [icon("save"), label],
    () => {
      const { bottom, right } = opener.getBoundingClientRect();
      menu.style.top = `${bottom}px`;
      menu.style.right = `${Math.max(8, document.documentElement.clientWidth - right)}px`;
    },
  );
  return [opener, menu];
}
