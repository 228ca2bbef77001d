import { Emitter } from "../base/emitter";

export type Theme = "light" | "dark";

const key = "porthos-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");

/** Emitted after the colours have changed. */
export const themeChanged = new Emitter<Theme>();

export function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

/** Follows the system until the reader chooses. */
export function initTheme(): void {
  apply(storedTheme() ?? systemTheme());
  system.addEventListener("change", () => {
    if (!storedTheme()) apply(systemTheme());
  });
}

export function toggleTheme(): void {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  try {
    if (theme === systemTheme()) localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply(theme);
}

function apply(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  themeChanged.emit(theme);
}

function systemTheme(): Theme {
  return system.matches ? "dark" : "light";
}

/** Forced colours have their own background, light or dark. */
function storedTheme(): Theme | null {
  if (window.matchMedia("(forced-colors: active)").matches) return null;
  try {
    const stored = localStorage.getItem(key);
    return stored === "dark" || stored === "light" ? stored : null;
  } catch {
    return null;
  }
}
