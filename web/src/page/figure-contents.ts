import type { FigureDrawing, Mark } from "../../../bindings/js/figure/marks";
import { axisName } from "../../../bindings/js/figure/names";
import { drawPlot, wrapped, type PlotCurve } from "../../../bindings/js/figure/plot";
import { niceTicks } from "../../../bindings/js/figure/ticks";
import type { Lab } from "../element/lab";
import type { Trajectory } from "../engine/trajectory";
import { EnergyAccount } from "../plots/energy-account";
import { strokes, type Stroke } from "../plots/strokes";
import { symbolText } from "../plots/symbol";
import { beginsAnew } from "../plots/wrap";
import { readPalette } from "../view/palette";
import type { Portrait } from "../view/portrait";
import { words } from "../words/words";

/** What a figure shows, and how. */
export interface FigureChoice {
  /** "figure", "energies", or the name of a column. */
  readonly content: string;
  /** The column along the horizontal axis. */
  readonly over: string;
  /** Size, pt. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly isBlack: boolean;
  readonly hasLegend: boolean;
  readonly isClear: boolean;
  readonly caption: string;
}

/** A plot of the run; null if there is nothing to plot. `host` gives the colours. */
export function plotOf(lab: Lab, choice: FigureChoice, host: Element): FigureDrawing | null {
  const { trajectory, description } = lab.experiment;
  if (!trajectory || trajectory.rowCount < 2) return null;
  const over = Math.max(trajectory.indexOf(choice.over), 0);
  const xs = trajectory.drawn(over);
  const palette = readPalette(host);
  const unitOf = (index: number): string => trajectory.columns[index]?.unit ?? "";
  const isEnergies = choice.content === "energies";
  const column = trajectory.indexOf(choice.content);
  if (!isEnergies && column < 0) return null;
  const curves: PlotCurve[] = isEnergies
    ? energyCurves(trajectory, xs, (kind) => palette.energy(kind))
    : [{ label: symbolText(choice.content), xs, ys: trajectory.drawn(column), color: palette.ink }];
  return drawPlot({
    ...choice,
    title: `${description?.name ?? ""}: ${nameOf(choice.content)}`,
    xLabel: nameOfAxis(trajectory, over),
    yLabel: isEnergies ? `${words.energy} (J)` : nameOfAxis(trajectory, column),
    curves: curves.map((curve) =>
      unwrapped(curve, unitOf(over), isEnergies ? "J" : unitOf(column)),
    ),
    hasLegend: choice.hasLegend && curves.length > 1,
    ...(choice.isClear ? {} : { background: "#ffffff" }),
  });
}

const nameOf = (content: string): string =>
  content === "figure"
    ? words.theFigure
    : content === "energies"
      ? words.energy
      : symbolText(content);

/** The name of a column with its unit, for an axis. */
function nameOfAxis(trajectory: Trajectory, column: number): string {
  const { name = "", unit = "" } = trajectory.columns[column] ?? {};
  return axisName(name, unit);
}

function energyCurves(
  trajectory: Trajectory,
  xs: Float64Array,
  colorOf: (kind: string) => string,
): PlotCurve[] {
  const account = new EnergyAccount(trajectory);
  const { present } = account;
  const isStored = ({ kind }: { kind: string }): boolean => kind === "stored";
  // The stored energy has the broadest line, so it is drawn first.
  return [...present.filter(isStored), ...present.filter((entry) => !isStored(entry))].map(
    (entry) => {
      const { dash, width, core }: Stroke = strokes[entry.kind].own;
      return {
        ...{ label: entry.label, xs, ys: account.values(entry), color: colorOf(entry.kind) },
        ...{ dash: dash.map((length) => 0.7 * length), width: 0.7 * width },
        ...(core === undefined ? {} : { core: 0.7 * core }),
      };
    },
  );
}

/** Where an angle begins anew, the line is interrupted. */
function unwrapped(curve: PlotCurve, unitX: string, unitY: string): PlotCurve {
  const { xs, ys } = curve;
  const broken = Float64Array.from(ys, (y, row) =>
    beginsAnew(xs, row, unitX) || beginsAnew(ys, row, unitY) ? NaN : y,
  );
  return { ...curve, ys: broken };
}

/** The figure in the plane, with a scale bar and a caption; null for figures in space. */
export function planarFigure(
  portrait: Portrait,
  choice: FigureChoice,
  title: string,
): FigureDrawing | null {
  const { width, fontSize: size } = choice;
  const caption = choice.caption ? wrapped(choice.caption, width - 2 * size, size) : [];
  const below = caption.length > 0 ? (0.8 + 1.35 * caption.length) * size : 0;
  const height = choice.height - below;
  const drawn = portrait.marks({ width, height }, choice.isBlack);
  if (!drawn) return null;
  const marks: Mark[] = [
    { kind: "clip", width, height, marks: drawn.marks },
    ...(choice.hasLegend ? scaleBar(drawn.scale, width, height, size) : []),
    ...caption.map((text, k): Mark => ({
      ...{ kind: "text", text, size, x: size, color: "#1f2226" },
      y: height + (1.4 + 1.35 * k) * size,
    })),
  ];
  const { isClear } = choice;
  return {
    width,
    height: choice.height,
    title,
    marks,
    ...(isClear ? {} : { background: "#ffffff" }),
  };
}

/** A bar of a round length, about a fifth of the width; `scale`: points per metre. */
function scaleBar(scale: number, width: number, height: number, size: number): Mark[] {
  const metres = niceTicks(0, width / scale / 3, 2)[1] ?? 1;
  const length = metres * scale;
  const [right, y] = [width - size, height - 0.8 * size];
  const [value, unit] =
    metres >= 1 ? [metres, "m"] : metres >= 0.01 ? [metres * 100, "cm"] : [metres * 1000, "mm"];
  return [
    {
      ...{ kind: "path", stroke: "#1f2226", width: 0.8 },
      steps: [
        ["M", right - length, y - 0.3 * size],
        ["L", right - length, y],
        ["L", right, y],
        ["L", right, y - 0.3 * size],
      ],
    },
    {
      ...{ kind: "text", size, color: "#1f2226", anchor: "middle", x: right - length / 2 },
      ...{ y: y - 0.45 * size, text: `${Number(value.toPrecision(3))}\u202f${unit}` },
    },
  ];
}
