import { pictureIn } from "./photo";

/** Takes pictures that are dropped on an element, or pasted there. Returns the function that ends it. */
export function listenToPictures(
  element: HTMLElement,
  onPicture: (file: File) => void,
): () => void {
  const take = (event: Event, files: FileList | undefined): void => {
    const picture = pictureIn(files);
    if (!picture) return;
    event.preventDefault();
    event.stopPropagation(); // the page opens models
    onPicture(picture);
  };
  const end = new AbortController();
  const { signal } = end;
  element.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  element.addEventListener("drop", (event) => take(event, event.dataTransfer?.files), { signal });
  element.addEventListener("paste", (event) => take(event, event.clipboardData?.files), { signal });
  return () => end.abort();
}
