// Equations as files: typeset as outlines, opened by other programs where they are installed.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { sectionsOf } from "../../bindings/js/equations";
import {
  englishSheet,
  equationPages,
  equationSheet,
  formulaFigure,
} from "../../bindings/js/figure/equation-sheet";
import type { GlyphMark } from "../../bindings/js/figure/marks";
import { figuresPdf } from "../../bindings/js/figure/pdf";
import { figureSvg } from "../../bindings/js/figure/svg";
import { texOfText, typeset, type Typeset } from "../../bindings/js/figure/typeset";
import { dist, load } from "./built.js";

const folder = mkdtempSync(join(tmpdir(), "porthos-typeset-"));
afterAll(() => rmSync(folder, { recursive: true }));
const isThere = (program: string): boolean => spawnSync("which", [program]).status === 0;
const models = new URL("../../web/models/", import.meta.url);
const equationsOf = async (name: string) =>
  (await load(new URL(`${name}.porthos.json`, models))).equations();

const glyphs = ({ marks }: Typeset): GlyphMark[] =>
  marks.filter((mark): mark is GlyphMark => mark.kind === "glyph");
const options = { title: "Kräfte & more", size: 10, hasSymbols: true, words: englishSheet };

test("an exponent is smaller and above, an index below, and equal letters are one outline", () => {
  const [x, two, plus, again, one] = glyphs(typeset("x^{2} + x_{1}", 10));
  expect(x).toMatchObject({ x: 0, y: 0, across: 0.01 });
  expect(two!.y).toBeLessThan(-2);
  expect(two!.across).toBeCloseTo(0.00707, 5);
  expect(again!.outline).toBe(x!.outline);
  expect(again!.x).toBeGreaterThan(plus!.x);
  expect(one!.y).toBeGreaterThan(1);
});

test("a fraction has its bar between its parts", () => {
  const set = typeset("\\frac{a}{b}", 10);
  const [above, below] = glyphs(set);
  const bar = set.marks.find((mark) => mark.kind === "path");
  const heights =
    bar?.kind === "path" ? bar.steps.flatMap(([, , y]) => (y === undefined ? [] : [y])) : [];
  expect(above!.y).toBeLessThan(Math.min(...heights));
  expect(below!.y).toBeGreaterThan(Math.max(...heights));
});

test("a long sum is broken before a sign, and its lines stay within the width", () => {
  const tex = `0 = ${Array.from({ length: 12 }, (_, k) => `m_{${k}}\\,\\dot{v}_{${k}}`).join(" + ")}`;
  const whole = typeset(tex, 10);
  const broken = typeset(tex, 10, 200);
  expect(whole.width).toBeGreaterThan(300);
  expect(broken.width).toBeLessThan(200);
  expect(glyphs(broken)).toHaveLength(glyphs(whole).length);
  const plus = glyphs(typeset("+", 10))[0]!.outline;
  const [zero] = glyphs(broken);
  const letter = glyphs(typeset("m", 10))[0]!.outline;
  const lines = new Set(
    glyphs(broken).flatMap(({ outline, y }) => (outline === letter ? [y] : [])),
  );
  lines.delete(zero!.y);
  expect(lines.size).toBeGreaterThan(0);
  for (const base of lines) {
    const line = glyphs(broken).filter(({ y }) => y === base);
    const first = line.reduce((left, one) => (one.x < left.x ? one : left));
    expect(first.outline).toBe(plus);
    expect(first.x).toBeCloseTo(20, 0); // the indent
  }
});

test("a tall bracket is one straight line from its upper to its lower hook", () => {
  const rows = Array.from({ length: 9 }, (_, k) => k).join(" \\\\ ");
  const set = typeset(`\\begin{bmatrix} ${rows} \\end{bmatrix}`, 10);
  const paths = set.marks.filter((mark) => mark.kind === "path");
  expect(paths).toHaveLength(2);
  const middle = paths[0]!.kind === "path" ? paths[0]!.steps.flatMap(([, , y]) => y ?? []) : [];
  expect(Math.max(...middle) - Math.min(...middle)).toBeGreaterThan(
    0.6 * (set.ascent + set.descent),
  );
  expect(Math.min(...middle)).toBeGreaterThanOrEqual(-set.ascent - 0.1);
  expect(Math.max(...middle)).toBeLessThanOrEqual(set.descent + 0.1);
});

test("texts have accents and all signs; what no font of formulas has stays a text", () => {
  const set = (text: string) => typeset(texOfText(text), 10);
  expect(set("Kräfte").marks.every(({ kind }) => kind === "glyph")).toBe(true);
  expect(glyphs(set("Kräfte"))).toHaveLength(7);
  expect(glyphs(set("a_b {50 %} $ # & \\ ~ ^")).length).toBeGreaterThan(12);
  expect(set("力").marks).toMatchObject([{ kind: "text", text: "力" }]);
});

test("each command of the gallery's equations is typeset", async () => {
  const seen = new Set<string>();
  for (const file of readdirSync(models).filter((name) => name.endsWith(".porthos.json"))) {
    const formulas = sectionsOf(await equationsOf(file.replace(".porthos.json", "")));
    for (const tex of formulas.flatMap((section) => section.formulas)) {
      const fresh = [...tex.matchAll(/\\[a-z]+/gi)]
        .map(([name]) => name)
        .filter((name) => !seen.has(name));
      if (fresh.length === 0 || tex.length > 400) continue;
      fresh.forEach((name) => seen.add(name));
      expect(typeset(tex, 10).marks.length, tex).toBeGreaterThan(0);
    }
  }
  expect(seen.size).toBeGreaterThan(30);
});

describe("the sheet of a model", () => {
  test("has the headings, all equations and all symbols once, within its width", async () => {
    const equations = await equationsOf("slider-crank");
    const sheet = equationSheet(equations, { ...options, width: 480 });
    const without = equationSheet(equations, { ...options, width: 480, hasSymbols: false });
    expect(sheet.height).toBeGreaterThan(without.height + equations.symbols.length * 5);
    const svg = figureSvg({ ...sheet, stamp: "Porthos 1, model abc" });
    expect(svg).not.toContain("<text");
    expect(svg).toContain("<metadata>Porthos 1, model abc</metadata>");
    const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, used] of svg.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(used);
    for (const mark of sheet.marks)
      if (mark.kind === "glyph") {
        expect(mark.x).toBeGreaterThan(0);
        expect(mark.x).toBeLessThan(480);
        expect(mark.y).toBeLessThan(sheet.height);
      }
  });

  test("leaves out a formula that is too long, and its left side too if that is long", () => {
    const layout = { ...options, width: 480, longest: 300 };
    const sum = Array.from({ length: 80 }, (_, k) => `x_{${k}}`).join(" + ");
    const line = formulaFigure("a = b", layout).height;
    expect(formulaFigure(`a = ${sum}`, layout).height).toBeLessThan(2 * line);
    expect(formulaFigure(`${sum} = a`, layout).height).toBeLessThan(2 * line);
    expect(formulaFigure(`a = ${sum}`, { ...layout, longest: 1000 }).height).toBeGreaterThan(
      2 * line,
    );
  });

  test.skipIf(!isThere("rsvg-convert") || !isThere("pdftoppm"))(
    "is drawn by rsvg and poppler, line by line at the same places",
    async () => {
      const equations = await equationsOf("pendulum-cartesian");
      const svg = figureSvg(equationSheet(equations, { ...options, width: 595 }));
      const page = { width: 595, height: 842 };
      const pages = equationPages(equations, options, page);
      expect(pages).toHaveLength(1);
      const [pdf, svgFile] = [join(folder, "sheet.pdf"), join(folder, "sheet.svg")];
      writeFileSync(pdf, figuresPdf(pages));
      writeFileSync(svgFile, figureSvg(pages[0]!));
      execFileSync("pdftoppm", ["-r", "72", "-gray", pdf, join(folder, "sheet")]);
      const drawn = grey(readFileSync(join(folder, "sheet-1.pgm")));
      execFileSync("rsvg-convert", ["-w", "595", svgFile, "-o", join(folder, "sheet.png")]);
      execFileSync("rsvg-convert", [
        "-w",
        "595",
        "-f",
        "pdf",
        svgFile,
        "-o",
        join(folder, "r.pdf"),
      ]);
      execFileSync("pdftoppm", [
        "-r",
        "72",
        "-scale-to-x",
        "595",
        "-scale-to-y",
        "842",
        "-gray",
        join(folder, "r.pdf"),
        join(folder, "r"),
      ]);
      const other = grey(readFileSync(join(folder, "r-1.pgm")));
      expect(drawn.ink).toBeGreaterThan(1000);
      expect(Math.abs(drawn.ink - other.ink) / drawn.ink).toBeLessThan(0.05); // smoothing of edges
      expect(drawn.lines).toEqual(other.lines);
      expect(svg.length).toBeLessThan(400_000);
    },
  );
});

/** The darkness of a picture, and how many lines of it are written. */
function grey(pgm: Buffer): { ink: number; lines: number } {
  const [head, width, height] =
    /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pgm.toString("latin1", 0, 40)) ?? [];
  const pixels = pgm.subarray(head?.length ?? 0);
  let [ink, lines, wasDark] = [0, 0, false];
  for (let row = 0; row < Number(height); row++) {
    let dark = 0;
    for (let k = 0; k < Number(width); k++)
      dark += 1 - (pixels[row * Number(width) + k] ?? 255) / 255;
    ink += dark;
    if (dark > 0.5 && !wasDark) lines += 1;
    wasDark = dark > 0.5;
  }
  return { ink, lines };
}

describe("porthos equations", () => {
  const cli = fileURLToPath(new URL("cli.js", dist));
  const porthos = (...words: string[]) =>
    spawnSync("node", [cli, "equations", ...words], { encoding: "utf8", cwd: folder });

  test("writes SVG and PDF", () => {
    const { status, stdout } = porthos("gallery:crank", "--svg");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<svg [^]*<\/svg>\n$/);
    expect(stdout).toMatch(/<metadata>Porthos \S+, model [0-9a-f]{16}<\/metadata>/);
    expect(porthos("gallery:crank", "--svg", "--symbols", "-o", "crank.svg").status).toBe(0);
    const uses = (svg: string): number => svg.match(/<use /g)?.length ?? 0;
    expect(uses(readFileSync(join(folder, "crank.svg"), "utf8"))).toBeGreaterThan(uses(stdout));
    expect(porthos("gallery:crank", "--pdf", "--out=crank.pdf")).toMatchObject({
      status: 0,
      stdout: "",
    });
    const pdf = readFileSync(join(folder, "crank.pdf"), "latin1");
    expect(pdf).toMatch(/^%PDF-1\.5/);
    expect(pdf).toContain("/MediaBox [0 0 595.276 841.89]");
    expect(porthos("gallery:crank", "--tex", "-o", "crank.tex").status).toBe(0);
    expect(readFileSync(join(folder, "crank.tex"), "utf8")).toContain("\\begin{gather*}");
  });

  test.each<[string[], string]>([
    [["gallery:crank", "--pdf"], "--pdf needs -o FILE.pdf"],
    [["gallery:crank", "--tex", "--symbols"], "--symbols is an option of --svg and --pdf"],
    [["gallery:crank", "--svg", "--pdf", "-o", "x"], "one form at a time"],
    [["gallery:crank", "--svg", "-o"], "-o needs a value"],
    [["gallery:crank", "--svg", "-o", "no/such/file.svg"], "cannot write"],
  ])("the mistake %j is told", (words, told) => {
    const { status, stderr } = porthos(...words);
    expect(status).toBe(2);
    expect(stderr).toContain(told);
  });
});
