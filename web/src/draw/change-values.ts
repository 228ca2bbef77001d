import { valueOf } from "./formula";
import type { ModelText, Path } from "./model-text";
import { pair, type Vec } from "./numbers";

/** Replaces a start, but neither a formula of the author's nor whether it is fixed. */
export function setStart(model: ModelText, name: string, state: string, value: unknown): void {
  const path = startPath(model, name, state);
  const given = model.at(...path);
  if (typeof value === "number" || typeof value === "string") return setNumber(model, path, value);
  const isOurs = Array.isArray(given) ? given.every(isConstant) : given === undefined;
  if (isOurs) model.set(path, value);
}

/** Where a text has the value of a start: it may be in an object that says whether it is fixed. */
export function startPath(model: ModelText, name: string, state: string): Path {
  const path = ["components", name, "start", state];
  const given = model.at(...path);
  const hasValue = typeof given === "object" && given !== null && "value" in given;
  return hasValue ? [...path, "value"] : path;
}

/** Sets a number. One that a parameter gives is set there; another formula stays. */
export function setNumber(model: ModelText, path: Path, value: number | string): void {
  const given = model.at(...path);
  if (typeof given !== "string" || isConstant(given)) return model.set(path, value);
  const own = model.at("parameters", given);
  if (own === undefined) return;
  const isPlain = typeof own !== "object";
  const place = isPlain ? ["parameters", given] : ["parameters", given, "value"];
  if (isConstant(model.at(...place))) model.set(place, value);
}

/** Sets a point, but replaces no formula with names. */
export function setPair(model: ModelText, path: Path, value: Vec): void {
  const given = model.at(...path);
  const isOurs = given === undefined || (Array.isArray(given) && given.every(isConstant));
  if (isOurs) model.set(path, pair(value));
}

/** Whether a value names nothing: 0.5 or "pi/3". */
export function isConstant(value: unknown): boolean {
  return valueOf(value, () => undefined) !== undefined;
}
