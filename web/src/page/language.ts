import { Emitter } from "../base/emitter";
import { isLanguage, languageOf, type Language } from "../words/languages";
import { speak } from "../words/words";

const key = "porthos.language";

/** The reader chose another language: everything is rebuilt. */
export const languageChanged = new Emitter<Language>();

/** The reader's choice of language, otherwise the first supported one that the browser requests. */
export function initLanguage(): Promise<void> {
  return use(languageOf([storedLanguage(), ...navigator.languages]));
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  await use(language);
  languageChanged.emit(language);
}

export function currentLanguage(): Language {
  return languageOf([document.documentElement.lang]);
}

async function use(language: Language): Promise<void> {
  document.documentElement.lang = await speak(language);
}

function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(key);
    return isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}
