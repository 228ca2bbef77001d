// The models of the gallery in the package, as words of the command line.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { UsageError } from "./command.js";
import { didYouMean } from "./suggest.js";

const prefix = "gallery:";

/** An entry of gallery.json: the name of a model's file, and the number of its system or "". */
interface Entry {
  readonly id: string;
  readonly system: string;
}

/**
 * The file for a word. `gallery:NAME` is a model of the gallery, by the name of its file, by the
 * number of its system (S-10), or by both (S-16-revolute); any other word is a file.
 * @throws {@link UsageError} if there is no such model, or more than one
 */
export async function fileOf(word: string): Promise<string> {
  if (!word.startsWith(prefix)) return word;
  const name = word.slice(prefix.length);
  const index = await readFile(new URL("gallery.json", import.meta.url), "utf8");
  const entries = JSON.parse(index) as readonly Entry[];
  const [found, ...others] = entries.filter((entry) => isCalled(entry, name));
  if (!found) throw new UsageError(`no model "${word}"${didYouMean(name, entries.map(idOf))}`);
  if (others.length > 0) {
    const names = [found, ...others].map((entry) => prefix + entry.id);
    throw new UsageError(`"${word}" matches several models: ${names.join(", ")}`);
  }
  return fileURLToPath(new URL(`../../web/models/${found.id}.porthos.json`, import.meta.url));
}

const idOf = ({ id }: Entry) => id;

function isCalled({ id, system }: Entry, name: string): boolean {
  if (name === id) return true;
  const [, number, end] = /^(S-\d+)(-.+)?$/i.exec(name) ?? [];
  return number?.toUpperCase() === system && (end === undefined || id.endsWith(end));
}
