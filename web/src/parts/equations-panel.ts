import { entryFormulas, matrixFormulas, vectorFormulas } from "../../../bindings/js/equations";
import { mathmlPieces } from "../../../bindings/js/mathml";
import type { EquationMatrix, Equations } from "../../../bindings/js/types";
import { motionSeen } from "../base/ticker";
import { h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** Sizes of blocks that are tried until a matrix fits into the line; 0 stands for a list of its entries. */
const sizes = [Infinity, 6, 4, 3, 0];

/** No column of a matrix is narrower, pixels: what cannot fit is not typeset to be measured. */
const narrowest = 20;

/** No letter is narrower, pixels. */
const letter = 3.5;

/** Formulas of more characters fill a screen and more: nobody reads them, and to lay them out takes seconds. */
const longestFormula = 2000;

/** Of what is shown at once, in pixels: a screen. */
const longest = 900;

/** The equations of the model as its text is now; what is pointed at lights up wherever it stands. */
export function makeEquationsPanel(experiment: Experiment): HTMLElement {
  const groups = h("div", { class: "equation-groups" });
  const fold = h("div", { class: "equation-fold" }, groups);
  const more = h("button", { type: "button", class: "quiet small" }, words.allEquations);
  const element = h(
    "section",
    { class: "panel equations", part: "equations", "aria-labelledby": "equations-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "equations-title" }, words.equations)),
    fold,
    more,
  );
  // Equations are set when somebody comes near, and most have more than is shown: what follows them, a tab that is being
  // clicked, must not move then.
  more.style.visibility = "hidden";
  let shown = "";
  let isSeen = false;
  let isNear = false;
  let isWhole = false;
  let refits: (() => void)[] = [];
  let width = 0; // that the equations have been fitted to, pixels

  // Long ones are a wall between the figure and what is written about it.
  const foldLong = (): void => {
    more.hidden = groups.scrollHeight <= longest;
    more.textContent = isWhole ? words.fewerEquations : words.allEquations;
    more.setAttribute("aria-expanded", String(isWhole));
    fold.classList.toggle("is-folded", !more.hidden && !isWhole);
  };
  const unfold = (whole: boolean): void => {
    isWhole = whole;
    foldLong();
  };
  more.addEventListener("click", () => unfold(!isWhole));
  groups.addEventListener("focusin", () => unfold(true));

  const update = async (): Promise<void> => {
    const { description, source, status } = experiment;
    if (!isSeen || !description || status === "refused" || source.text === shown) return;
    shown = source.text;
    try {
      const equations = await experiment.client.equations(source);
      if (shown !== source.text) return;
      refits = fill(groups, equations);
      more.style.visibility = "";
      width = element.clientWidth;
      foldLong();
    } catch {
      shown = ""; // the banner says what is wrong with the engine
    }
  };
  // The first pictures of a run come first: to set equations takes longer than to draw them.
  experiment.grown.on(() => void motionSeen().then(update));
  experiment.changed.on(({ status }) => {
    if (status !== "reading" && status !== "computing") void motionSeen().then(update);
  });
  const refit = (): void => {
    if (!isNear || refits.length === 0 || Math.abs(element.clientWidth - width) < 8) return;
    width = element.clientWidth;
    refits.forEach((one) => one());
    foldLong();
  };
  // Not before somebody comes near.
  const nearness = new IntersectionObserver(
    (entries) => {
      isNear = entries.at(-1)?.isIntersecting ?? false;
      if (!isNear) return;
      refit();
      if (isSeen) return;
      isSeen = true;
      void update();
    },
    { rootMargin: "400px" },
  );
  nearness.observe(element);
  new ResizeObserver(refit).observe(element);

  const nameAt = (event: Event): string | null =>
    (event.target as Element | null)?.closest?.("[data-symbol]")?.getAttribute("data-symbol") ??
    null;
  groups.addEventListener("pointerover", (event) =>
    experiment.attention.pointed.emit(nameAt(event)),
  );
  groups.addEventListener("pointerleave", () => experiment.attention.pointed.emit(null));
  groups.addEventListener("focusin", (event) => experiment.attention.pointed.emit(nameAt(event)));
  groups.addEventListener("focusout", () => experiment.attention.pointed.emit(null));
  groups.addEventListener("click", (event) => {
    const name = nameAt(event);
    if (name !== null) experiment.attention.chosen.emit(name);
  });
  experiment.attention.pointed.on((name) => {
    for (const symbol of groups.querySelectorAll("[data-symbol]"))
      symbol.classList.toggle("is-lit", symbol.getAttribute("data-symbol") === name);
  });
  return element;
}

/** Returns what is to be called when the width has changed. */
function fill(host: HTMLElement, equations: Equations): (() => void)[] {
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
    );
  };
  const group = (title: string, ...content: HTMLElement[]): HTMLElement =>
    h("section", { class: "equation-group" }, h("h3", {}, title), ...content);
  host.replaceChildren(
    ...equations.groups.map(({ name, equations: list }) =>
      group(
        words.equationGroups[name] ?? name,
        ...list.map(({ tex, inert }) => line(tex, inert ? words.byKinematics : "")),
      ),
    ),
  );
  // What cannot be broken scrolls, and then the keyboard has to reach it.
  const refits: (() => void)[] = [
    () => {
      for (const one of host.querySelectorAll<HTMLElement>(".equation"))
        if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
        else one.removeAttribute("tabindex");
    },
  ];
  if (equations.form.length > 0) {
    const form = [...equations.form, ...vectorFormulas(equations)].map((tex) => line(tex));
    host.append(group(words.compositeForm, ...form));
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

/**
 * A matrix as a whole where there is room, in blocks where there is less, entry by entry where there is none. Returns
 * what fits it to the width that there is then.
 */
function fitting(
  host: HTMLElement,
  matrix: EquationMatrix,
  line: (tex: string) => HTMLElement,
): () => void {
  const needed = new Map<number, number>(); // of the sizes that did not fit, pixels
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

/** What a formula or a matrix is wider than, pixels. */
function leastWidth(tex: string): number {
  const widths: number[] = [];
  for (const row of tex.split("\\\\"))
    row.split("&").forEach((cell, column) => {
      const letters = cell.replace(/\\[a-z]+/gi, "x").replace(/[{}^_\s\\]/g, "").length;
      widths[column] = Math.max(widths[column] ?? 0, letters);
    });
  return letter * widths.reduce((sum, width) => sum + width, 0);
}

/** All letters, each a button: with the keyboard too they light up, and show their trace or their knob. */
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
