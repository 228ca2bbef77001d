import { isFile, Refusal } from "./read.js";

/**
 * The places that `use` may read: the folder of the outermost model if it is a file in Node, its
 * origin if it has an address, and further places that the caller allows.
 */
export class ReadPermissions {
  readonly #places: readonly URL[];

  /**
   * @param root the place of the outermost model, or the base of its names
   * @param allowed folders of Node and addresses
   */
  constructor(root: URL, allowed: readonly URL[]) {
    const hasPlace = isFile(root) || root.origin !== "null"; // about:blank and similar addresses have none
    this.#places = hasPlace ? [new URL(isFile(root) ? "." : "/", root), ...allowed] : allowed;
  }

  /** Throws a Refusal unless the address may be read. */
  admitAddress(url: URL): void {
    const folders = this.#places.filter((place) => !isFile(place));
    const isWithin = ({ origin, pathname }: URL) =>
      // An address without an origin ("null"), such as data: and blob:, matches nothing.
      origin === url.origin && origin !== "null" && url.pathname.startsWith(asFolder(pathname));
    if (!folders.some(isWithin))
      throw new Refusal(
        "is not at the address of the model",
        "a name relative to the model, of a file at its origin",
        allowing,
      );
  }

  /** Throws a Refusal unless the file with this real path may be read. */
  admitFile(path: string): void {
    const { realpathSync } = globalThis.process.getBuiltinModule("node:fs");
    const real = ({ pathname, href }: URL) => {
      try {
        return realpathSync(toPath(new URL(href)));
      } catch {
        return pathname; // a missing folder contains nothing
      }
    };
    if (!this.#isWithin(path, real)) throw outside();
  }

  /** A missing file. Whether a file exists is revealed only for places that may be read. */
  admitMissing(url: URL): void {
    if (!this.#isWithin(toPath(url), toPath)) throw outside();
  }

  #isWithin(path: string, toFolder: (url: URL) => string): boolean {
    const { sep } = globalThis.process.getBuiltinModule("node:path");
    return this.#places.filter(isFile).some((place) => {
      const folder = toFolder(place);
      return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
    });
  }
}

const allowing =
  "if you trust the text, name its place in the option `allow`, in the command `--allow`";

const outside = () =>
  new Refusal(
    "is outside the folder of the model",
    "a file in the folder of the model, or below it",
    allowing,
  );

const toPath = (url: URL) => globalThis.process.getBuiltinModule("node:url").fileURLToPath(url);
const asFolder = (path: string) => (path.endsWith("/") ? path : `${path}/`);
