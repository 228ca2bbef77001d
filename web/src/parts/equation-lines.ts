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
const longestFormula = 2000;

/** Writes the equations into `host`. Returns functions to call when its width has changed. */
export function fillEquations(host: HTMLElement, equations: Equations): (() => void)[] {
  const { symbols, matrices } = equations;
  const line = (tex: string, note = ""): HTMLElement => {
    const isLong = tex.length > longestFormula;
    const shown = isLong ? `${tex.slice(0, tex.indexOf(" = "))} = \\cdots` : tex;
    const remark = isLong ? words.longFormula(tex.length) : note;
    return h(
      "p",
      { class: "equation" },
      ...mathmlPieces(shown, symbols).flatMap((piece) => [mathElement(piece), " "]),
      remark && h("span", { class: "equation-note" }, remark),
      copyTexButton(tex, true),
    );
  };
  host.replaceChildren(
    ...equations.groups.map(({ name, equations: list }) =>
      group(
        words.equationGroups[name] ?? name,
        list.map(({ tex }) => tex),
        list.map(({ tex, inert }) => line(tex, inert ? words.byKinematics : "")),
      ),
    ),
  );
  // A line that cannot be broken scrolls, so the keyboard must reach it.
  const refits: (() => void)[] = [
    () => {
      for (const one of host.querySelectorAll<HTMLElement>(".equation"))
        if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
        else one.removeAttribute("tabindex");
    },
  ];
  if (equations.form.length > 0) {
    const form = [...equations.form, ...vectorFormulas(equations)];
    host.append(
      group(
        words.compositeForm,
        form,
        form.map((tex) => line(tex)),
      ),
    );
    for (const matrix of matrices) {
      const lines = h("div", { class: "matrix" });
      host.append(lines);
      refits.unshift(fitting(lines, matrix, line));
    }
  } else host.append(h("p", { class: "empty" }, words.tooManyStates));
  host.append(symbolList(equations));
  refits.forEach((refit) => refit());
  return refits;
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
        shown = size;
      }
      if (host.scrollWidth <= width) return;
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
