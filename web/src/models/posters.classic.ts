import { pieceUrl } from "../classic/scripts";

/** Like posters.ts, next to the folder of the classic scripts. An offline file has no posters. */
export function galleryPoster(id: string, theme: "light" | "dark"): string {
  const url = pieceUrl("embed");
  return url === null ? "" : new URL(`../posters/${id}.${theme}.webp`, url).href;
}
