/** The text of docs/gallery.md, from the pages of the models. */
export function galleryTable(): string;

/** The data of each model's page, in the order of the files; "" for a missing entry. */
export function galleryModels(): {
  id: string;
  name: string;
  paper: string;
  system: string;
  place: string;
  oracle: string;
}[];

/** The largest errors in the tests: model -> quantity -> error. */
export function galleryErrors(): Record<string, Record<string, string>>;
