import { galleryText } from "./texts";
import { usedFiles } from "./used-names";

/** The gallery's files that a text uses, directly or indirectly: file name -> text. */
export async function filesUsedBy(text: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const file of usedFiles(next)) {
      if (file in found) continue;
      const used = await galleryText(file.replace(".porthos.json", ""));
      if (used === undefined) continue; // the engine reports missing files
      found[file] = used;
      open.push(used);
    }
  }
  return found;
}
