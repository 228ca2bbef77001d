import {
  runsOf,
  smallRun,
  type FigureDrawing,
  type GlyphMark,
  type Mark,
  type Step,
} from "./marks.js";

const family = "KaTeX_Main, 'Latin Modern Roman', 'Times New Roman', Times, serif";
const italicFamily = "KaTeX_Math, 'Latin Modern Math', 'Times New Roman', Times, serif";

/** A font to embed: its bytes in base 64. */
export interface SvgFont {
  readonly family: "KaTeX_Main" | "KaTeX_Math";
  /** A data: URL. */
  readonly url: string;
}

/** Writes a figure as SVG. Fonts that are given become part of the file. */
export function figureSvg(figure: FigureDrawing, fonts: readonly SvgFont[] = []): string {
  const { width, height, title, stamp, background, marks } = figure;
  const faces = fonts.map(
    ({ family: name, url }) =>
      `@font-face{font-family:${name};${name === "KaTeX_Math" ? "font-style:italic;" : ""}src:url(${url})}`,
  );
  const glyphs = new Glyphs(marks);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}pt" height="${short(height)}pt" viewBox="0 0 ${short(width)} ${short(height)}" role="img" aria-label="${escaped(title)}" font-family="${family}">`,
    `<title>${escaped(title)}</title>`,
    ...(stamp ? [`<metadata>${escaped(stamp)}</metadata>`] : []),
    ...(faces.length > 0 ? [`<style>${faces.join("")}</style>`] : []),
    ...glyphs.definitions(),
    ...(background ? [`<rect width="100%" height="100%" fill="${background}"/>`] : []),
    ...marks.map((mark) => markSvg(mark, glyphs)),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

/** The outlines of letters, which stand in the file once. */
class Glyphs {
  readonly #ids = new Map<readonly Step[], string>();

  constructor(marks: readonly Mark[]) {
    for (const mark of marks)
      if (mark.kind === "glyph" && !this.#ids.has(mark.outline))
        this.#ids.set(mark.outline, `${prefix}${this.#ids.size}`);
  }

  definitions(): string[] {
    if (this.#ids.size === 0) return [];
    const paths = [...this.#ids].map(
      ([outline, id]) => `<path id="${id}" d="${pathData(outline)}"/>`,
    );
    return [`<defs>${paths.join("")}</defs>`];
  }

  use({ outline, x, y, across, down, color }: GlyphMark): string {
    const matrix = [across, 0, 0, down].map((value) => Number(value.toPrecision(5))).join(" ");
    return `<use href="#${this.#ids.get(outline) ?? ""}" transform="matrix(${matrix} ${short(x)} ${short(y)})" fill="${color}"/>`;
  }
}

/** Unlike the names of other pictures in a page. */
const prefix = "porthos-glyph-";

function markSvg(mark: Mark, glyphs: Glyphs): string {
  if (mark.kind === "glyph") return glyphs.use(mark);
  if (mark.kind === "clip") {
    const { width, height, marks } = mark;
    const inner = marks.map((one) => markSvg(one, glyphs)).join("\n");
    return `<svg width="${short(width)}" height="${short(height)}">\n${inner}\n</svg>`;
  }
  if (mark.kind === "path") {
    const { steps, fill, stroke, width = 1, dash = [], isRound, opacity = 1 } = mark;
    const line = stroke
      ? ` stroke="${stroke}" stroke-width="${short(width)}"${dash.length > 0 ? ` stroke-dasharray="${dash.map(short).join(" ")}"` : ""} stroke-linejoin="round"${isRound ? ' stroke-linecap="round"' : ""}`
      : "";
    const seen = opacity < 1 ? ` opacity="${short(opacity)}"` : "";
    return `<path d="${pathData(steps)}" fill="${fill ?? "none"}"${line}${seen}/>`;
  }
  const { text, x, y, size, color, anchor = "start", isUpright } = mark;
  const place = isUpright
    ? `transform="translate(${short(x)} ${short(y)}) rotate(-90)"`
    : `x="${short(x)}" y="${short(y)}"`;
  let shifted = 0;
  const runs = runsOf(text).map(({ text: part, level, isItalic }) => {
    const shift = level === 0 ? 0 : (level > 0 ? smallRun.above : smallRun.below) * size;
    const by = shift - shifted;
    shifted = shift;
    const attributes = [
      level === 0 ? "" : ` font-size="${short(smallRun.size * size)}"`,
      by === 0 ? "" : ` dy="${short(by)}"`,
      isItalic ? ` font-style="italic" font-family="${italicFamily}"` : "",
    ].join("");
    // Some programs drop spaces at the edges of a piece.
    const solid = escaped(part.replace(/^ | $/g, "\u00a0"));
    return attributes ? `<tspan${attributes}>${solid}</tspan>` : solid;
  });
  return `<text xml:space="preserve" ${place} font-size="${short(size)}" fill="${color}" text-anchor="${anchor}">${runs.join("")}</text>`;
}

function pathData(steps: readonly Step[]): string {
  return steps.map(([kind, ...at]) => kind + at.map(short).join(" ")).join("");
}

const short = (value: number): string => String(Number(value.toFixed(2)));

function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
