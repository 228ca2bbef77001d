/** The data of a model that the gallery lists before the model is loaded. */
export interface GalleryEntry {
  /** File name without its endings; used in links. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  /** The gallery models whose files it uses, directly or through others. */
  readonly uses: readonly string[];
  /** How long the model says it runs, s. */
  readonly until: number;
  /** There are pictures of it in public/posters, one for each theme. */
  readonly hasPoster: boolean;
  /** The paper that has the system; "" for those beyond the papers. */
  readonly paper: string;
  /** Its number among the systems of the papers, such as S-10; "" without one. */
  readonly system: string;
  readonly subject: string;
  readonly teaches: readonly string[];
  /** 1 is where to begin. */
  readonly level: number;
}
