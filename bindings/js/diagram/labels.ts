import { parseSymbol } from "../symbol-name.js";
import type { DiagramJunction, DiagramPort } from "./graph.js";

/** More states than this at a junction are named by the first and the last. */
const mostNames = 3;

/** What is written at a junction: names, as the text has them. */
export function junctionLabel({ names }: DiagramJunction): string {
  return listed(names);
}

/** What is written at an outer port. */
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
  /** Set upright, as words are; letters of formulas are italic. */
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
    // The index of a word would tear it apart: joint_C is a name, phi_1 a symbol.
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

/** About how wide a label is, at a font size in px. */
export function widthOf(label: string, size: number): number {
  return pieces(label).reduce(
    (sum, { text, level }) => sum + [...text].length * size * widths[level],
    0,
  );
}
