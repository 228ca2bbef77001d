import { en, type Words } from "./en/en";
import type { Language } from "./languages";

export type { Words };

/** Names of rows that are plain words. */
export type Word = { [Row in keyof Words]: Words[Row] extends string ? Row : never }[keyof Words];

/** The tables of texts. Only English is loaded from the start. */
const tables: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de/de").then(({ de }) => de),
};

/** The texts of the current language, which all simulations of a document share. */
export let words: Words = en;

let spoken: Language = "en";

/** The present language. */
export function spokenLanguage(): Language {
  return spoken;
}

/** Changes the language of everything made from now on. If its texts cannot be loaded, the former language stays. */
export async function speak(language: Language): Promise<Language> {
  if (language !== spoken)
    try {
      words = await tables[language]();
      spoken = language;
    } catch {
      // The previous language is better than no page.
    }
  return spoken;
}
