/** The data of a model that the gallery lists before the model is loaded. */
export interface GalleryEntry {
  /** File name without its extensions; used in links. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Where a model without a page comes from. */
  readonly source?: string;
  /** The gallery models whose files it uses, directly or through others. */
  readonly uses: readonly string[];
  /** The duration of its run, s. */
  readonly until: number;
  /** public/posters has pictures of it, one for each theme. */
  readonly hasPoster: boolean;
  /** The paper that contains the system; "" for models that are not from the papers. */
  readonly paper: string;
  /** Its number among the systems of the papers, such as S-10; "" without one. */
  readonly system: string;
  readonly subject: string;
  /** Other names for the search: synonyms, and German ones. */
  readonly also: string;
  readonly teaches: readonly string[];
  /** The plots that its page begins with, as in the attribute `traces` of the element; "" for the usual ones. */
  readonly traces: string;
  /** Difficulty; 1 is the easiest. */
  readonly level: number;
  /** Name and description in other languages, from the translated pages. */
  readonly translations?: {
    readonly [language: string]: { readonly name: string; readonly description: string };
  };
}
