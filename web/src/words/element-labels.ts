import type { Language } from "./languages";
import { spokenLanguage } from "./words";

type Labels = Readonly<Record<string, string>>;

/** The labels of the library's elements, which are English, in other languages. */
const tables: Readonly<Record<Language, () => Promise<Labels>>> = {
  en: () => Promise.resolve({}),
  de: () => import("./de/element-labels").then(({ elementLabels }) => elementLabels),
};

let labels: Labels = {};

/** Loads the labels of the present language; without them the English ones are shown. */
export async function loadElementLabels(): Promise<void> {
  labels = await tables[spokenLanguage()]().catch(() => ({}));
}

/** A label of an element in the present language. */
export function elementLabel(label: string): string {
  return Object.hasOwn(labels, label) ? (labels[label] ?? label) : label;
}

/** The labels of what belongs to a component, in the present language; the text's own stay. */
export function withElementLabels<Item extends { readonly name: string; readonly label?: string }>(
  items: readonly Item[],
): Item[] {
  return items.map((item) =>
    item.label && item.name.includes(".") ? { ...item, label: elementLabel(item.label) } : item,
  );
}
