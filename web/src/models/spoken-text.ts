import { spokenLanguage } from "../words/words";
import { galleryText } from "./texts";
import { filesUsedBy } from "./used-files";

/** The text of a gallery model, in the reader's language if its page is translated. */
export async function spokenText(id: string): Promise<string | undefined> {
  if (spokenLanguage() === "en") return galleryText(id);
  const { translatedText } = await import("./translated-text"); // few readers need it
  return translatedText(id);
}

/** Like filesUsedBy, in the reader's language. */
export function spokenFilesUsedBy(
  text: string,
  given: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  return filesUsedBy(text, given, spokenText);
}
