/** The languages of the interface with their native names; each has a table of words (words.ts). */
export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

/** Texts that are shown before the other texts are loaded. */
export const earlyWords = {
  en: {
    start: "Start the simulation",
    loading: "Loading …",
    failed: "The simulation could not be loaded.",
    linkTooLarge: "The text in this link is larger than 4 MB, so it was ignored.",
    linkDamaged: "The text in this link is damaged, so it was ignored.",
  },
  de: {
    start: "Simulation starten",
    loading: "Wird geladen …",
    failed: "Die Simulation konnte nicht geladen werden.",
    linkTooLarge: "Der Text in diesem Link ist größer als 4 MB und wird daher ignoriert.",
    linkDamaged: "Der Text in diesem Link ist beschädigt und wird daher ignoriert.",
  },
} as const;

export type EarlyWord = keyof (typeof earlyWords)["en"];

/**
 * The first of some tags such as "de-AT" that is a language of the interface; otherwise English.
 */
export function languageOf(tags: readonly (string | null | undefined)[]): Language {
  for (const tag of tags) {
    const name = tag?.toLowerCase().split("-")[0] ?? "";
    if (isLanguage(name)) return name;
  }
  return "en";
}

export function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(languages, name);
}
