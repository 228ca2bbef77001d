/** The texts that a reader opened or wrote; the browser stores them, and nothing is sent. */
const key = "porthos.recent";
const most = 6;
const longest = 200_000; // characters in total: browsers store 5 MB for a site

export interface Recent {
  readonly name: string;
  readonly text: string;
  /** The page with tasks, Markdown; missing if there is none. */
  readonly page?: string;
}

/** The latest first; empty if the browser stores nothing. */
export function recentModels(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Stores a text; it replaces one with the same name. */
export function rememberModel(model: Recent): void {
  const all = [model, ...recentModels().filter(({ name }) => name !== model.name)];
  let room = longest;
  const kept = all
    .slice(0, most)
    .filter(({ text, page = "" }) => (room -= text.length + page.length) >= 0);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The browser stores nothing: the link in the address bar still contains the text.
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== "object" || value === null) return false;
  const { name, text, page = "" } = value as Partial<Recent>;
  return [name, text, page].every((one) => typeof one === "string");
}
