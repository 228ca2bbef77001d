// Figures as files: what svg.ts, pdf.ts and plot.ts write, opened by other programs where they are installed.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { runsOf, type PathMark } from "../../bindings/js/figure/marks";
import { figuresPdf } from "../../bindings/js/figure/pdf";
import { drawPlot, type PlotSpec } from "../../bindings/js/figure/plot";
import { figureSvg } from "../../bindings/js/figure/svg";
import { sha256, stampedGif, stampedMp4, stampedPng, stampedWebm } from "../../bindings/js/stamp";
import { beginsAnew } from "../../web/src/plots/wrap";
import { readTrueType } from "../../bindings/js/figure/true-type";

const folder = mkdtempSync(join(tmpdir(), "porthos-figure-"));
afterAll(() => rmSync(folder, { recursive: true }));
const cli = resolve(import.meta.dirname, "../../build/dist/cli.js");
const porthos = (...words: string[]) => spawnSync("node", [cli, ...words], { encoding: "utf8" });

const isThere = (program: string): boolean => spawnSync("which", [program]).status === 0;

const font = (name: string): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(`katex/dist/fonts/${name}.ttf`));
const fonts = { regular: font("KaTeX_Main-Regular"), italic: font("KaTeX_Math-Italic") };

const line: PlotSpec = {
  ...{ width: 300, height: 200, title: "A line & a gap", xLabel: "t (s)", yLabel: "φ₁ (rad)" },
  ...{ hasLegend: true, caption: "A caption", isBlack: false, background: "#ffffff" },
  curves: [
    { label: "first", xs: [0, 1, 2, 3], ys: [0, 2, 4, 6], color: "#aa0000" },
    { label: "second", xs: [0, 1, 2, 3], ys: [6, NaN, 1, 0], color: "#0000aa" },
  ],
};

const pathsOf = (spec: PlotSpec, color: string): PathMark[] =>
  drawPlot(spec).marks.filter(
    (mark): mark is PathMark => mark.kind === "path" && mark.stroke === color,
  );

describe("a plot", () => {
  test("places points in proportion, and interrupts a curve where there is no number", () => {
    const [curve] = pathsOf(line, "#aa0000");
    const points = curve!.steps.map(([, x, y]) => [Number(x), Number(y)] as const);
    const [a, b, c, d] = points as [readonly [number, number], ...(readonly [number, number])[]];
    // Equal distances of the data are equal distances on the paper.
    expect(b![0] - a[0]).toBeCloseTo(d![0] - c![0], 9);
    expect(b![1] - a[1]).toBeCloseTo(d![1] - c![1], 9);
    expect(d![1]).toBeLessThan(a[1]); // upwards
    const [broken] = pathsOf(line, "#0000aa");
    expect(broken!.steps.map(([kind]) => kind)).toEqual(["M", "M", "L"]);
  });

  test("keeps the legend above the curves and the caption below them", () => {
    const { marks } = drawPlot(line);
    const textAt = (text: string): number =>
      marks.flatMap((mark) => (mark.kind === "text" && mark.text === text ? [mark.y] : []))[0] ??
      NaN;
    const heights = ["#aa0000", "#0000aa"].flatMap((color) =>
      pathsOf(line, color)
        .filter(({ steps }) => steps.length > 2)
        .flatMap(({ steps }) => steps.map(([, , y]) => Number(y))),
    );
    expect(textAt("first")).toBeLessThan(Math.min(...heights));
    expect(textAt("A caption")).toBeGreaterThan(Math.max(...heights));
  });

  test("in black and white curves differ in their dashes, and nothing has a colour", () => {
    const black = drawPlot({ ...line, isBlack: true });
    const drawn = black.marks.filter(
      (mark): mark is PathMark => mark.kind === "path" && mark.stroke === "#000000",
    );
    expect(new Set(drawn.map(({ dash }) => JSON.stringify(dash))).size).toBe(2);
    expect(figureSvg(black)).not.toMatch(/#aa0000|#0000aa/);
    expect(figureSvg(drawPlot(line))).toMatch(/#aa0000/);
  });

  test("indices and powers become smaller letters", () => {
    expect(runsOf("φ₁ m²").map(({ text, level }) => [text, level])).toEqual([
      ["φ", 0],
      ["1", -1],
      [" m", 0],
      ["2", 1],
    ]);
  });
});

test("an angle begins anew where it jumps by a turn, a fast one does not, and no length does", () => {
  const wrapped = [3, 3.1, -3.1, -3];
  expect(wrapped.map((_, row) => beginsAnew(wrapped, row, "rad"))).toEqual([
    ...[false, false, true, false],
  ]);
  expect([0, 3, 6].map((_, row) => beginsAnew([0, 3, 6], row, "rad"))).not.toContain(true);
  expect(beginsAnew(wrapped, 2, "m")).toBe(false);
});

test("a font gives the glyphs and widths of letters, and none for what it lacks", () => {
  const regular = readTrueType(fonts.regular);
  expect(regular.glyphOf("A")).toBeGreaterThan(0);
  expect(regular.glyphOf("φ")).toBe(0);
  expect(readTrueType(fonts.italic).glyphOf("φ")).toBeGreaterThan(0);
  // KaTeX's own table of widths: https://katex.org, "Main-Regular" 65 and 109, in sizes of the letters.
  const width = (letter: string): number =>
    regular.widthOf(regular.glyphOf(letter)) / regular.unitsPerEm;
  expect(width("A")).toBeCloseTo(0.75, 3);
  expect(width("m")).toBeCloseTo(0.83334, 3);
});

test("a PDF has its objects where its table says, and its fonts in it", () => {
  const bytes = Buffer.from(figuresPdf([drawPlot(line), drawPlot(line)], fonts));
  const text = bytes.toString("latin1");
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe("xref");
  const places = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at));
  expect(places.length).toBeGreaterThan(10);
  places.forEach((at, k) => expect(text.slice(at, at + 9)).toMatch(new RegExp(`^${k + 1} 0 obj`)));
  expect(text.match(/\/FontFile2/g)).toHaveLength(2);
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(2);
  const streams = [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)].map(
    ({ 0: head, 1: length, index }) =>
      inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))),
  );
  expect(streams.some((one) => one.equals(Buffer.from(fonts.regular)))).toBe(true);
});

test.skipIf(!isThere("pdftoppm"))("poppler draws a PDF and finds its words", () => {
  const file = join(folder, "plot.pdf");
  writeFileSync(file, figuresPdf([drawPlot({ ...line, caption: "A caption, Kräfte, Öl" })], fonts));
  execFileSync("pdftoppm", ["-r", "72", "-png", file, join(folder, "page")]);
  const picture = readFileSync(join(folder, "page-1.png"));
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([300, 200]);
  const words = execFileSync("pdftotext", [file, "-"], { encoding: "utf8" });
  for (const word of ["first", "A caption", "Kräfte", "Öl", "φ"])
    expect(words.normalize("NFC")).toContain(word);
});

describe("porthos figure", () => {
  test("plots columns as SVG", () => {
    const file = join(folder, "angles.svg");
    const words = [
      "figure",
      "gallery:slider-crank",
      "--plot",
      "crank.phi1,rod.phi2",
      "--until",
      "1",
    ];
    const { status, stderr } = porthos(...words, "--width", "100", "--height", "50", "-o", file);
    expect([status, stderr]).toEqual([0, ""]);
    const svg = readFileSync(file, "utf8");
    // 100 mm are 283.46 pt.
    expect(svg).toContain('width="283.46pt" height="141.73pt"');
    expect(svg.match(/<path[^>]*stroke="#(0b6fae|c24f08)"/g)).toHaveLength(4); // two curves, two samples
  });

  test("names a column that is not there", () => {
    const { status, stderr } = porthos(
      "figure",
      "gallery:slider-crank",
      "--plot",
      "crank.phi",
      "--until",
      "0.1",
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/no column "crank.phi"; did you mean "crank.phi1"/);
  });

  test.skipIf(!isThere("rsvg-convert"))("rsvg draws what it writes", () => {
    const file = join(folder, "energy.svg");
    expect(porthos("figure", "gallery:clutch", "--black", "-o", file).status).toBe(0);
    const picture = execFileSync("rsvg-convert", ["-w", "600", file]);
    expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect(picture.readUInt32BE(16)).toBe(600);
    expect(picture.length).toBeGreaterThan(4000); // an empty page of this size has less than 2000 bytes
  });
});

describe("a stamp", () => {
  test("has the SHA-256 of a text", () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
      const text = "Röhre ".repeat(length).slice(0, length);
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }
  });

  test("is in SVG and PDF, and names the text of `porthos text`", () => {
    const model = resolve(import.meta.dirname, "../../web/models/crank.porthos.json");
    const options = ["--set", "I_1A=0.03", "--until", "1"];
    const svg = porthos("figure", model, ...options).stdout;
    const { stdout } = porthos("text", model, ...options);
    const digits = createHash("sha256").update(stdout).digest("hex").slice(0, 16);
    const version = porthos("--version").stdout.trim();
    expect(svg).toContain(`<metadata>Porthos ${version}, model ${digits}</metadata>`);
    const html = join(folder, "crank.html");
    expect(porthos("html", model, ...options, "-o", html).status).toBe(0);
    expect(readFileSync(html, "utf8")).toContain(`content="Porthos ${version}, model ${digits}"`);
    const pdf = join(folder, "stamp.pdf");
    writeFileSync(pdf, figuresPdf([{ ...drawPlot(line), stamp: "Porthos 1, model abc" }], fonts));
    if (isThere("pdfinfo"))
      expect(execFileSync("pdfinfo", [pdf], { encoding: "utf8" })).toMatch(
        /Creator: +Porthos 1, model abc/,
      );
  });

  test.skipIf(!isThere("ffmpeg"))("is in a WebM and a GIF, which are read as before", () => {
    const source = ["-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=10"];
    const made = (...words: string[]) => execFileSync("ffmpeg", [...source, ...words, "-"]);
    const frames = (name: string, bytes: Uint8Array): string => {
      writeFileSync(join(folder, name), bytes);
      const hash = ["-v", "error", "-i", join(folder, name), "-f", "framemd5", "-"];
      return execFileSync("ffmpeg", hash, { encoding: "utf8" });
    };
    const origin = "Porthos 1, model abc";
    const live = made("-c:v", "libvpx", "-f", "webm", "-live", "1");
    const segment = live.indexOf(Buffer.from("18538067", "hex")) + 12;
    const info = live.lastIndexOf(Buffer.from("1549a966", "hex"));
    const webm = Buffer.concat([live.subarray(0, segment), live.subarray(info)]); // as browsers write it
    const gif = made("-f", "gif");
    expect(frames("a.webm", stampedWebm(webm, origin))).toBe(frames("b.webm", webm));
    expect(frames("a.gif", stampedGif(gif, origin))).toBe(frames("b.gif", gif));
    const tags = ["-v", "error", "-show_entries", "format_tags", join(folder, "a.webm")];
    expect(execFileSync("ffprobe", tags, { encoding: "utf8" })).toContain(origin);
    expect(Buffer.from(stampedWebm(live, origin)).equals(live), "its index would be wrong").toBe(
      true,
    );
  });

  test("does not damage a PNG or an MP4", () => {
    // One grey pixel.
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
      "base64",
    );
    const file = join(folder, "stamp.png");
    writeFileSync(file, stampedPng(png, "Porthos 1, model abc"));
    expect(readFileSync(file).subarray(33).toString("latin1")).toContain(
      "tEXtSoftware\0Porthos 1, model abc",
    );
    if (isThere("ffprobe")) {
      const words = ["-v", "error", "-show_entries", "stream=width,codec_name:frame_tags", file];
      const { stdout, stderr } = spawnSync("ffprobe", [...words, "-show_frames"], {
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(stdout).toContain("codec_name=png");
      expect(stdout).toContain("TAG:Software=Porthos 1, model abc");
    }
    const mp4 = stampedMp4(Uint8Array.from([0, 0, 0, 8, 102, 114, 101, 101]), "Porthos 1");
    const length = new DataView(mp4.buffer).getUint32(8);
    expect(8 + length).toBe(mp4.length);
    expect(Buffer.from(mp4).toString("latin1")).toContain('CreatorTool="Porthos 1"');
  });
});
