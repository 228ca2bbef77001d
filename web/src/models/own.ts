import { largestText } from "../engine/limits";
import type { GalleryModel } from "./load-model";
import { words } from "../words/words";

/** The name in links of a model that is not the gallery's; its text travels along. */
export const ownId = "own";

/** A text from elsewhere as the page's model. */
export function ownModel(text: string): GalleryModel {
  return {
    id: ownId,
    name: nameIn(text),
    description: "",
    source: "",
    uses: [],
    until: 0,
    hasPoster: false,
    paper: "",
    system: "",
    subject: "",
    teaches: [],
    level: 0,
    text,
    markdown: "",
  };
}

/** A text that somebody brought, or why it cannot be taken, in a sentence. */
export async function readBrought(file: Blob): Promise<{ text: string } | { fault: string }> {
  if (file.size > largestText) return { fault: words.tooLarge };
  const text = await file.text();
  return looksLikeModel(text) ? { text } : { fault: words.noModel };
}

/** Whether a text is meant as a model; what is wrong with it as one is the engine's to say. */
export function looksLikeModel(text: string): boolean {
  return /^\s*\{[^]*\}\s*$/.test(text) && text.length <= largestText;
}

/** A name for files of a model: that of the gallery, or what is left of its own without what files cannot have. */
export function fileNameOf(id: string, name: string): string {
  if (id !== ownId) return id;
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words?.join("-").slice(0, 60) || "model";
}

function nameIn(text: string): string {
  return /"name"\s*:\s*"([^"\\]{1,80})"/.exec(text)?.[1] ?? words.ownModel;
}
