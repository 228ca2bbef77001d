import { translationOf } from "./pages";
import { galleryText } from "./texts";
import { translated } from "./translation";
import { filesUsedBy } from "./used-files";

/** The text of a gallery model. Its words are in the reader's language if its page is translated. */
export async function spokenText(id: string): Promise<string | undefined> {
  const [text, translation] = await Promise.all([galleryText(id), translationOf(id)]);
  return text !== undefined && translation ? translated(text, translation) : text;
}

/** Like filesUsedBy, in the reader's language. */
export function spokenFilesUsedBy(
  text: string,
  given: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  return filesUsedBy(text, given, spokenText);
}
