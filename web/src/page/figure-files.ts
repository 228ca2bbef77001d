import italicTtf from "katex/dist/fonts/KaTeX_Math-Italic.ttf?url";
import italicWoff from "katex/dist/fonts/KaTeX_Math-Italic.woff2?url";
import regularTtf from "katex/dist/fonts/KaTeX_Main-Regular.ttf?url";
import regularWoff from "katex/dist/fonts/KaTeX_Main-Regular.woff2?url";
import type { FigureDrawing } from "../../../bindings/js/figure/marks";
import { figuresPdf, type PdfFonts } from "../../../bindings/js/figure/pdf";
import { figureSvg, type SvgFont } from "../../../bindings/js/figure/svg";

export type FigureFormat = "svg" | "pdf" | "png";

/** A figure as SVG with its fonts in it, if it has texts. */
export async function svgOf(figure: FigureDrawing): Promise<string> {
  return figureSvg(figure, hasTexts(figure) ? await svgFonts() : []);
}

const hasTexts = ({ marks }: FigureDrawing): boolean =>
  marks.some(({ kind }) => kind === "text" || kind === "clip");

/** A figure as PDF with its fonts in it, if it has texts. */
export async function pdfOf(figures: readonly FigureDrawing[]): Promise<Blob> {
  const bytes = figuresPdf(figures, figures.some(hasTexts) ? await pdfFonts() : undefined);
  return new Blob([bytes.slice()], { type: "application/pdf" });
}

/** A figure as a picture `pixels` wide. */
export async function pngOf(figure: FigureDrawing, pixels: number): Promise<Blob | null> {
  const image = new Image();
  image.src = dataUrl(await svgOf(figure));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = pixels;
  canvas.height = Math.round((pixels * figure.height) / figure.width);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return blobOf(canvas);
}

export function blobOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export const dataUrl = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

async function pdfFonts(): Promise<PdfFonts> {
  const [regular, italic] = await Promise.all([bytesOf(regularTtf), bytesOf(italicTtf)]);
  return { regular, italic };
}

let fonts: Promise<readonly SvgFont[]> | undefined;

function svgFonts(): Promise<readonly SvgFont[]> {
  const read = async (family: SvgFont["family"], address: string): Promise<SvgFont> => {
    const bytes = await bytesOf(address);
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { family, url: `data:font/woff2;base64,${btoa(text)}` };
  };
  return (fonts ??= Promise.all([read("KaTeX_Main", regularWoff), read("KaTeX_Math", italicWoff)]));
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
