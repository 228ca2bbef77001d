import { button, h } from "../parts/dom";
import { icon, setIcon } from "../parts/icons";
import { currentTheme, themeChanged, toggleTheme } from "./theme";

/** The line at the top of both pages. `actions` stand before the buttons that every page has. */
export function makeHeader(
  place: HTMLElement | null,
  actions: readonly HTMLElement[],
  onHelp: () => void,
): HTMLElement {
  const themeIcon = icon("moon");
  const theme = button(
    { class: "quiet square", "aria-label": "Dark colours" },
    [themeIcon],
    toggleTheme,
  );
  const show = (): void => {
    const isDark = currentTheme() === "dark";
    setIcon(themeIcon, isDark ? "sun" : "moon");
    theme.setAttribute("aria-label", isDark ? "Light colours" : "Dark colours");
    theme.title = isDark ? "Light colours" : "Dark colours";
  };
  show();
  themeChanged.on(show);
  return h(
    "header",
    { class: "masthead" },
    h("a", { class: "wordmark", href: "#", "aria-label": "Porthos, gallery of models" }, "Porthos"),
    place ?? h("span", { class: "grow" }),
    h(
      "div",
      { class: "actions" },
      ...actions,
      h("a", { class: "docs-link", href: "./docs/start.html" }, "Docs"),
      theme,
      button(
        {
          class: "quiet square",
          "aria-label": "Help and keyboard",
          title: "Help and keyboard (?)",
        },
        [h("span", { class: "glyph", "aria-hidden": "true" }, "?")],
        onHelp,
      ),
    ),
  );
}
