import { button, h } from "../base/dom";
import { icon, setIcon } from "../parts/icons";
import { currentTheme, themeChanged, toggleTheme } from "./theme";
import { words } from "../words/words";

/**
 * The first focusable element: it leads past the header. The address cannot hold a place on the
 * page.
 */
export function skipLink(label: string, target: () => HTMLElement): HTMLElement {
  return button({ class: "skip-link secondary" }, [label], () => {
    target().focus();
    target().scrollIntoView();
  });
}

/** The header of both pages. `actions` come before the buttons that every page has. */
export function makeHeader(
  place: HTMLElement | null,
  actions: readonly HTMLElement[],
  onHelp: () => void,
): HTMLElement {
  const themeIcon = icon("moon");
  const theme = button(
    { class: "quiet square", "aria-label": words.darkColours },
    [themeIcon],
    toggleTheme,
  );
  const show = (): void => {
    const isDark = currentTheme() === "dark";
    setIcon(themeIcon, isDark ? "sun" : "moon");
    theme.setAttribute("aria-label", isDark ? words.lightColours : words.darkColours);
    theme.title = isDark ? words.lightColours : words.darkColours;
  };
  show();
  themeChanged.on(show);
  return h(
    "header",
    { class: "masthead" },
    h("a", { class: "wordmark", href: "#", "aria-label": words.galleryOfModels }, "Porthos"),
    place ?? h("span", { class: "grow" }),
    h(
      "div",
      { class: "actions" },
      ...actions,
      h("a", { class: "docs-link", href: "./docs/start.html" }, words.docs),
      theme,
      button(
        {
          class: "quiet square",
          "aria-label": words.helpAndKeys,
          title: `${words.helpAndKeys} (?)`,
        },
        [h("span", { class: "glyph", "aria-hidden": "true" }, "?")],
        onHelp,
      ),
    ),
  );
}
