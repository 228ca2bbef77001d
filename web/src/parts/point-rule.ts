import type { Trajectory } from "../engine/trajectory";
import { periodicTimes, risingTimes } from "../plots/sections";

/** Which points of a path a plot shows: all of them as a curve, or those of a section. */
export type PointRule =
  | { readonly kind: "path" }
  | { readonly kind: "section"; readonly column: string; readonly level: number }
  | { readonly kind: "period"; readonly period: number };

/** The times of the points; null for the whole path. */
export function timesOf(rule: PointRule, trajectory: Trajectory): Float64Array | null {
  if (rule.kind === "path") return null;
  const times = trajectory.column(0);
  if (rule.kind === "period") return periodicTimes({ times }, rule.period);
  const column = trajectory.indexOf(rule.column);
  if (column < 0) return new Float64Array();
  const isAngle = trajectory.columns[column]?.unit === "rad";
  return risingTimes({ times, values: trajectory.column(column), isAngle }, rule.level);
}
