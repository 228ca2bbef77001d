/** The gallery's posters are next to element.js. Bundlers move this script but not the posters. */
const script: string = import.meta.url;

/** The address of a gallery model's poster; "" where there is none. */
export function galleryPoster(id: string, theme: "light" | "dark"): string {
  const isInPlace = /\/element\.js(?=$|[?#])/.test(script);
  return isInPlace ? new URL(`posters/${id}.${theme}.webp`, script).href : "";
}
