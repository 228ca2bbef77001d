import { axes as en, type AxesWords } from "./en/axes";
import type { Language } from "./languages";
import { spokenLanguage } from "./words";

/** The tables of the texts about the axes of a plot, which are loaded with its panel. */
const tables: Readonly<Record<Language, () => Promise<AxesWords>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de/axes").then(({ axes }) => axes),
};

/** The texts about the axes of a plot in the language that its panel was opened in. */
export let say: AxesWords = en;

export async function loadAxesWords(): Promise<void> {
  say = await tables[spokenLanguage()]();
}
