/** The text of docs/gallery.md, from the pages of the models. */
export function galleryTable(): string;

/** What the page of each model says, in the order of the files; "" where it says nothing. */
export function galleryModels(): {
  id: string;
  name: string;
  paper: string;
  system: string;
  place: string;
  oracle: string;
}[];

/** The largest errors that the tests have found: model -> what -> error. */
export function galleryErrors(): Record<string, Record<string, string>>;
