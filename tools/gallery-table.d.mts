/** The text of docs/gallery.md, from the pages of the models. */
export function galleryTable(): string;
