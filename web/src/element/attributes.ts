import type { SimSettings } from "../../../bindings/js/element";
import { readValues, wordsOf } from "../base/word-list";
import { galleryPoster } from "../models/posters";
import type { Knobs } from "../parts/parameters-panel";
import type { Start } from "./playback";

/** Initial settings and time that no attribute can give. */
export interface InitialState {
  settings?: SimSettings;
  time?: number;
  plays?: boolean;
}

/** Whether an attribute is set. Some frameworks write "false" instead of removing it. */
export function hasFlag(element: Element, name: string): boolean {
  return element.hasAttribute(name) && element.getAttribute(name) !== "false";
}

/** Whether a page is given by its address, and not by its text. */
export function isAddress(page: string): boolean {
  return !page.includes("\n") && /^(https?:|\.{0,2}\/)|\.md$/.test(page);
}

/** The start of a simulation, from the attributes of its element. */
export function startOf(element: Element, { settings = {}, time, plays }: InitialState): Start {
  const number = (name: string): object => {
    const value = Number(element.getAttribute(name));
    return value > 0 ? { [name]: value } : {};
  };
  const method = element.getAttribute("method");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    settings: {
      inputs: {},
      ...number("until"),
      ...number("step"),
      ...(method ? { method } : {}),
      ...(settings as object),
      set: { ...readValues(element.getAttribute("set")), ...settings.set },
    },
    time: time ?? Math.max(0, Number(element.getAttribute("t")) || 0),
    plays: (plays ?? hasFlag(element, "autoplay")) && !isStill,
  };
}

/** The parameters that an element shows, locks and sets, by its attributes. */
export function knobsOf(element: Element): Knobs {
  const shown = element.getAttribute("knobs");
  return {
    shown: shown === null ? null : wordsOf(shown),
    locked: new Set(wordsOf(element.getAttribute("locked"))),
    given: readValues(element.getAttribute("set")),
  };
}

/** The address of an element's poster; "" if it has none. `hasText`: a text replaces the gallery's model. */
export function posterOf(element: Element, hasText: boolean, theme: "light" | "dark"): string {
  const own = element.getAttribute("poster");
  if (own !== null) return own;
  const model = element.getAttribute("model") ?? "";
  const isOfGallery = !hasText && !element.hasAttribute("src") && /^[\w-]+$/.test(model);
  return isOfGallery ? galleryPoster(model, theme) : "";
}

/** The `lang` of an element or of an element around it; "" if there is none. */
export function languageAround(element: Element): string {
  for (let at: Element | null = element; at;) {
    const found: Element | null = at.closest("[lang]");
    if (found) return found.getAttribute("lang") ?? "";
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return "";
}
