import { authoring as en, type AuthoringWords } from "./en/authoring";
import type { Language } from "./languages";
import { spokenLanguage } from "./words";

export type { AuthoringWords };

/** The tables of the task editor's texts, which are loaded with it. */
const tables: Readonly<Record<Language, () => Promise<AuthoringWords>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de/authoring").then(({ authoring }) => authoring),
};

/** The texts of the task editor in the language that it was opened in. */
export let say: AuthoringWords = en;

export async function loadAuthoringWords(): Promise<void> {
  say = await tables[spokenLanguage()]();
}
