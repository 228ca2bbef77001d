import { galleryText } from "./texts";
import { usedFiles } from "./used-names";

/**
 * The gallery's files that a text uses, directly or indirectly: file name -> text. Files that are
 * given are not looked for; `read` finds the others.
 */
export async function filesUsedBy(
  text: string,
  given: Readonly<Record<string, string>> = {},
  read = galleryText,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const open = [text, ...Object.values(given)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const file of usedFiles(next)) {
      if (Object.hasOwn(found, file) || Object.hasOwn(given, file)) continue;
      const used = await read(file.replace(".porthos.json", ""));
      if (used === undefined) continue; // the engine reports missing files
      found[file] = used;
      open.push(used);
    }
  }
  return found;
}
