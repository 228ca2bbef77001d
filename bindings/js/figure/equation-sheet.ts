// The equations of a model as a figure, or as pages to print.
import { entryFormulas, groupTitles, matrixFormulas, vectorFormulas } from "../equations.js";
import type { EquationMatrix, Equations, EquationSymbol } from "../types.js";
import type { FigureDrawing } from "./marks.js";
import { texOfText, typeset, type SetMark, type Typeset } from "./typeset.js";

/** The words on a sheet. */
export interface SheetWords {
  /** Headings of the groups. */
  readonly groups: Readonly<Record<string, string>>;
  readonly compositeForm: string;
  readonly symbols: string;
  /** Names of the kinds of symbols. */
  readonly kinds: Readonly<Record<EquationSymbol["kind"], string>>;
  /** Stands for a formula of this many characters, which is too long. */
  readonly tooLong: (length: number) => string;
}

export const englishSheet: SheetWords = {
  groups: groupTitles,
  compositeForm: "Composite form",
  symbols: "Symbols",
  kinds: {
    position: "position",
    velocity: "velocity",
    parameter: "parameter",
    multiplier: "multiplier",
    port: "port",
  },
  tooLong: (length) => `${length} characters of LaTeX`,
};

export interface SheetOptions {
  /** The name of the model, the heading. */
  readonly title: string;
  /** Size of the letters, points. */
  readonly size: number;
  /** With a list of all symbols. */
  readonly hasSymbols: boolean;
  readonly words: SheetWords;
  /** The origin of the file. */
  readonly stamp?: string;
  /** Longer formulas, in characters of LaTeX, are left out. */
  readonly longest?: number;
}

/** Longer formulas, in characters, are left out: they fill more than a page. */
const longestFormula = 2000;
/** The left side of a formula that is left out is shown up to this length. */
const longestLeft = 160;
/** The most rows and columns of a matrix that are tried, until it is not too wide; 0: entry by entry. */
const sizes = [Infinity, 6, 4, 3, 0];
/** Wider matrices and formulas that cannot be broken are made smaller, at most to this share. */
const smallest = 0.6;

/** A piece of a sheet that stays on one page. */
interface Block {
  readonly height: number;
  readonly marks: readonly SetMark[];
  /** Space above, unless it begins a page. */
  readonly above: number;
  /** The next block stays on its page. */
  readonly isHeading?: boolean;
}

export interface Layout extends SheetOptions {
  /** Points. */
  readonly width: number;
}

/** All equations as one figure. */
export function equationSheet(equations: Equations, options: Layout): FigureDrawing {
  const { title, width, size, stamp } = options;
  const [{ marks = [], height = 0 } = {}] = stacked(blocksOf(equations, options), size, Infinity);
  return {
    width,
    height: height + size,
    title,
    marks,
    background: "#ffffff",
    ...(stamp && { stamp }),
  };
}

/** One formula, in lines of this width. */
export function formulaFigure(tex: string, options: Layout): FigureDrawing {
  const { height, marks } = formula(tex, options);
  return { width: options.width, height, title: tex, marks, background: "#ffffff" };
}

/** The margin of a page, points. */
const pageMargin = 54;

/** All equations on pages of this size, points. */
export function equationPages(
  equations: Equations,
  options: SheetOptions,
  { width, height }: { readonly width: number; readonly height: number },
): FigureDrawing[] {
  const { title, size, stamp } = options;
  const inner = { ...options, width: width - 2 * pageMargin + 2 * size };
  const blocks = blocksOf(equations, inner);
  return stacked(blocks, pageMargin, height - pageMargin).map(({ marks }) => ({
    ...{ width, height, title, background: "#ffffff" },
    marks: marks.map((mark) => shifted(mark, pageMargin - size, 0)),
    ...(stamp && { stamp }),
  }));
}

/** Puts blocks below each other, with a margin of one letter above. */
function stacked(blocks: readonly Block[], margin: number, bottom: number) {
  const pages: { marks: SetMark[]; height: number }[] = [];
  let y = Infinity;
  blocks.forEach((block, k) => {
    const { height, above, marks, isHeading } = block;
    const next = isHeading ? blocks[k + 1] : undefined;
    const needed = above + height + (next ? next.above + next.height : 0);
    if (pages.length === 0 || y + needed > bottom) {
      pages.push({ marks: [], height: 0 });
      y = margin;
    } else y += above;
    const page = pages.at(-1)!;
    for (const mark of marks) page.marks.push(shifted(mark, 0, y));
    y += height;
    page.height = y;
  });
  return pages;
}

function blocksOf(equations: Equations, options: Layout): Block[] {
  const { title, size, words, hasSymbols } = options;
  const { groups, form, matrices } = equations;
  const blocks: Block[] = title ? [heading(title, options, 1.35)] : [];
  for (const { name, equations: list } of groups) {
    blocks.push(heading(words.groups[name] ?? name, options));
    blocks.push(...list.map(({ tex }) => formula(tex, options)));
  }
  if (form.length > 0) {
    blocks.push(heading(words.compositeForm, options));
    blocks.push(...[...form, ...vectorFormulas(equations)].map((tex) => formula(tex, options)));
    blocks.push(...matrices.flatMap((matrix) => matrixBlocks(matrix, options)));
  }
  if (!hasSymbols || equations.symbols.length === 0) return blocks;
  return [
    ...blocks,
    { ...heading(words.symbols, options), above: 2 * size },
    ...symbolRows(equations.symbols, options),
  ];
}

function heading(text: string, { size, width }: Layout, scale = 1): Block {
  const set = typeset(texOfText(text, true), scale * size, width - 2 * size);
  return { ...blockOf(set, size, width, size), above: 1.2 * size, isHeading: true };
}

function formula(tex: string, options: Layout): Block {
  const { size, width, words, longest = longestFormula } = options;
  const isLong = tex.length > longest;
  const left = tex.slice(0, tex.indexOf(" = "));
  const shown = isLong
    ? `${left.length > longestLeft ? "\\cdots" : left} = \\cdots\\quad ${texOfText(words.tooLong(tex.length))}`
    : tex;
  const set = typeset(shown, size, width - 3.5 * size);
  return { ...blockOf(set, 2.5 * size, width, size), above: 0.7 * size };
}

/** A matrix as a whole if it fits, otherwise in blocks, otherwise entry by entry. */
function matrixBlocks(matrix: EquationMatrix, options: Layout): Block[] {
  const { size, width } = options;
  for (const most of sizes) {
    const formulas = most === 0 ? entryFormulas(matrix) : matrixFormulas(matrix, most);
    const isTooLong = formulas.some((tex) => tex.length > longestFormula);
    if (most > 0 && isTooLong) continue;
    const room = width - 3.5 * size;
    const fits = (tex: string): boolean =>
      leastWidth(tex) * size <= room && typeset(tex, size).width <= room;
    if (most === 0 || formulas.every(fits)) return formulas.map((tex) => formula(tex, options));
  }
  return [];
}

/** A lower bound of the width of a matrix, in sizes of letters; it avoids typesetting what cannot fit. */
function leastWidth(tex: string): number {
  const letters = (cell: string): number =>
    cell.replace(/\\[a-z]+/gi, "x").replace(/[{}^_\s\\]/g, "").length;
  const widths: number[] = [];
  for (const row of tex.split("\\\\"))
    row.split("&").forEach((cell, k) => (widths[k] = Math.max(widths[k] ?? 0, letters(cell))));
  return 0.2 * widths.reduce((sum, width) => sum + width, 0);
}

/** Places a formula `left` from the edge; too wide a one is made smaller. */
function blockOf(set: Typeset, left: number, width: number, size: number): Block {
  const room = width - left - size;
  const scale = Math.min(Math.max(room / set.width, smallest), 1);
  const ascent = Math.max(set.ascent * scale, 0.75 * size); // so that lines of small letters keep their distance
  const descent = Math.max(set.descent * scale, 0.25 * size);
  const marks = set.marks.map((mark) => shifted(scaled(mark, scale), left, ascent));
  return { height: ascent + descent, marks, above: 0 };
}

/** The symbols in columns: their sign, then name, kind and unit. */
function symbolRows(symbols: readonly EquationSymbol[], options: Layout): Block[] {
  const { size, width, words } = options;
  const small = 0.85 * size;
  const entries = symbols.map(({ tex, name, kind, unit }) => ({
    sign: typeset(tex, size),
    text: typeset(texOfText(`${name}, ${words.kinds[kind]}`) + unitTex(unit), small),
  }));
  const widest = (of: (entry: (typeof entries)[number]) => number): number =>
    Math.max(...entries.map(of));
  const sign = widest((entry) => entry.sign.width) + size;
  const column = sign + widest((entry) => entry.text.width) + 1.5 * size;
  const room = width - 3.5 * size;
  const count = Math.max(Math.floor((room + 1.5 * size) / column), 1);
  const rows = Math.ceil(entries.length / count);
  return Array.from({ length: rows }, (_, row) => {
    const here = Array.from({ length: count }, (__, k) => entries[row + k * rows]);
    const ascent = Math.max(...here.map((entry) => entry?.sign.ascent ?? 0), 0.7 * size);
    const descent = Math.max(...here.map((entry) => entry?.sign.descent ?? 0), 0.25 * size);
    const marks = here.flatMap((entry, k) => {
      if (!entry) return [];
      const left = 2.5 * size + k * column;
      return [
        ...entry.sign.marks.map((mark) => shifted(mark, left, ascent)),
        ...entry.text.marks.map((mark) => shifted(mark, left + sign, ascent)),
      ];
    });
    return { height: ascent + descent, marks, above: 0.35 * size };
  });
}

/** ", kg m²" of kg m^2. */
function unitTex(unit: string): string {
  if (!unit || unit === "1") return "";
  return `, ${unit}`
    .split(/\^\(?(-?\d+)\)?/)
    .map((part, k) => (k % 2 === 0 ? texOfText(part) : `^{${part}}`))
    .join("");
}

function shifted<Kind extends SetMark>(mark: Kind, x: number, y: number): Kind {
  return mapped(mark, (at, k) => at + (k % 2 === 0 ? x : y), 1);
}

function scaled<Kind extends SetMark>(mark: Kind, scale: number): Kind {
  return scale === 1 ? mark : mapped(mark, (at) => at * scale, scale);
}

/** Maps all coordinates; `k` is even for horizontal ones. */
function mapped<Kind extends SetMark>(
  mark: Kind,
  map: (at: number, k: number) => number,
  scale: number,
): Kind {
  if (mark.kind === "text")
    return { ...mark, x: map(mark.x, 0), y: map(mark.y, 1), size: mark.size * scale };
  if (mark.kind === "glyph") {
    const [across, down] = [mark.across * scale, mark.down * scale];
    return { ...mark, x: map(mark.x, 0), y: map(mark.y, 1), across, down };
  }
  const steps = mark.steps.map(([kind, ...at]) => [kind, ...at.map(map)]);
  return { ...mark, steps } as Kind;
}
