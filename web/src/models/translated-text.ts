import { translationOf } from "./pages";
import { galleryText } from "./texts";
import { translated } from "./translation";

/** The text of a gallery model. Its words are in the reader's language if its page is translated. */
export async function translatedText(id: string): Promise<string | undefined> {
  const [text, translation] = await Promise.all([galleryText(id), translationOf(id)]);
  return text !== undefined && translation ? translated(text, translation) : text;
}
