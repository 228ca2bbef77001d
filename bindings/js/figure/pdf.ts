import { joined, latinBytes } from "../bytes.js";
import { zlibSync } from "../zip/fflate.mjs";
import { rgbOf, runsOf, smallRun } from "./marks.js";
import type { FigureDrawing, Mark, Step, TextMark } from "./marks.js";
import { readTrueType, type TrueType } from "./true-type.js";

/** TrueType fonts, which become part of the file. */
export interface PdfFonts {
  readonly regular: Uint8Array;
  readonly italic: Uint8Array;
}

/** Writes figures as a PDF, one page each. Figures of outlines alone need no fonts. */
export function figuresPdf(figures: readonly FigureDrawing[], fonts?: PdfFonts): Uint8Array {
  const file = new PdfFile();
  const used = fonts
    ? [new UsedFont(readTrueType(fonts.regular)), new UsedFont(readTrueType(fonts.italic))]
    : [];
  const pages = file.reserve();
  const resources = file.reserve();
  const opacities = new Set<number>([1]);
  const glyphs: Glyphs = new Map();
  const kids = figures.map((figure) => {
    const content = file.add("", pageContent(figure, { fonts: used, opacities, glyphs }));
    const box = `[0 0 ${short(figure.width)} ${short(figure.height)}]`;
    return file.add(
      `<< /Type /Page /Parent ${pages} 0 R /MediaBox ${box} /Contents ${content} 0 R /Resources ${resources} 0 R >>`,
    );
  });
  const fontNumbers = used.map((font, k) => `/F${k} ${font.write(file, `PORTHO+Porthos${k}`)} 0 R`);
  const states = [...opacities].map((value, k) => `/G${k} << /CA ${value} /ca ${value} >>`);
  const outlines = [...glyphs].map(
    ([outline, name]) =>
      `/${name} ${file.add(glyphHead(outline), latinBytes(`${pathContent(outline)} f`))} 0 R`,
  );
  file.fill(
    resources,
    `<< /Font << ${fontNumbers.join(" ")} >> /ExtGState << ${states.join(" ")} >> /XObject << ${outlines.join(" ")} >> >>`,
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
    this.#objects[number - 1] = stream ? streamBytes(head, stream) : latinBytes(head);
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

function streamBytes(head: string, stream: Uint8Array): Uint8Array {
  const packed = zlibSync(stream);
  const dictionary = `${head.replace(/>>$/, "") || "<<"} /Filter /FlateDecode /Length ${packed.length} >>`;
  return joined([latinBytes(`${dictionary}\nstream\n`), packed, latinBytes("\nendstream")]);
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

/** The names of outlines of letters. */
type Glyphs = Map<readonly Step[], string>;

/** What the pages of a file use. */
interface Used {
  readonly fonts: readonly UsedFont[];
  readonly opacities: Set<number>;
  readonly glyphs: Glyphs;
}

function glyphHead(outline: readonly Step[]): string {
  const points = outline.flatMap(([, ...at]) => at);
  const bounds = (k: number): number[] => points.filter((_, place) => place % 2 === k);
  const box = [0, 1].map((k) => Math.min(...bounds(k)));
  const end = [0, 1].map((k) => Math.max(...bounds(k)));
  return `<< /Type /XObject /Subtype /Form /BBox [${[...box, ...end].map(short).join(" ")}] >>`;
}

function pathContent(steps: readonly Step[]): string {
  return steps
    .map(
      ([kind, ...at]) => `${at.map(short).join(" ")} ${{ M: "m", L: "l", C: "c", Z: "h" }[kind]}`,
    )
    .join(" ");
}

function pageContent({ width, height, background, marks }: FigureDrawing, used: Used): Uint8Array {
  const lines = [`1 0 0 -1 0 ${short(height)} cm 1 j`]; // y downwards, round joins
  if (background) lines.push(`${color(background)} rg 0 0 ${short(width)} ${short(height)} re f`);
  for (const mark of marks) lines.push(markContent(mark, used));
  return latinBytes(lines.join("\n"));
}

function markContent(mark: Mark, used: Used): string {
  const { fonts, opacities, glyphs } = used;
  if (mark.kind === "text") return textContent(mark, fonts);
  if (mark.kind === "glyph") {
    const { outline, x, y, across, down } = mark;
    const name = glyphs.get(outline) ?? `X${glyphs.size}`;
    glyphs.set(outline, name);
    const scales = [across, 0, 0, down].map((value) => value.toFixed(6)).join(" ");
    return `q /G0 gs ${color(mark.color)} rg ${scales} ${short(x)} ${short(y)} cm /${name} Do Q`;
  }
  if (mark.kind === "clip") {
    const inner = mark.marks.map((one) => markContent(one, used)).join("\n");
    return `q 0 0 ${short(mark.width)} ${short(mark.height)} re W n\n${inner}\nQ`;
  }
  const { steps, fill, stroke, width = 1, dash = [], isRound, opacity = 1 } = mark;
  opacities.add(opacity);
  const state = `/G${[...opacities].indexOf(opacity)} gs`;
  const style = [
    fill ? `${color(fill)} rg` : "",
    stroke ? `${color(stroke)} RG ${short(width)} w [${dash.map(short).join(" ")}] 0 d` : "",
    stroke ? `${isRound ? 1 : 0} J` : "",
  ];
  const paint = fill && stroke ? "B" : fill ? "f" : stroke ? "S" : "n";
  return [state, ...style, pathContent(steps), paint].filter(Boolean).join(" ");
}

function textContent(mark: TextMark, fonts: readonly UsedFont[]): string {
  const { text, x, y, size, color: ink, anchor = "start", isUpright } = mark;
  if (fonts.length === 0) throw new RangeError(`no font has the letters "${text}"`);
  const pieces = runsOf(text).flatMap(({ text: part, level, isItalic }) =>
    [...part].flatMap((character) => {
      const share = level === 0 ? 1 : smallRun.size;
      return lettersOf(character, isItalic, fonts).map((letter) => ({
        ...{ ...letter, level, width: letter.width * share },
        back: letter.back * share,
      }));
    }),
  );
  const whole = size * pieces.reduce((sum, { width }) => sum + width, 0);
  let along = anchor === "end" ? -whole : anchor === "middle" ? -whole / 2 : 0;
  const shown = pieces.map(({ index, level, glyphs, width, back, up }) => {
    const scale = level === 0 ? 1 : smallRun.size;
    const line = level === 0 ? 0 : size * (level > 0 ? smallRun.above : smallRun.below);
    const [shift, start] = [line - size * scale * up, along - size * back];
    const at = isUpright
      ? `0 -1 -1 0 ${short(x + shift)} ${short(y - start)}`
      : `1 0 0 -1 ${short(x + start)} ${short(y + shift)}`;
    along += size * width;
    return `/F${index} ${short(size * scale)} Tf ${at} Tm <${glyphs}> Tj`;
  });
  return `/G0 gs BT ${color(ink)} rg ${shown.join(" ")} ET`;
}

/** Combining accents, and the letters of the fonts that look like them. */
const accents: Readonly<Record<string, string>> = {
  ...{ "\u0308": "¨", "\u0301": "ˊ", "\u0300": "ˋ", "\u0302": "ˆ" },
  ...{ "\u0303": "˜", "\u030a": "˚", "\u030c": "ˇ", "\u0304": "ˉ" },
};
/** Accents of capitals are higher by this share of the size. */
const capital = 0.22;

/** Glyphs of a character: `back` is the distance to the left at which one begins, `up` the distance above the line. */
function lettersOf(character: string, isItalic: boolean, fonts: readonly UsedFont[]) {
  const has = (one: string, index: number): boolean => fonts[index]?.has(one) ?? false;
  const own = isItalic ? 1 : 0;
  const find = (one: string): number => (has(one, own) ? own : 1 - own);
  const glyph = (one: string) => {
    const index = find(one);
    return { index, ...fonts[index]!.set(one), back: 0, up: 0 };
  };
  const [base = "", mark = ""] = [...character.normalize("NFD")];
  const accent = accents[mark];
  if (has(character, 0) || has(character, 1) || !accent)
    return [glyph(character === "\u202f" ? "\u00a0" : character)];
  const letter = glyph(base);
  const above = glyph(accent);
  const back = (letter.width + above.width) / 2;
  const up = base === base.toUpperCase() ? capital : 0;
  return [letter, { ...above, width: 0, back, up }];
}

const short = (value: number): string => String(Number(value.toFixed(3)));
const color = (name: string): string => rgbOf(name).map(short).join(" ");

/** UTF-16, big end first, in hexadecimal digits. */
function hex16(text: string): string {
  let all = "";
  for (let k = 0; k < text.length; k++) all += text.charCodeAt(k).toString(16).padStart(4, "0");
  return all;
}
