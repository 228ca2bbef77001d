import { words } from "../words/words";

/** A template of a new model. Its text is loaded when it is used. */
export interface Template {
  readonly name: string;
  readonly text: () => Promise<string>;
}

const texts = import.meta.glob<string>("../../templates/*.porthos.json", {
  query: "?raw",
  import: "default",
});

/** In the order of the menu. */
const order = ["formulas", "elements", "slider-crank", "top", "motor"] as const;

/** The templates, by their names in the language of the page. */
export function templates(): readonly Template[] {
  return order.flatMap((id) => {
    const text = texts[`../../templates/${id}.porthos.json`];
    return text ? [{ name: words.templates[id], text }] : [];
  });
}
