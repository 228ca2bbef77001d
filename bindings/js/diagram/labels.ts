import { parseSymbol } from "../symbol-name.js";
import type { DiagramJunction, DiagramPort } from "./graph.js";

/** A junction with more states than this shows only the first and the last. */
const mostNames = 3;

/** The label of a junction: names as in the text. */
export function junctionLabel({ names }: DiagramJunction): string {
  return listed(names);
}

/** The label of an outer port. */
export function portLabel({ names }: DiagramPort): string {
  return listed(names);
}

function listed(names: readonly string[]): string {
  const shown = names.length > mostNames ? [names[0], "…", names.at(-1)] : names;
  return shown.join(", ");
}

/** A run of characters of a label. */
export interface Piece {
  readonly text: string;
  /** 0 on the line, 1 for an index, 2 for the index of an index. */
  readonly level: 0 | 1 | 2;
  /** Upright, for words; letters of formulas are italic. */
  readonly isWord: boolean;
}

/** The runs of a label: "v_x, v_y" has letters on the line and indices below it. */
export function pieces(label: string): Piece[] {
  return label.split(", ").flatMap((name, index): Piece[] => {
    const comma: Piece[] = index > 0 ? [{ text: ",\u00a0", level: 0, isWord: true }] : [];
    const [, letter, state] = /^([\p{L}\p{N}_])_\{(.+)\}$/u.exec(name) ?? [];
    if (letter !== undefined && state !== undefined) {
      const inner = parseSymbol(state);
      return [
        { text: letter, level: 0, isWord: false },
        { text: inner.stem.replaceAll("_", "\u2009"), level: 1, isWord: false },
        ...(inner.index ? [{ text: inner.index, level: 2, isWord: false } as const] : []),
      ];
    }
    if (/[^\p{L}\p{M}\p{N}_.]/u.test(name))
      return [...comma, { text: name, level: 0, isWord: true }];
    const { owner, stem, index: below } = parseSymbol(name);
    const isWord = [...stem].length > 1 || below.includes(" ");
    // A word is not split at an index: joint_C is a name, phi_1 a symbol.
    if (isWord || owner)
      return [...comma, { text: name.replaceAll("_", "\u00a0"), level: 0, isWord: true }];
    return [
      ...comma,
      { text: stem, level: 0, isWord },
      ...(below ? [{ text: below, level: 1, isWord: false } as const] : []),
    ];
  });
}

/** Mean width of a character by its level, in units of the font size. */
const widths = [0.54, 0.4, 0.32] as const;

/** The approximate width of a label, at a font size in px. */
export function widthOf(label: string, size: number): number {
  return pieces(label).reduce(
    (sum, { text, level }) => sum + [...text].length * size * widths[level],
    0,
  );
}
