// The command `porthos figure`, for Node: see docs/cli.md.
import { readFile, writeFile } from "node:fs/promises";
import { readCommand, unknownOption, UsageError, type RunCommand } from "./command.js";
import { axisName, symbolText } from "./figure/names.js";
import { drawPlot, type PlotCurve } from "./figure/plot.js";
import { figureSvg } from "./figure/svg.js";
import { fileOf } from "./gallery.js";
import { load, ModelError, version, type Run } from "./index.js";
import { out, reasonOf, say } from "./output.js";
import { mustNotReplace, placesOf } from "./places.js";
import { problemReport } from "./report.js";
import { stampOfModel } from "./stamp.js";

/** Options of the figure; all others are those of `run`. */
interface FigureOptions {
  to?: string;
  plot: string[];
  over?: string;
  caption: string;
  width: number;
  height: number;
  isBlack: boolean;
}

const valueOptions = ["-o", "--out", "--plot", "--over", "--caption", "--width", "--height"];

const pointsPerMillimetre = 72 / 25.4;

/** The energies in the colours of the page, which Okabe and Ito's palette inspired. */
const energies: readonly (readonly [string, string, string, readonly number[]])[] = [
  ["energy.stored", "stored", "#1f2226", []],
  ["energy.kinetic", "kinetic", "#0b6fae", [6, 2]],
  ["energy.potential", "potential", "#c24f08", [3, 2]],
  ["energy.supplied", "supplied", "#007a5c", [2, 2]],
  ["energy.dissipated", "dissipated", "#a3467f", [5, 2, 1.5, 2]],
];

/** Curves that differ in colour and in dashes. */
const looks: readonly (readonly [string, readonly number[]])[] = [
  ["#0b6fae", []],
  ["#c24f08", [6, 2.5]],
  ["#007a5c", [2, 2]],
  ["#a3467f", [6, 2, 1.5, 2]],
  ["#836200", [3, 3]],
  ["#1f2226", [1, 2]],
];

/** Runs a model and writes a plot of its columns as SVG; returns the exit code. */
export async function writeFigure(words: readonly string[]): Promise<number> {
  const { options, rest } = takeOut(words);
  const command = readRun(rest);
  const file = await fileOf(command.file);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  });
  await mustNotReplace(file, "-o", options.to);
  const model = await load(text, placesOf(file, command.allow));
  try {
    if (!model.ok) throw new ModelError(model.problems);
    const run = model.run(command.options);
    const stamp = stampOfModel(await version(), model, command.options);
    const svg = svgOf(run, model.name, stamp, options);
    if (options.to === undefined || options.to === "-") await out(svg);
    else
      await writeFile(options.to, svg).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`cannot write ${options.to}: ${reasonOf(error)}`);
      });
    if (run.outcome === "finished" || run.outcome === "stopped") return 0;
    await say(`${run.message}\n`);
    return 1;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    if (!(error instanceof ModelError)) throw error;
    await say(problemReport(file, text, error.problems));
    return 2;
  }
}

function readRun(words: readonly string[]): RunCommand {
  const command = readCommand(["run", ...words]);
  if (command.name !== "run") throw new UsageError("figure needs the file of a model");
  if (command.json || command.csv !== undefined || command.options.errorColumn)
    throw new UsageError("--json, --csv and --error-column are options of run");
  return command;
}

function svgOf(run: Run, name: string, stamp: string, options: FigureOptions): string {
  const over = options.over ?? "t";
  const unitOf = (column: string): string =>
    run.columns.find((one) => one.name === column)?.unit ?? "";
  const xs = run.column(over);
  const curves = options.plot.length > 0 ? columnCurves(run, xs, options) : energyCurves(run, xs);
  const [first = ""] = options.plot;
  const units = new Set(options.plot.map(unitOf));
  const [unit = ""] = units;
  const yLabel =
    options.plot.length === 0
      ? "energy (J)"
      : options.plot.length === 1
        ? axisName(first, unit)
        : units.size === 1
          ? axisName("", unit).trim()
          : "";
  return figureSvg({
    stamp,
    ...drawPlot({
      ...{ width: options.width, height: options.height, isBlack: options.isBlack },
      ...{ caption: options.caption, title: name, curves, yLabel, background: "#ffffff" },
      xLabel: axisName(over, unitOf(over)),
      hasLegend: curves.length > 1,
    }),
  });
}

function columnCurves(run: Run, xs: Float64Array, { plot }: FigureOptions): PlotCurve[] {
  return plot.map((name, k) => {
    const [color, dash] = looks[k % looks.length]!;
    const unit = axisName("", run.columns.find((one) => one.name === name)?.unit ?? "");
    return { label: symbolText(name) + unit, xs, ys: run.column(name), color, dash };
  });
}

function energyCurves(run: Run, xs: Float64Array): PlotCurve[] {
  return energies.flatMap(([name, label, color, dash]) => {
    if (!run.columns.some((column) => column.name === name)) return [];
    const ys = run.column(name);
    if (ys.every((value) => value === 0)) return [];
    // The sum is a double line, so that a part that is all of it is seen in its middle.
    const double = name === "energy.stored" ? { width: 4.2, core: 2.4 } : {};
    return [{ label, xs, ys, color, dash, ...double }];
  });
}

/** Separates the options of the figure from those of the run. */
function takeOut(words: readonly string[]): { options: FigureOptions; rest: string[] } {
  const rest: string[] = [];
  const left = [...words];
  const options: FigureOptions = {
    ...{ plot: [], caption: "", isBlack: false },
    ...{ width: 120 * pointsPerMillimetre, height: 75 * pointsPerMillimetre },
  };
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, option = "", attached] = /^(-o|--[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === "--black" && attached === undefined) options.isBlack = true;
    else if (!valueOptions.includes(option)) rest.push(word);
    else {
      const value = attached ?? left.shift();
      if (value === undefined) throw new UsageError(`${option} needs a value`);
      setOption(options, option, value);
    }
  }
  const strange = rest.find((word) => /^--(svg|pdf|png)$/.test(word));
  if (strange) throw unknownOption(strange, "figure", [...valueOptions, "--black"]);
  return { options, rest };
}

function setOption(options: FigureOptions, option: string, value: string): void {
  const length = (): number => {
    const millimetres = Number(value);
    if (!(millimetres >= 20 && millimetres <= 2000))
      throw new UsageError(`${option} expects millimetres from 20 to 2000, found "${value}"`);
    return millimetres * pointsPerMillimetre;
  };
  if (option === "--plot") options.plot.push(...value.split(",").map((name) => name.trim()));
  else if (option === "--over") options.over = value;
  else if (option === "--caption") options.caption = value;
  else if (option === "--width") options.width = length();
  else if (option === "--height") options.height = length();
  else options.to = value;
}
