import { en, type Words } from "./en/en";
import type { Language } from "./languages";

export type { Words };

/** Names of rows that are plain words. */
export type Word = { [Row in keyof Words]: Words[Row] extends string ? Row : never }[keyof Words];

/** Where the words are; what is not English is loaded when it is asked for. */
const tables: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de/de").then(({ de }) => de),
};

/** The words of the language that all simulations of a document have in common. */
export let words: Words = en;

let spoken: Language = "en";

/** Changes the language of what is made from now on; where its words cannot be loaded the former one stays. */
export async function speak(language: Language): Promise<Language> {
  if (language !== spoken)
    try {
      words = await tables[language]();
      spoken = language;
    } catch {
      // A piece that is missing is no reason to show nothing.
    }
  return spoken;
}
