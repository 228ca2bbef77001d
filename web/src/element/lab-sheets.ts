import plots from "uplot/dist/uPlot.min.css?inline";
import desk from "../styles/desk.css?inline";
import controls from "../styles/controls.css?inline";
import figure from "../styles/figure.css?inline";
import modeBands from "../styles/mode-bands.css?inline";
import panels from "../styles/panels.css?inline";
import plotTools from "../styles/plot-tools.css?inline";
import power from "../styles/power.css?inline";
import sim from "../styles/sim.css?inline";
import tasks from "../styles/tasks.css?inline";
import text from "../styles/text.css?inline";
import traces from "../styles/traces.css?inline";
import transport from "../styles/transport.css?inline";
import wide from "../styles/wide.css?inline";
import { makeSheet } from "./sheet";

let sheets: readonly CSSStyleSheet[] | undefined;

/** The styles of all parts, made once for a page. */
export function labSheets(): readonly CSSStyleSheet[] {
  const parts = [figure, transport, traces, modeBands, plotTools, power];
  return (sheets ??= [makeSheet(plots, text, controls, panels, tasks, ...parts, sim, wide, desk)]);
}
