import { button, h } from "../base/dom";
import { say } from "../words/drawing";
import { shownKey, type BoardAction } from "./actions";

/** The dialog with all actions of a board: letters filter it, arrows choose, Enter acts. */
export function openPalette(place: HTMLElement, actions: readonly BoardAction[]): void {
  const search = h("input", {
    ...{ type: "search", placeholder: say.searchActions, "aria-label": say.searchActions },
  });
  const list = h("div", { class: "palette-list", role: "group", "aria-label": say.allActions });
  const dialog = h("dialog", { class: "palette", "aria-label": say.allActions }, search, list);
  const choose = (action: BoardAction): void => {
    dialog.close();
    action.act();
  };
  const show = (): void => {
    const asked = search.value.toLowerCase().trim();
    const rows = actions
      .filter(({ name }) => name.toLowerCase().includes(asked))
      .map((action) =>
        button(
          { class: "quiet" },
          [action.name, action.key ? h("kbd", {}, shownKey(action.key)) : ""],
          () => choose(action),
        ),
      );
    list.replaceChildren(...(rows.length > 0 ? rows : [h("p", { role: "status" }, say.noAction)]));
  };
  const move = (by: number): void => {
    const stops: readonly HTMLElement[] = [search, ...list.querySelectorAll("button")];
    const root = dialog.getRootNode() as Document | ShadowRoot;
    const at = stops.indexOf(root.activeElement as HTMLElement);
    stops[(at + by + stops.length) % stops.length]?.focus();
  };
  search.addEventListener("input", show);
  dialog.addEventListener("keydown", (event) => {
    const { key } = event;
    event.stopPropagation(); // the page has actions for some of these letters
    if (key === "ArrowDown" || key === "ArrowUp") move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter" && event.target === search) list.querySelector("button")?.click();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("close", () => dialog.remove());
  // The finger that opened the dialog may be lifted over it, which is no press of what is there.
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => (pressed = target));
  const onClick = (event: MouseEvent): void => {
    const isByKey = event.detail === 0;
    if (!pressed && !isByKey) event.stopPropagation();
    else if (pressed === dialog && event.target === dialog) dialog.close();
  };
  dialog.addEventListener("click", onClick, { capture: true });
  show();
  place.append(dialog);
  dialog.showModal();
}
