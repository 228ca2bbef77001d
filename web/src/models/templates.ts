import { words } from "../words/words";
import { recentModels } from "./recent";

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

/** The text of a drawing that has just begun, with a name that none of the reader's models has. */
export async function blankDrawing(kind: "drawing" | "space" = "drawing"): Promise<string> {
  const text = (await texts[`../../templates/${kind}.porthos.json`]?.()) ?? "";
  const taken = new Set(recentModels().map(({ name }) => name));
  return text.replace(/(?<="name": ")[^"]*/, () => {
    const name = words.myMechanism;
    const numbered = (k: number): string => (k === 1 ? name : `${name} ${k}`);
    let number = 1;
    while (taken.has(numbered(number))) number++;
    return numbered(number);
  });
}
