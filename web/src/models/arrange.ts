import type { GalleryEntry } from "./entry";
import { words } from "../words/words";

export interface Group {
  /** "" for a list without groups. */
  readonly heading: string;
  readonly models: readonly GalleryEntry[];
}

/** The sort orders of the gallery, and the property by which each groups. */
export const arrangements = {
  simplest: { label: () => words.simplestFirst, headingOf: () => "" },
  paper: {
    label: () => words.byPaper,
    headingOf: ({ paper }) => paper || words.beyondPapers,
  },
  topic: { label: () => words.byTopic, headingOf: ({ subject }) => topicName(subject) },
} as const satisfies Record<string, { label(): string; headingOf(model: GalleryEntry): string }>;

/** A subject in the language of the page. */
export function topicName(subject: string): string {
  const names: Readonly<Record<string, string>> = words.topicNames;
  return names[subject] ?? (subject || words.other);
}

export type Arrangement = keyof typeof arrangements;

/** In the given order, group by group: a group is at the place of its first model. */
export function arrange(models: readonly GalleryEntry[], by: Arrangement): readonly Group[] {
  const groups = new Map<string, GalleryEntry[]>();
  for (const model of models) {
    const heading = arrangements[by].headingOf(model);
    const group = groups.get(heading);
    if (group) group.push(model);
    else groups.set(heading, [model]);
  }
  const inPaper = (one: GalleryEntry, other: GalleryEntry): number =>
    one.system.localeCompare(other.system) || one.level - other.level;
  return [...groups].map(([heading, group]) => ({
    heading: capital(heading),
    models: by === "paper" ? group.sort(inPaper) : group,
  }));
}

/** Whether a model contains every word of the search, in any of its data in the list. */
export function matches(model: GalleryEntry, search: string): boolean {
  const { name, description, paper, system, subject, also, teaches } = model;
  const topic = topicName(subject);
  const translated = Object.values(model.translations ?? {}).flatMap((one) => Object.values(one));
  const all = [name, description, paper, system, subject, topic, also, ...teaches, ...translated];
  return hasWords(all.join(" "), search);
}

/** Whether a text contains every word of the search. */
export function hasWords(text: string, search: string): boolean {
  const searched = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .trim();
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
