/** The gallery's posters are next to element.js. Bundlers move this script but not the posters. */
const script: string = import.meta.url;

/** The address of a gallery model's poster; "" where there is none. */
export function galleryPoster(id: string, theme: "light" | "dark"): string {
  // This script is in element.js or in one of its pieces, which are in the folder element.
  const folder = /^(.*\/)element(?:\.js|\/[\w-]+\.js)(?:$|[?#])/.exec(script)?.[1];
  return folder === undefined ? "" : `${folder}posters/${id}.${theme}.webp`;
}
