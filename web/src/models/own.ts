import { largestText } from "../engine/limits";
import type { GalleryModel } from "./load-model";
import { words } from "../words/words";

/** The name in links of a model outside the gallery; the link contains its text. */
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
    also: "",
    teaches: [],
    traces: "",
    level: 0,
    text,
    markdown: "",
  };
}

/** The text of a given file, or the reason why it is not accepted, as a sentence. */
export async function readModelFile(file: Blob): Promise<{ text: string } | { fault: string }> {
  if (file.size > largestText) return { fault: words.tooLarge };
  const text = await file.text();
  return looksLikeModel(text) ? { text } : { fault: words.noModel };
}

/** Whether a text is meant as a model; the engine reports its faults. */
export function looksLikeModel(text: string): boolean {
  return /^\s*\{[^]*\}\s*$/.test(text) && text.length <= largestText;
}

/** Whether a text is that of a drawing in which nothing is drawn. */
export function isBlankDrawing(text: string): boolean {
  return /"components"\s*:\s*\{\s*\}/.test(text);
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
