/** What a PDF needs of a TrueType font. */
export interface TrueType {
  readonly bytes: Uint8Array;
  /** Units of the font per size of its letters. */
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
  /** The glyph of a character; 0: the font has none. */
  glyphOf(character: string): number;
  /** Width of a glyph in units of the font. */
  widthOf(glyph: number): number;
}

/** Reads the tables of a TrueType font. */
export function readTrueType(bytes: Uint8Array): TrueType {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let k = 0; k < view.getUint16(4); k++) {
    const at = 12 + 16 * k;
    tables.set(String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8));
  }
  const table = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`the font has no table "${name}"`);
    return at;
  };
  const [head, hhea, hmtx] = [table("head"), table("hhea"), table("hmtx")];
  const count = view.getUint16(hhea + 34);
  const glyphs = readCharacters(view, table("cmap"));
  return {
    bytes,
    unitsPerEm: view.getUint16(head + 18),
    ascent: view.getInt16(hhea + 4),
    descent: view.getInt16(hhea + 6),
    box: [36, 38, 40, 42].map((at) => view.getInt16(head + at)) as unknown as TrueType["box"],
    glyphOf: (character) => glyphs(character.codePointAt(0) ?? 0),
    widthOf: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, count - 1)),
  };
}

/** Reads the table from characters to glyphs in format 4, which every font of the web has. */
function readCharacters(view: DataView, cmap: number): (code: number) => number {
  let at = -1;
  for (let k = 0; k < view.getUint16(cmap + 2); k++) {
    const start = cmap + view.getUint32(cmap + 4 + 8 * k + 4);
    if (view.getUint16(start) === 4) at = start;
  }
  if (at < 0) throw new Error("the font has no table of characters in format 4");
  const segments = view.getUint16(at + 6) / 2;
  const [ends, starts] = [at + 14, at + 16 + 2 * segments];
  const [shifts, offsets] = [starts + 2 * segments, starts + 4 * segments];
  return (code) => {
    for (let k = 0; k < segments; k++) {
      if (view.getUint16(ends + 2 * k) < code) continue;
      const first = view.getUint16(starts + 2 * k);
      if (first > code) return 0;
      const offset = view.getUint16(offsets + 2 * k);
      const shift = view.getInt16(shifts + 2 * k);
      if (offset === 0) return (code + shift) & 0xffff;
      const glyph = view.getUint16(offsets + 2 * k + offset + 2 * (code - first));
      return glyph === 0 ? 0 : (glyph + shift) & 0xffff;
    }
    return 0;
  };
}
