import { button, freshId, h } from "../base/dom";

type Attributes = Parameters<typeof button>[0];
type Children = Parameters<typeof button>[1];

/** A plain button and the menu that it opens below itself: names, and a description of each. */
export function menuButton(
  attributes: Attributes,
  children: Children,
  name: string,
  rows: readonly (readonly [string, () => void])[],
): readonly [HTMLButtonElement, HTMLElement] {
  const id = freshId("menu");
  const menu = h(
    "div",
    { id, class: "menu", popover: "auto", role: "group", "aria-label": name },
    ...rows.map(([row, act]) =>
      button({ class: "quiet" }, [row], () => {
        menu.hidePopover();
        act();
      }),
    ),
  );
  const opener = button({ class: "quiet", popovertarget: id, ...attributes }, children, () => {
    const { bottom, right } = opener.getBoundingClientRect();
    menu.style.top = `${bottom}px`;
    menu.style.right = `${Math.max(8, document.documentElement.clientWidth - right)}px`;
  });
  return [opener, menu];
}
