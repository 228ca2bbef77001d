import { pieceUrl } from "../classic/scripts";

/** As in posters.ts, beside the folder of the classic scripts; an offline file has none. */
export function galleryPoster(id: string, theme: "light" | "dark"): string {
  const url = pieceUrl("embed");
  return url === null ? "" : new URL(`../posters/${id}.${theme}.webp`, url).href;
}
