import { Emitter } from "../base/emitter";
import { isLanguage, languageOf, type Language } from "../words/languages";
import { speak } from "../words/words";

const key = "porthos.language";

/** The reader chose another language: everything is made anew. */
export const languageChanged = new Emitter<Language>();

/** The language that the reader chose, else the first that the browser asks for. */
export function initLanguage(): Promise<void> {
  return use(languageOf([storedLanguage(), ...navigator.languages]));
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Without storage the choice lasts as long as the page.
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
