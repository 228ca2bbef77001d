import { joined, latinBytes } from "../bytes.js";
import { rgbOf, runsOf, smallRun, type FigureDrawing, type Mark, type TextMark } from "./marks.js";
import { readTrueType, type TrueType } from "./true-type.js";

/** TrueType fonts, which become part of the file. */
export interface PdfFonts {
  readonly regular: Uint8Array;
  readonly italic: Uint8Array;
}

/** Writes figures as a PDF, one page each. */
export function figuresPdf(figures: readonly FigureDrawing[], fonts: PdfFonts): Uint8Array {
  const file = new PdfFile();
  const used = [
    new UsedFont(readTrueType(fonts.regular)),
    new UsedFont(readTrueType(fonts.italic)),
  ];
  const pages = file.reserve();
  const resources = file.reserve();
  const opacities = new Set<number>([1]);
  const kids = figures.map((figure) => {
    const content = file.add("", pageContent(figure, used, opacities));
    const box = `[0 0 ${short(figure.width)} ${short(figure.height)}]`;
    return file.add(
      `<< /Type /Page /Parent ${pages} 0 R /MediaBox ${box} /Contents ${content} 0 R /Resources ${resources} 0 R >>`,
    );
  });
  const fontNumbers = used.map((font, k) => `/F${k} ${font.write(file, `PORTHO+Porthos${k}`)} 0 R`);
  const states = [...opacities].map((value, k) => `/G${k} << /CA ${value} /ca ${value} >>`);
  file.fill(
    resources,
    `<< /Font << ${fontNumbers.join(" ")} >> /ExtGState << ${states.join(" ")} >> >>`,
  );
  const list = kids.map((kid) => `${kid} 0 R`).join(" ");
  file.fill(pages, `<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`);
  const catalog = file.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`);
  const title = `<FEFF${hex16(figures[0]?.title ?? "")}>`;
  const creator = `<FEFF${hex16(figures[0]?.stamp ?? "Porthos")}>`;
  const info = file.add(`<< /Title ${title} /Creator ${creator} /Producer (Porthos) >>`);
  return file.finish(catalog, info);
}

/** The objects of a file and their places in it. */
class PdfFile {
  readonly #objects: Uint8Array[] = [];

  reserve(): number {
    return this.#objects.push(new Uint8Array());
  }

  fill(number: number, head: string, stream?: Uint8Array): void {
    const bytes = stream
      ? joined([
          latinBytes(`${head.replace(/>>$/, "") || "<<"} /Length ${stream.length} >>\nstream\n`),
          stream,
          latinBytes("\nendstream"),
        ])
      : latinBytes(head);
    this.#objects[number - 1] = bytes;
  }

  add(head: string, stream?: Uint8Array): number {
    const number = this.reserve();
    this.fill(number, head, stream);
    return number;
  }

  finish(catalog: number, info: number): Uint8Array {
    const pieces: Uint8Array[] = [latinBytes("%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n")];
    const places: number[] = [];
    let at = pieces[0]?.length ?? 0;
    this.#objects.forEach((body, k) => {
      places.push(at);
      const piece = joined([latinBytes(`${k + 1} 0 obj\n`), body, latinBytes("\nendobj\n")]);
      at += piece.length;
      pieces.push(piece);
    });
    const count = this.#objects.length + 1;
    const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
    pieces.push(
      latinBytes(
        `xref\n0 ${count}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return joined(pieces);
  }
}

/** A font and the characters that are used of it. */
class UsedFont {
  readonly #characters = new Map<number, string>();

  constructor(readonly font: TrueType) {}

  has(character: string): boolean {
    return this.font.glyphOf(character) !== 0;
  }

  /** The glyphs of a text in hexadecimal digits, and its width at size 1. */
  set(text: string): { readonly glyphs: string; readonly width: number } {
    let [glyphs, width] = ["", 0];
    for (const character of text) {
      const glyph = this.font.glyphOf(character);
      this.#characters.set(glyph, character);
      glyphs += glyph.toString(16).padStart(4, "0");
      width += this.font.widthOf(glyph) / this.font.unitsPerEm;
    }
    return { glyphs, width };
  }

  write(file: PdfFile, name: string): number {
    const { bytes, unitsPerEm, ascent, descent, box } = this.font;
    const unit = (value: number): number => Math.round((1000 * value) / unitsPerEm);
    const data = file.add(`<< /Length1 ${bytes.length} >>`, bytes);
    const descriptor = file.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${box.map(unit).join(" ")}] /ItalicAngle 0 /Ascent ${unit(ascent)} /Descent ${unit(descent)} /CapHeight ${unit(ascent)} /StemV 80 /FontFile2 ${data} 0 R >>`,
    );
    const glyphs = [...this.#characters.keys()].sort((one, other) => one - other);
    const widths = glyphs.map((glyph) => `${glyph} [${unit(this.font.widthOf(glyph))}]`).join(" ");
    const inner = file.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /W [${widths}] /CIDToGIDMap /Identity >>`,
    );
    const unicode = file.add("", latinBytes(this.#unicodeMap(glyphs)));
    return file.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${inner} 0 R] /ToUnicode ${unicode} 0 R >>`,
    );
  }

  /** With it the text of the file can be searched and copied. */
  #unicodeMap(glyphs: readonly number[]): string {
    const rows = glyphs.map(
      (glyph) =>
        `<${glyph.toString(16).padStart(4, "0")}> <${hex16(this.#characters.get(glyph) ?? "")}>`,
    );
    const blocks: string[] = [];
    for (let at = 0; at < rows.length; at += 100) {
      const block = rows.slice(at, at + 100); // the most that the format allows
      blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange <0000> <ffff> endcodespacerange\n${blocks.join("\n")}\nendcmap end end`;
  }
}

function pageContent(
  { width, height, background, marks }: FigureDrawing,
  fonts: readonly UsedFont[],
  opacities: Set<number>,
): Uint8Array {
  const lines = [`1 0 0 -1 0 ${short(height)} cm 1 j`]; // y downwards, round joins
  if (background) lines.push(`${color(background)} rg 0 0 ${short(width)} ${short(height)} re f`);
  for (const mark of marks) lines.push(markContent(mark, fonts, opacities));
  return latinBytes(lines.join("\n"));
}

function markContent(mark: Mark, fonts: readonly UsedFont[], opacities: Set<number>): string {
  if (mark.kind === "text") return textContent(mark, fonts);
  if (mark.kind === "clip") {
    const inner = mark.marks.map((one) => markContent(one, fonts, opacities)).join("\n");
    return `q 0 0 ${short(mark.width)} ${short(mark.height)} re W n\n${inner}\nQ`;
  }
  const { steps, fill, stroke, width = 1, dash = [], isRound, opacity = 1 } = mark;
  opacities.add(opacity);
  const state = `/G${[...opacities].indexOf(opacity)} gs`;
  const path = steps.map(([kind, ...at]) => {
    const operator = { M: "m", L: "l", C: "c", Z: "h" }[kind];
    return `${at.map(short).join(" ")} ${operator}`;
  });
  const style = [
    fill ? `${color(fill)} rg` : "",
    stroke ? `${color(stroke)} RG ${short(width)} w [${dash.map(short).join(" ")}] 0 d` : "",
    stroke ? `${isRound ? 1 : 0} J` : "",
  ];
  const paint = fill && stroke ? "B" : fill ? "f" : stroke ? "S" : "n";
  return [state, ...style, ...path, paint].filter(Boolean).join(" ");
}

function textContent(mark: TextMark, fonts: readonly UsedFont[]): string {
  const { text, x, y, size, color: ink, anchor = "start", isUpright } = mark;
  const pieces = runsOf(text).flatMap(({ text: part, level, isItalic }) =>
    [...part].map((character) => {
      const index = fonts[isItalic ? 1 : 0]?.has(character) ? (isItalic ? 1 : 0) : isItalic ? 0 : 1;
      const { glyphs, width } = fonts[index]!.set(character === "\u202f" ? "\u00a0" : character);
      return { index, level, glyphs, width: width * (level === 0 ? 1 : smallRun.size) };
    }),
  );
  const whole = size * pieces.reduce((sum, { width }) => sum + width, 0);
  let along = anchor === "end" ? -whole : anchor === "middle" ? -whole / 2 : 0;
  const shown = pieces.map(({ index, level, glyphs, width }) => {
    const scale = level === 0 ? 1 : smallRun.size;
    const shift = level === 0 ? 0 : size * (level > 0 ? smallRun.above : smallRun.below);
    const at = isUpright
      ? `0 -1 -1 0 ${short(x + shift)} ${short(y - along)}`
      : `1 0 0 -1 ${short(x + along)} ${short(y + shift)}`;
    along += size * width;
    return `/F${index} ${short(size * scale)} Tf ${at} Tm <${glyphs}> Tj`;
  });
  return `/G0 gs BT ${color(ink)} rg ${shown.join(" ")} ET`;
}

const short = (value: number): string => String(Number(value.toFixed(3)));
const color = (name: string): string => rgbOf(name).map(short).join(" ");

/** UTF-16, big end first, in hexadecimal digits. */
function hex16(text: string): string {
  let all = "";
  for (let k = 0; k < text.length; k++) all += text.charCodeAt(k).toString(16).padStart(4, "0");
  return all;
}
