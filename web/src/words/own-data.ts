import { ownData as en, type OwnDataWords } from "./en/own-data";
import type { Language } from "./languages";
import { spokenLanguage } from "./words";

/** The tables of the texts about a reader's own data, which are loaded with its panel. */
const tables: Readonly<Record<Language, () => Promise<OwnDataWords>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de/own-data").then(({ ownData }) => ownData),
};

/** The texts about a reader's own data in the language that its panel was opened in. */
export let say: OwnDataWords = en;

export async function loadOwnDataWords(): Promise<void> {
  say = await tables[spokenLanguage()]();
}
