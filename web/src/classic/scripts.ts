import type { WebWorker } from "porthos/worker";

/**
 * How the pieces of the classic build find each other. They are scripts that any page may load,
 * without modules, since a frame without an origin may not load modules. Each piece registers
 * itself here.
 */
declare global {
  interface PorthosPieces {
    /** The engine in this thread. */
    engine?: () => WebWorker;
    readonly models: Record<string, string>;
    /** The pages of models, Markdown. */
    readonly pages: Record<string, string>;
  }
  var porthosPieces: PorthosPieces | undefined;
}

export const pieces: PorthosPieces = (globalThis.porthosPieces ??= { models: {}, pages: {} });

/** The address of this script; null if it is inline. */
const here = globalThis.document?.currentScript?.getAttribute("src") ?? null;

/** The address of another piece; null if all pieces are in the page itself. */
export function pieceUrl(name: string): string | null {
  return here === null ? null : new URL(`./${name}.js`, new URL(here, document.baseURI)).href;
}

/** The text of a piece that is in the page itself. */
export function pieceText(name: string): string | null {
  return document.querySelector(`script[data-porthos="${name}"]`)?.textContent ?? null;
}

/** Runs another piece. */
export function runPiece(name: string): Promise<void> {
  const script = document.createElement("script");
  const text = pieceText(name);
  const url = pieceUrl(name);
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${name}.js could not be loaded`)));
    if (text !== null) script.textContent = text;
    else if (url !== null) script.src = url;
    else return reject(new Error(`${name} is not in this file`));
    document.head.append(script);
    if (text !== null) resolve(); // a script with inline text has already run
  });
}
