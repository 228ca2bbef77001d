import { drawing as en, type DrawingWords } from "./en/drawing";
import type { Language } from "./languages";
import { spokenLanguage } from "./words";

export type { DrawingWords };

/** The tables of the drawing board's texts, which are loaded with it. */
const tables: Readonly<Record<Language, () => Promise<DrawingWords>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de/drawing").then(({ drawing }) => drawing),
};

/** The texts of the drawing board in the language that it was opened in. */
export let say: DrawingWords = en;

export async function loadDrawingWords(): Promise<void> {
  say = await tables[spokenLanguage()]();
}
