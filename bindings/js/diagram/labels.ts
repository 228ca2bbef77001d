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

/** The letters of a label and what stands below the line: "v_x, v_y" has four pieces of letters. */
export function pieces(
  label: string,
): { readonly text: string; readonly isBelow: boolean; readonly isWord: boolean }[] {
  return label.split(", ").flatMap((name, index) => {
    const comma = index > 0 ? [{ text: ", ", isBelow: false, isWord: true }] : [];
    const [, letter, state] = /^([\p{L}\p{N}_])_\{(.+)\}$/u.exec(name) ?? [];
    if (letter !== undefined && state !== undefined) {
      const inner = parseSymbol(state);
      const below = `${inner.stem.replaceAll("_", "\u2009")}${inner.index ? `\u2009${inner.index}` : ""}`;
      return [
        { text: letter, isBelow: false, isWord: false },
        { text: below, isBelow: true, isWord: false },
      ];
    }
    if (/[^\p{L}\p{M}\p{N}_.]/u.test(name))
      return [...comma, { text: name, isBelow: false, isWord: true }];
    const { owner, stem, index: below } = parseSymbol(name);
    const isWord = [...stem].length > 1 || below.includes(" ");
    // The index of a word would tear it apart: joint_C is a name, phi_1 a symbol.
    if (isWord || owner)
      return [...comma, { text: name.replaceAll("_", "\u00a0"), isBelow: false, isWord: true }];
    return [
      ...comma,
      { text: stem, isBelow: false, isWord },
      ...(below ? [{ text: below, isBelow: true, isWord: false }] : []),
    ];
  });
}

/** About how wide a label is, at a size in px. */
export function widthOf(label: string, size: number): number {
  return pieces(label).reduce(
    (sum, { text, isBelow }) => sum + [...text].length * size * (isBelow ? 0.4 : 0.54),
    0,
  );
}
