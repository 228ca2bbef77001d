/** The line style of a curve, px. */
export interface Stroke {
  readonly width: number;
  /** Lengths of dashes and gaps in turn; empty: an unbroken line. */
  readonly dash: readonly number[];
  readonly isRound?: boolean;
  /** Width of the pale middle of a double line. */
  readonly core?: number;
}

/**
 * Opacity of the paper's colour over the line. A curve that oscillates within its own width must
 * stay visible.
 */
export const coreOpacity = 0.85;

/** A curve of the run, and its counterpart in the compared run. */
interface Pair {
  readonly own: Stroke;
  readonly other: Stroke;
}

const line = (width: number, ...dash: readonly number[]): Stroke => ({ width, dash });
const dots = (width: number, ...dash: readonly number[]): Stroke => ({
  width,
  dash,
  isRound: true,
});

/**
 * Curves differ in their patterns, so that they can be told apart without colours. Where two
 * coincide, both are visible: solid lines are broader or narrower than the lines on them, and show
 * between dashes and beside them. The stored energy, the sum, is a double line with room for
 * another in its middle. The compared run has round dots, which are broader than the curves of this
 * run or lie inside the double line.
 */
export const strokes = {
  stored: { own: { ...line(6), core: 3.2 }, other: dots(2.6, 0, 7) },
  kinetic: { own: line(1.6), other: dots(3, 0, 9) },
  potential: { own: line(2.6, 9, 4), other: dots(3, 3, 9) },
  supplied: { own: line(2.4, 4.5, 4), other: dots(3, 0, 6.5) },
  dissipated: { own: line(2.2, 8, 3, 2, 3), other: dots(3, 0, 6, 3, 6) },
  balance: { own: line(1.4), other: dots(2.8, 0, 8) },
  column: { own: line(1.8), other: dots(3.2, 0, 9) },
} as const satisfies Readonly<Record<string, Pair>>;

/** A short piece of a curve, for legends; its colour is that of its class, `swatch-NAME`. */
export function swatch(name: string, { width, dash, isRound, core }: Stroke): SVGElement {
  const make = (tag: "svg" | "line"): SVGElement =>
    document.createElementNS("http://www.w3.org/2000/svg", tag);
  const picture = make("svg");
  picture.setAttribute("class", `swatch swatch-${name}`);
  picture.setAttribute("aria-hidden", "true");
  const add = (attributes: Readonly<Record<string, string | number>>): void => {
    const piece = make("line");
    const all = { x1: 0, x2: "100%", y1: "50%", y2: "50%", ...attributes };
    for (const [key, value] of Object.entries(all)) piece.setAttribute(key, String(value));
    picture.append(piece);
  };
  // Round caps extend beyond the line.
  add({
    x1: isRound ? width / 2 : 0,
    "stroke-width": width,
    "stroke-dasharray": dash.join(" ") || "none",
    "stroke-linecap": isRound ? "round" : "butt",
  });
  if (core) add({ "stroke-width": core, "stroke-opacity": coreOpacity, class: "core" });
  return picture;
}
