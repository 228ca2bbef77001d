import { button, freshId, h } from "../base/dom";
import { hotkeys, shownKeys, type Actions } from "../parts/hotkeys";
import { isLanguage, languages } from "../words/languages";
import { words } from "../words/words";
import { chooseLanguage, currentLanguage } from "./language";

/** The dialog with the keys of this page, its language, and short instructions. */
export function openHelp(actions: Actions): void {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" });
  const close = (): void => dialog.close();
  dialog.append(
    h(
      "div",
      { class: "help-head" },
      h("h2", { id: "help-title" }, words.help),
      ...languageChoice(close),
    ),
    h("p", {}, words.helpOnChanges),
    h("div", { class: "keys" }, ...keyTables(actions)),
    h("p", {}, words.helpOnBalance),
    button({ class: "primary" }, [words.close], close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function languageChoice(close: () => void): readonly HTMLElement[] {
  const id = freshId("language");
  const select = h(
    "select",
    { id },
    ...Object.entries(languages).map(([value, name]) =>
      h("option", { value, lang: value, selected: value === currentLanguage() }, name),
    ),
  );
  select.addEventListener("change", () => {
    close();
    if (isLanguage(select.value)) void chooseLanguage(select.value);
  });
  return [h("label", { for: id }, words.language), select];
}

/** The keys that are active on this page. */
function keyTables(actions: Actions): readonly HTMLElement[] {
  const own = hotkeys.filter(({ id }) => actions[id] !== undefined);
  const key = (shown: string): HTMLElement => h("kbd", {}, shown);
  return [...new Set(own.map(({ group }) => group))].map((group) => {
    const rows = own
      .filter((row) => row.group === group)
      .map(({ id, label }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, ...shownKeys(id).split(" ").map(key)),
          h("td", {}, words[label]),
        ),
      );
    return h("table", {}, h("caption", {}, words[group]), h("tbody", {}, ...rows));
  });
}
