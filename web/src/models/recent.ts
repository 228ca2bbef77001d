/** The texts that a reader brought or wrote, kept by the browser and sent nowhere. */
const key = "porthos.recent";
const most = 6;
const longest = 200_000; // characters together: browsers keep 5 MB for a site

export interface Recent {
  readonly name: string;
  readonly text: string;
}

/** The latest first; none where the browser keeps nothing. */
export function recentModels(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Keeps a text in the place of the one of the same name. */
export function rememberModel(model: Recent): void {
  const all = [model, ...recentModels().filter(({ name }) => name !== model.name)];
  let room = longest;
  const kept = all.slice(0, most).filter(({ text }) => (room -= text.length) >= 0);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: the link in the address bar still holds the text.
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== "object" || value === null) return false;
  const { name, text } = value as Partial<Recent>;
  return typeof name === "string" && typeof text === "string";
}
