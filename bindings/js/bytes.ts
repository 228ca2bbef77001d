// Bytes of files that are put together from pieces.

/** One byte for each character, of which the lowest eight bits count. */
export const latinBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
