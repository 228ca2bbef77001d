import plots from "uplot/dist/uPlot.min.css?inline";
import controls from "../styles/controls.css?inline";
import panels from "../styles/panels.css?inline";
import sim from "../styles/sim.css?inline";
import tasks from "../styles/tasks.css?inline";
import text from "../styles/text.css?inline";
import { makeSheet } from "./sheet";

let sheets: readonly CSSStyleSheet[] | undefined;

/** The styles of all parts, made once for a page. */
export function labSheets(): readonly CSSStyleSheet[] {
  return (sheets ??= [makeSheet(plots, text, controls, panels, tasks, sim)]);
}
