import type { FigureDrawing, Mark, Step } from "./marks.js";
import { niceTicks, tickText } from "./ticks.js";

export interface PlotCurve {
  /** The name in the legend. */
  readonly label: string;
  readonly xs: ArrayLike<number>;
  /** NaN interrupts the curve. */
  readonly ys: ArrayLike<number>;
  readonly color: string;
  readonly dash?: readonly number[];
  /** Line width, pt. */
  readonly width?: number;
  /** Width of the pale middle of a double line, pt. */
  readonly core?: number;
}

export interface PlotSpec {
  /** Size of the whole figure, pt. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Names of the axes with their units. */
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly PlotCurve[];
  readonly hasLegend: boolean;
  /** Written below the plot; "" for none. */
  readonly caption: string;
  /** Black lines that differ in their dashes. */
  readonly isBlack: boolean;
  readonly background?: string;
  /** Size of the letters, pt. */
  readonly fontSize?: number;
}

/** Dashes that black curves have in turn, pt. */
const blackDashes: readonly (readonly number[])[] = [
  [],
  [5, 2.5],
  [1.2, 2],
  [7, 2, 1.2, 2],
  [2.5, 2.5],
];

const ink = "#1f2226";
const rule = "#d9d6cd";

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Draws curves with axes, units, a legend above them, and a caption. */
export function drawPlot(spec: PlotSpec): FigureDrawing {
  const { width, height, title, background } = spec;
  const size = spec.fontSize ?? 9;
  const curves = spec.isBlack ? spec.curves.map(blackened) : spec.curves;
  const legend = spec.hasLegend ? legendRows(curves, width - 3 * size, size) : [];
  const caption = spec.caption ? wrapped(spec.caption, width - 2 * size, size) : [];
  const x = rangeOf(
    curves.map(({ xs }) => xs),
    0,
  );
  const y = rangeOf(
    curves.map(({ ys }) => ys),
    0.05,
  );
  const yTicks = niceTicks(y.low, y.high, height / (4 * size));
  const widest = Math.max(...yTicks.map((tick) => textWidth(tickText(tick), size)), size);
  const box: Box = {
    left: widest + 2.9 * size,
    right: width - 1.4 * size,
    top: (0.8 + 1.45 * legend.length) * size,
    bottom: height - (3.2 + 1.35 * caption.length) * size,
  };
  const place = (range: Range, from: number, to: number) => (value: number) =>
    from + ((to - from) * (value - range.low)) / (range.high - range.low);
  const left = place(x, box.left, box.right);
  const top = place(y, box.bottom, box.top);
  const marks: Mark[] = [
    ...axes(spec, box, size, { x, y, left, top, yTicks }),
    ...curves.flatMap((curve) => curveMarks(curve, left, top, background ?? "#ffffff")),
    ...legend.flatMap((row, k) => legendMarks(row, box.left, (1.2 + 1.45 * k) * size, size)),
    ...caption.map((text, k): Mark => ({
      ...{ kind: "text", text, size, color: ink, x: size },
      y: height - (0.5 + 1.35 * (caption.length - 1 - k)) * size,
    })),
  ];
  return { width, height, title, marks, ...(background && { background }) };
}

/** A double line stays one, so that a curve in its middle is seen. */
function blackened(curve: PlotCurve, index: number): PlotCurve {
  const dash = blackDashes[index % blackDashes.length] ?? [];
  return { ...curve, color: "#000000", ...(curve.core === undefined && { dash, width: 1 }) };
}

interface Scales {
  readonly x: Range;
  readonly y: Range;
  readonly yTicks: readonly number[];
  left(x: number): number;
  top(y: number): number;
}

function axes({ xLabel, yLabel, width }: PlotSpec, box: Box, size: number, scales: Scales): Mark[] {
  const { x, y, yTicks, left, top } = scales;
  const line = (stroke: string, ...ends: readonly [number, number, number, number]): Mark => ({
    ...{ kind: "path", stroke, width: 0.5 },
    steps: [
      ["M", ends[0], ends[1]],
      ["L", ends[2], ends[3]],
    ],
  });
  const text = (words: string, at: { x: number; y: number }, anchor: "middle" | "end"): Mark => ({
    ...{ kind: "text", text: words, ...at, size, color: ink, anchor },
  });
  const xTicks = niceTicks(x.low, x.high, width / (6 * size));
  return [
    ...yTicks.flatMap((tick) => [
      line(tick === 0 && y.low < 0 ? "#77736a" : rule, box.left, top(tick), box.right, top(tick)),
      text(tickText(tick), { x: box.left - 0.5 * size, y: top(tick) + 0.33 * size }, "end"),
    ]),
    ...xTicks.flatMap((tick) => [
      line(ink, left(tick), box.bottom, left(tick), box.bottom + 0.35 * size),
      text(tickText(tick), { x: left(tick), y: box.bottom + 1.4 * size }, "middle"),
    ]),
    line(ink, box.left, box.bottom, box.right, box.bottom),
    text(xLabel, { x: (box.left + box.right) / 2, y: box.bottom + 2.7 * size }, "middle"),
    {
      ...{ kind: "text", text: yLabel, size, color: ink, anchor: "middle", isUpright: true },
      ...{ x: 1.1 * size, y: (box.top + box.bottom) / 2 },
    },
  ];
}

function curveMarks(
  { xs, ys, color, dash = [], width = 1.2, core }: PlotCurve,
  left: (x: number) => number,
  top: (y: number) => number,
  paper: string,
): Mark[] {
  const steps: Step[] = [];
  let isBroken = true;
  for (let k = 0; k < xs.length; k++) {
    const [x, y] = [xs[k] ?? NaN, ys[k] ?? NaN];
    if (Number.isFinite(x) && Number.isFinite(y)) {
      steps.push([isBroken ? "M" : "L", left(x), top(y)]);
      isBroken = false;
    } else isBroken = true;
  }
  const line: Mark = { kind: "path", steps, stroke: color, width, dash };
  return core ? [line, { ...line, stroke: paper, width: core }] : [line];
}

/** Length of the sample of a curve in the legend, in sizes of letters. */
const sample = 2.2;

function legendRows(curves: readonly PlotCurve[], room: number, size: number): PlotCurve[][] {
  const rows: PlotCurve[][] = [];
  let used = Infinity;
  for (const curve of curves) {
    const width = (sample + 2) * size + textWidth(curve.label, size);
    if (used + width > room) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(curve);
    used += width;
  }
  return rows;
}

function legendMarks(row: readonly PlotCurve[], start: number, y: number, size: number): Mark[] {
  let x = start;
  return row.flatMap((curve) => {
    const { color, dash = [], width = 1.2, core, label } = curve;
    const from = x;
    x += (sample + 2) * size + textWidth(label, size);
    const line: Mark = {
      ...{ kind: "path", stroke: color, width, dash },
      steps: [
        ["M", from, y - 0.3 * size],
        ["L", from + sample * size, y - 0.3 * size],
      ],
    };
    const text: Mark = {
      ...{ kind: "text", text: label, x: from + (sample + 0.5) * size, y, size, color: ink },
    };
    return core ? [line, { ...line, stroke: "#ffffff", width: core }, text] : [line, text];
  });
}

/** Estimated width of a text: letters of book faces are about half as wide as high. */
export function textWidth(text: string, size: number): number {
  return 0.5 * size * [...text].length;
}

/** A text in lines of at most this width. */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function rangeOf(columns: readonly ArrayLike<number>[], room: number): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const column of columns)
    for (let k = 0; k < column.length; k++) {
      const value = column[k] ?? NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  if (!Number.isFinite(low + high)) return { low: -1, high: 1 };
  if (low === high) {
    const around = Math.abs(low) || 1;
    return { low: low - around, high: high + around };
  }
  return { low: low - room * (high - low), high: high + room * (high - low) };
}
