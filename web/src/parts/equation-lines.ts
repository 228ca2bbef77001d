import { entryFormulas, matrixFormulas, vectorFormulas } from "../../../bindings/js/equations";
import { mathmlPieces } from "../../../bindings/js/mathml";
import type { EquationMatrix, Equations } from "../../../bindings/js/types";
import { h } from "../base/dom";
import { words } from "../words/words";
import { alignedTex, copyTexButton } from "./copy-tex";

/** Block sizes to try until a matrix fits into the line; 0 lists the entries one by one. */
const sizes = [Infinity, 6, 4, 3, 0];

/**
 * Minimum width of a column of a matrix, pixels. It avoids typesetting matrices that cannot fit.
 */
const narrowest = 20;

/** Minimum width of a letter, pixels. */
const letter = 3.5;

/**
 * Longer formulas, in characters, are omitted: they fill more than a screen and take seconds to lay
 * out.
 */
const longestFormula = 1500;

/** Of a formula that is omitted, a left side of up to so many characters is shown. */
const longestLeft = 160;

/** Appends a part of the equations. Returns functions to call when the width has changed. */
export type EquationPiece = (host: HTMLElement) => readonly (() => void)[];

/** Matrices with more columns than this get the whole width. */
const widest = 5;

/** The equations in pieces, which are written one after the other: a matrix of long formulas takes a second to set. */
export function equationPieces(equations: Equations): readonly EquationPiece[] {
  const { symbols, matrices } = equations;
  const line = (tex: string, note = ""): HTMLElement => {
    const isLong = tex.length > longestFormula;
    const left = tex.slice(0, tex.indexOf(" = "));
    const shown = isLong ? `${left.length > longestLeft ? "\\cdots" : left} = \\cdots` : tex;
    const remark = isLong ? words.longFormula(tex.length) : note;
    return h(
      "p",
      { class: "equation" },
      ...mathmlPieces(shown, symbols).flatMap((piece) => [mathElement(piece), " "]),
      remark && h("span", { class: "equation-note" }, remark),
      copyTexButton(tex, true),
    );
  };
  const append = (make: () => HTMLElement): EquationPiece => {
    return (host) => {
      columnsOf(host).append(make());
      return [];
    };
  };
  const groups = equations.groups.map(({ name, equations: list }) =>
    append(() =>
      group(
        words.equationGroups[name] ?? name,
        list.map(({ tex }) => tex),
        list.map(({ tex, inert }) => line(tex, inert ? words.byKinematics : "")),
      ),
    ),
  );
  const form = [...equations.form, ...vectorFormulas(equations)];
  const formPieces: readonly EquationPiece[] =
    equations.form.length === 0
      ? [append(() => h("p", { class: "empty" }, words.tooManyStates))]
      : [
          append(() =>
            group(
              words.compositeForm,
              form,
              form.map((tex) => line(tex)),
            ),
          ),
          ...matrices.map((matrix): EquationPiece => (host) => {
            const isWide = matrix.columns.length > widest;
            const lines = h("div", { class: isWide ? "matrix is-wide" : "matrix" });
            (isWide ? host : columnsOf(host)).append(lines);
            const refit = fitting(lines, matrix, line);
            refit();
            return [refit];
          }),
        ];
  return [...groups, ...formPieces, append(() => symbolList(equations))];
}

/** The columns at the end of the equations. What follows a wide matrix has new ones, so that earlier ones stay as they are. */
function columnsOf(host: HTMLElement): Element {
  const last = host.lastElementChild;
  if (last?.classList.contains("equation-columns")) return last;
  const columns = h("div", { class: "equation-columns" });
  host.append(columns);
  return columns;
}

/** A line that cannot be broken scrolls, so the keyboard must reach it. */
export function markOverflow(host: HTMLElement): void {
  for (const one of host.querySelectorAll<HTMLElement>(".equation"))
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
}

function group(
  title: string,
  formulas: readonly string[],
  content: readonly HTMLElement[],
): HTMLElement {
  const copy = copyTexButton(alignedTex(formulas), false);
  const head = h("div", { class: "equation-head" }, h("h3", {}, title), copy);
  return h("section", { class: "equation-group" }, head, ...content);
}

/**
 * Writes a matrix as a whole if it fits, otherwise in blocks, otherwise entry by entry. Returns a
 * function that fits it to the current width.
 */
function fitting(
  host: HTMLElement,
  matrix: EquationMatrix,
  line: (tex: string) => HTMLElement,
): () => void {
  const needed = new Map<number, number>(); // widths of block sizes that did not fit, pixels
  let shown: number | undefined;
  let letters = "";
  const isTooWide = (size: number, formulas: readonly string[], width: number): boolean =>
    Math.min(size, matrix.columns.length) * narrowest > width ||
    (size > 0 && formulas.some((tex) => leastWidth(tex) > width));
  return () => {
    const width = host.clientWidth;
    const { fontSize } = getComputedStyle(host);
    if (fontSize !== letters) needed.clear();
    letters = fontSize;
    for (const size of sizes) {
      if (size > 0 && (needed.get(size) ?? 0) > width) continue;
      if (size !== shown) {
        const formulas = size === 0 ? entryFormulas(matrix) : matrixFormulas(matrix, size);
        if (isTooWide(size, formulas, width)) continue;
        host.replaceChildren(...formulas.map((tex) => line(tex)));
        host.classList.toggle("is-listed", size === 0);
        shown = size;
      }
      if (size === 0 || host.scrollWidth <= width) return;
      needed.set(size, host.scrollWidth);
    }
  };
}

/** A lower bound of the width of a formula or a matrix, pixels. */
function leastWidth(tex: string): number {
  const widths: number[] = [];
  for (const row of tex.split("\\\\"))
    row.split("&").forEach((cell, column) => {
      const letters = cell.replace(/\\[a-z]+/gi, "x").replace(/[{}^_\s\\]/g, "").length;
      widths[column] = Math.max(widths[column] ?? 0, letters);
    });
  return letter * widths.reduce((sum, width) => sum + width, 0);
}

/** All symbols as buttons, so that the keyboard can highlight them and show their trace or control. */
function symbolList({ symbols }: Equations): HTMLElement {
  const items = symbols.map(({ name, kind, tex, unit }) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "quiet small", "data-symbol": name, title: `${name}, ${kind}` },
        ...mathmlPieces(tex).map(mathElement),
        h("span", { class: "visually-hidden" }, `${name}, ${kind}${unit && `, ${unit}`}`),
      ),
    ),
  );
  return h(
    "section",
    { class: "equation-group symbols" },
    h("h3", {}, words.symbols),
    h("ul", {}, ...items),
  );
}

function mathElement(content: string): Element {
  const math = document.createElementNS("http://www.w3.org/1998/Math/MathML", "math");
  math.setAttribute("displaystyle", "true");
  math.innerHTML = content;
  return math;
}
