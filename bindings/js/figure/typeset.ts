// Formulas and texts as outlines, which need no fonts.
import type { GlyphMark, PathMark, Step, TextMark } from "./marks.js";
import { formulaSvg, type SvgNode } from "./mathjax.mjs";

export type SetMark = PathMark | TextMark | GlyphMark;

/** A typeset formula; its base line is at y = 0, its left edge at x = 0. Lengths in points, y downwards. */
export interface Typeset {
  readonly width: number;
  /** Above the base line of the first line. */
  readonly ascent: number;
  readonly descent: number;
  readonly marks: readonly SetMark[];
}

const ink = "#1f2226";
/** Continued lines are indented by this, in sizes of letters. */
const indent = 2;

/**
 * Typesets LaTeX as in `equations()` with letters of this size. A line that is wider than `width` points is broken
 * where that is possible.
 */
export function typeset(tex: string, size: number, width = Infinity): Typeset {
  const room = Number.isFinite(width) ? Math.max(width / size - indent, 10) : 1e6;
  const [svg] = formulaSvg(unbroken(tex), room);
  const [, top = 0, , height = 0] = numbersIn(svg?.attributes["viewBox"] ?? "");
  const scale = size / 1000;
  const walk = new Walk(size);
  for (const child of svg?.children ?? [])
    walk.add(child, { x: 0, y: 0, across: scale, down: scale });
  return {
    width: walk.right,
    ascent: -top * scale,
    descent: (top + height) * scale,
    marks: walk.marks,
  };
}

/** Thin spaces of products become spaces of the class of an atom, where no line ends. */
const unbroken = (tex: string): string => tex.replace(/(?<!,)\\,/g, "\\mathpunct{}");

interface Place {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

class Walk {
  readonly marks: SetMark[] = [];
  right = 0;

  constructor(readonly size: number) {}

  add(node: SvgNode | string, outer: Place): void {
    if (typeof node === "string") return;
    const { kind, attributes, children } = node;
    const fault = attributes["data-mjx-error"];
    if (fault !== undefined) throw new Error(`a formula cannot be typeset: ${fault}`);
    const place = this.#placed(attributes, outer);
    if (kind === "path") this.#glyph(stepsOf(attributes["d"] ?? ""), place);
    else if (kind === "rect") this.#path(rectangle(attributes), place);
    else if (kind === "text") this.#text(children.join(""), attributes, place);
    else if (kind === "svg") this.#cut(node, place);
    else for (const child of children) this.add(child, place);
  }

  #placed(attributes: SvgNode["attributes"], outer: Place): Place {
    const place = moved(outer, attributes["transform"] ?? "");
    const isContinued = Number(attributes["data-mjx-lineno"] ?? 0) > 0;
    return isContinued ? { ...place, x: place.x + indent * this.size } : place;
  }

  #glyph(outline: readonly Step[], { x, y, across, down }: Place): void {
    if (outline.length === 0) return;
    for (const [, ...at] of outline)
      for (let k = 0; k < at.length; k += 2) this.right = Math.max(this.right, x + across * at[k]!);
    this.marks.push({ kind: "glyph", outline, x, y, across, down, color: ink });
  }

  #path(steps: readonly Step[], { x, y, across, down }: Place): void {
    if (steps.length === 0) return;
    const placed = steps.map((step) => {
      const [kind, ...at] = step;
      const to = at.map((value, k) => (k % 2 === 0 ? x + across * value : y + down * value));
      for (let k = 0; k < to.length; k += 2) this.right = Math.max(this.right, to[k] ?? 0);
      return [kind, ...to] as unknown as Step;
    });
    this.marks.push({ kind: "path", steps: placed, fill: ink });
  }

  /** A letter that the fonts of formulas do not have. */
  #text(text: string, attributes: SvgNode["attributes"], { x, y, across }: Place): void {
    const size = parseFloat(attributes["font-size"] ?? "1000") * across;
    this.marks.push({ kind: "text", text, x, y, size, color: ink });
    this.right = Math.max(this.right, x + size * 0.6 * text.length);
  }

  /** The straight middle of a tall bracket, cut to its view box. */
  #cut({ attributes, children }: SvgNode, { x, y, across, down }: Place): void {
    const [left = 0, low = 0, , height = 0] = numbersIn(attributes["viewBox"] ?? "");
    const start = Number(attributes["y"] ?? 0) - low;
    const side = Number(attributes["x"] ?? 0) - left;
    const within: Place = { x: x + across * side, y: y + down * start, across, down };
    for (const child of children) {
      if (typeof child === "string") continue;
      const {
        across: wide,
        down: high,
        x: right,
        y: up,
      } = moved({ x: 0, y: 0, across: 1, down: 1 }, child.attributes["transform"] ?? "");
      const steps = stepsOf(child.attributes["d"] ?? "").map(([kind, ...at]) => {
        const cut = at.map((value, k) =>
          k % 2 === 0
            ? right + wide * value
            : Math.min(Math.max(up + high * value, low), low + height),
        );
        return [kind, ...cut] as unknown as Step;
      });
      this.#path(steps, within);
    }
  }
}

/** Applies translations and scalings of SVG. */
function moved(place: Place, transform: string): Place {
  let { x, y, across, down } = place;
  for (const [, kind, list] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second] = numbersIn(list ?? "");
    if (kind === "translate") {
      x += across * first;
      y += down * (second ?? 0);
    } else if (kind === "scale") {
      across *= first;
      down *= second ?? first;
    }
  }
  return { x, y, across, down };
}

function rectangle(attributes: SvgNode["attributes"]): Step[] {
  const of = (name: string): number => Number(attributes[name] ?? 0);
  const [x, y, right, top] = [of("x"), of("y"), of("x") + of("width"), of("y") + of("height")];
  return [["M", x, y], ["L", right, y], ["L", right, top], ["L", x, top], ["Z"]];
}

const outlines = new Map<string, readonly Step[]>();

/** The outlines have only absolute steps M, L, C and Z. Equal ones are the same object. */
function stepsOf(data: string): readonly Step[] {
  const known = outlines.get(data);
  if (known) return known;
  const steps: Step[] = [];
  for (const [, kind = "", list = ""] of data.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const at = numbersIn(list);
    const count = kind === "C" ? 6 : 2;
    if (kind === "Z") steps.push(["Z"]);
    for (let k = 0; k < at.length; k += count)
      steps.push([
        kind === "M" && k > 0 ? "L" : kind,
        ...at.slice(k, k + count),
      ] as unknown as Step);
  }
  outlines.set(data, steps);
  return steps;
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([number]) => Number(number));

const accents: Readonly<Record<string, string>> = {
  ...{ "\u0308": "ddot", "\u0301": "acute", "\u0300": "grave", "\u0302": "hat" },
  ...{ "\u0303": "tilde", "\u030a": "mathring", "\u030c": "check", "\u0304": "bar" },
};

/** A text as LaTeX; letters with accents are put together, since the fonts do not have them. */
export function texOfText(text: string, isBold = false): string {
  const [words, letter] = isBold ? ["textbf", "mathbf"] : ["text", "mathrm"];
  return [...text.normalize("NFD").matchAll(/(\p{L})(\p{M})|[^\\{}$%#&_^~\p{M}](?!\p{M})|./gu)]
    .map(([all, base, accent = ""]) => {
      const name = accents[accent];
      if (name !== undefined) return `\\${name}{\\${letter}{${base}}}`;
      return signs[all] ?? `\\${words}{${all}}`;
    })
    .join("")
    .replaceAll(new RegExp(`(?<=[^\\\\{}])\\}\\\\${words}\\{`, "g"), "");
}

const signs: Readonly<Record<string, string>> = {
  ...{ "\\": "\\backslash ", "{": "\\{", "}": "\\}", $: "\\$", "%": "\\%", "#": "\\#", "&": "\\&" },
  ...{ _: "\\_", "^": "{\\hat{\\ }}", "~": "{\\sim}" },
};
