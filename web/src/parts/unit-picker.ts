import { h } from "../base/dom";
import { formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { shareUnits, type ShownUnits } from "../study/shown-units";
import { words } from "../words/words";

const storage = "porthos-units";

/** Lets the browser keep the chosen units. */
export function keepUnits(): void {
  try {
    shareUnits(localStorage.getItem(storage) ?? "{}", (units) => {
      try {
        localStorage.setItem(storage, units);
      } catch {
        // The choice lasts as long as the page.
      }
    });
  } catch {
    // A frame without storage, or what is kept is no choice.
  }
}

/** The unit of a quantity, which the reader may change if there are others. */
export function unitPicker(units: ShownUnits, name: string, si: string): HTMLElement {
  const { unit } = units.of(name, si);
  const offered = units.offered(name, si);
  if (offered.length < 2) return h("span", { class: "unit" }, formatUnit(unit));
  const select = h(
    "select",
    {
      class: "unit unit-picker",
      "aria-label": words.unitOf(symbolText(name)),
      title: words.otherUnit,
    },
    ...offered.map((one) => h("option", { value: one, selected: one === unit }, formatUnit(one))),
  );
  select.addEventListener("change", () => units.choose(si, select.value));
  return select;
}
