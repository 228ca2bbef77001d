import { splitFrontMatter } from "./front-matter";

/** What a translated page says about the text of its model. */
export interface Translation {
  readonly name: string;
  readonly description: string;
  /** A label or the name of an arrow, in the text -> in the language of the page. */
  readonly labels: ReadonlyMap<string, string>;
}

const label = "label ";

/**
 * Reads the title of a translated page, and from its front matter the line `caption: …` and the lines
 * `label WORDS OF THE TEXT: TRANSLATION`.
 */
export function readTranslation(page: string): Translation {
  const { head, markdown } = splitFrontMatter(page);
  const labels = Object.entries(head)
    .filter(([key]) => key.startsWith(label))
    .map(([key, words]) => [key.slice(label.length), words] as const);
  return {
    name: /^# (.*)$/m.exec(markdown)?.[1] ?? "",
    description: head["caption"] ?? "",
    labels: new Map(labels),
  };
}

/** A model text with the words of a translation. Nothing else in it changes, not even a space. */
export function translated(text: string, { name, description, labels }: Translation): string {
  const { name: ownName, description: ownDescription } = JSON.parse(text) as Partial<Translation>;
  const words = new Map<unknown, string>(labels);
  if (ownName) words.set(ownName, name);
  if (ownDescription) words.set(ownDescription, description);
  return text.replace(
    /("(?:name|description|label)"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
    (whole, key: string, value: string) => {
      const word = words.get(JSON.parse(value));
      return word ? key + JSON.stringify(word) : whole;
    },
  );
}
