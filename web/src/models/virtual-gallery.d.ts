declare module "virtual:gallery" {
  import type { GalleryEntry } from "./entry";
  const entries: readonly GalleryEntry[];
  export default entries;
}
