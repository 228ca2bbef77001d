import type { Linearization, Mode } from "porthos/worker";
import { button, h } from "../base/dom";
import { formatNumber } from "../plots/format";
import { words } from "../words/words";
import { zeroIfSmall, namesOf, shapeParts } from "./mode-words";

/** A longer table is not useful; the saved file has all. */
const listed = 100;
const named = 2; // number of named states, those that move most

export interface ModeTable {
  readonly element: HTMLElement;
  /** Marks the displayed mode; null: none. */
  choose(mode: number | null): void;
  focus(mode: number): void;
}

/** The modes in numbers; each has a button that shows it. */
export function makeModeTable(
  { modes = [], at }: Linearization,
  isPosition: (name: string) => boolean,
  onChoose: (mode: number) => void,
): ModeTable {
  const rows: HTMLElement[] = [];
  const buttons = modes.slice(0, listed).map((mode, index) => {
    const show = button(
      { class: "quiet small", "aria-pressed": "false", "aria-label": words.showMode(index + 1) },
      [String(index + 1)],
      () => onChoose(index),
    );
    const most = at ? namesOf(shapeParts(mode, at, isPosition), named) : "";
    const row = h(
      "tr",
      { "data-mode": index },
      h("td", {}, show),
      ...numbersOf(mode).map((text) => h("td", {}, text)),
      h("td", { class: "name" }, most),
    );
    row.addEventListener("click", (event) => {
      if (!(event.target as Element).closest("button")) show.click();
    });
    rows.push(row);
    return show;
  });
  const heads: [string, string][] = [
    [words.ofMode, ""],
    [words.ofRate, "1/s"],
    [words.ofFrequency, "Hz"],
    [words.ofDamping, ""],
    [words.movesMost, ""],
  ];
  const head = heads.map(([name, unit]) =>
    h("th", { scope: "col" }, name, unit && h("span", { class: "unit" }, unit)),
  );
  return {
    element: h(
      "table",
      { class: "numbers modes" },
      h("caption", { class: "visually-hidden" }, words.eigenvalues),
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...rows),
    ),
    choose(mode) {
      buttons.forEach((show, index) => show.setAttribute("aria-pressed", String(index === mode)));
      rows.forEach((row, index) => row.classList.toggle("is-chosen", index === mode));
    },
    focus: (mode) => buttons[mode]?.focus({ preventScroll: true }),
  };
}

/** Tells how many of the modes the table shows; "" if it shows all. */
export function shortening({ modes = [] }: Linearization): string {
  return modes.length > listed ? words.firstModes(listed, modes.length) : "";
}

/** Rate, frequency, damping ratio. */
function numbersOf(mode: Mode): readonly string[] {
  const { eigenvalue, isPair, frequency, dampingRatio, naturalFrequency } = mode;
  return [
    formatNumber(zeroIfSmall(eigenvalue[0], naturalFrequency)),
    isPair ? formatNumber(frequency) : "–",
    isPair ? formatNumber(zeroIfSmall(dampingRatio, 1)) : "–",
  ];
}
