import { runsOf, smallRun, type FigureDrawing, type Mark, type Step } from "./marks.js";

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
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}pt" height="${short(height)}pt" viewBox="0 0 ${short(width)} ${short(height)}" role="img" aria-label="${escaped(title)}" font-family="${family}">`,
    `<title>${escaped(title)}</title>`,
    ...(stamp ? [`<metadata>${escaped(stamp)}</metadata>`] : []),
    ...(faces.length > 0 ? [`<style>${faces.join("")}</style>`] : []),
    ...(background ? [`<rect width="100%" height="100%" fill="${background}"/>`] : []),
    ...marks.map(markSvg),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

function markSvg(mark: Mark): string {
  if (mark.kind === "clip") {
    const { width, height, marks } = mark;
    return `<svg width="${short(width)}" height="${short(height)}">\n${marks.map(markSvg).join("\n")}\n</svg>`;
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
