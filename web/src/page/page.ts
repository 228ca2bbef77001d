/** The page that an address shows: the gallery or one model. */
export interface Page {
  readonly element: HTMLElement;
  readonly title: string;
  /** Moves the keyboard to the page's heading after a change of page. */
  focus(): void;
  dispose(): void;
}
