import MiniSearch from "minisearch";
import { h } from "../base/dom";

/** A section of the documentation, as in search.json. */
interface Entry {
  readonly at: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const shown = 12;
let engine: Promise<MiniSearch<Entry>> | undefined;

/** Reads the index when the reader first searches. */
async function load(): Promise<MiniSearch<Entry>> {
  const response = await fetch("./search.json");
  if (!response.ok) throw new Error(String(response.status));
  const entries = (await response.json()) as Entry[];
  const search = new MiniSearch<Entry>({
    idField: "at",
    fields: ["heading", "page", "text"],
    storeFields: ["at", "page", "heading", "text"],
    searchOptions: {
      prefix: true,
      fuzzy: 0.15,
      boost: { heading: 4, page: 2 },
      combineWith: "AND",
    },
  });
  const unique = new Map(entries.map((entry) => [entry.at, entry]));
  search.addAll([...unique.values()]);
  return search;
}

/** The search field; the results are listed in `place`. */
export function makeSearch(place: HTMLElement): HTMLElement {
  const field = h("input", {
    type: "search",
    class: "search",
    "aria-label": "Search the documentation",
    placeholder: "Search",
  });
  const count = h("p", { role: "status" });
  const list = h("ul", {});
  place.append(count, list);
  const show = async (): Promise<void> => {
    const words = field.value.trim();
    place.hidden = words === "";
    if (words === "") return;
    try {
      const results = (await (engine ??= load())).search(words);
      if (words !== field.value.trim()) return; // the reader has typed more
      count.textContent =
        results.length === 0 ? "No results match your search." : `${results.length} places`;
      list.replaceChildren(
        ...results.slice(0, shown).map((entry) => item(entry as unknown as Entry, words)),
      );
    } catch {
      engine = undefined;
      count.textContent = "The index could not be loaded. Check the network.";
    }
  };
  field.addEventListener("input", () => void show());
  document.addEventListener("keydown", (event) => {
    const [target] = event.composedPath();
    if (event.key !== "/" || target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
  return field;
}

function item({ at, page, heading, text }: Entry, words: string): HTMLElement {
  const first = words.split(/\s+/)[0]?.toLowerCase() ?? "";
  const near = Math.max(0, text.toLowerCase().indexOf(first) - 60);
  const found = near === 0 ? 0 : text.indexOf(" ", near) + 1; // not within a word
  const piece = text.slice(found, found + 160);
  return h(
    "li",
    {},
    h("a", { href: `./${at}` }, heading && heading !== page ? `${page}: ${heading}` : page),
    h("p", {}, `${found > 0 ? "… " : ""}${piece}${found + 160 < text.length ? " …" : ""}`),
  );
}
