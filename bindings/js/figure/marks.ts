// A figure as a list of marks, from which svg.ts and pdf.ts write files.

/** A step of a path: to a point, to a point in a straight line, in a cubic curve, or back to its start. */
export type Step =
  | readonly ["M" | "L", number, number]
  | readonly ["C", number, number, number, number, number, number]
  | readonly ["Z"];

export interface PathMark {
  readonly kind: "path";
  readonly steps: readonly Step[];
  /** A colour, #rrggbb or rgb(r, g, b); missing: not filled. */
  readonly fill?: string;
  /** Missing: no line. */
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly isRound?: boolean;
  readonly opacity?: number;
}

export interface TextMark {
  readonly kind: "text";
  readonly text: string;
  /** The point at the base line. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly anchor?: "start" | "middle" | "end";
  /** Turned a quarter to the left, for the names of vertical axes. */
  readonly isUpright?: boolean;
}

/** A letter as an outline, which files contain once for all of its places. */
export interface GlyphMark {
  readonly kind: "glyph";
  /** The same object in each mark of this letter. */
  readonly outline: readonly Step[];
  readonly x: number;
  readonly y: number;
  /** Points for each unit of the outline. */
  readonly across: number;
  readonly down: number;
  readonly color: string;
}

/** Marks of which only the part within a rectangle at the origin is visible. */
export interface ClipMark {
  readonly kind: "clip";
  readonly width: number;
  readonly height: number;
  readonly marks: readonly (PathMark | TextMark)[];
}

export type Mark = PathMark | TextMark | GlyphMark | ClipMark;

/** A figure; lengths in points (1/72 inch), y downwards. */
export interface FigureDrawing {
  readonly width: number;
  readonly height: number;
  /** A description for readers that cannot see it. */
  readonly title: string;
  /** The origin of the file. */
  readonly stamp?: string;
  /** Missing: transparent. */
  readonly background?: string;
  readonly marks: readonly Mark[];
}

/** Part of a text in one style. */
export interface Run {
  readonly text: string;
  /** -1: below the line, 1: above it, both smaller. */
  readonly level: -1 | 0 | 1;
  /** Small Greek letters are italic, as in formulas. */
  readonly isItalic: boolean;
}

const above = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
const below = "₀₁₂₃₄₅₆₇₈₉";

/** Splits a text into runs; superscript and subscript digits of Unicode become plain digits. */
export function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const [up, down] = [above.indexOf(character), below.indexOf(character)];
    const plain = up === 10 ? "−" : up >= 0 ? String(up) : down >= 0 ? String(down) : character;
    const level = up >= 0 ? 1 : down >= 0 ? -1 : 0;
    const isItalic = /[α-ω]/.test(plain);
    const last = runs.at(-1);
    if (last?.level === level && last.isItalic === isItalic)
      runs[runs.length - 1] = { ...last, text: last.text + plain };
    else runs.push({ text: plain, level, isItalic });
  }
  return runs;
}

/** Size and shift of a run beside its text, both as shares of the text's size. */
export const smallRun = { size: 0.7, above: -0.35, below: 0.18 };

/** Red, green and blue from 0 to 1. */
export function rgbOf(color: string): readonly [number, number, number] {
  const [, hex] = /^#([0-9a-f]{6})/i.exec(color) ?? [];
  const [, short] = /^#([0-9a-f]{3})$/i.exec(color) ?? [];
  const [, list] = /^rgba?\(([^)]*)\)/.exec(color) ?? [];
  const parts = hex
    ? [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))
    : short
      ? [...short].map((digit) => 17 * parseInt(digit, 16))
      : (list ?? "0,0,0").split(/[\s,/]+/).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.min(Math.max(part / 255, 0), 1));
  return [red, green, blue];
}
