import { touchesLine } from "./attach";
import { setStart, startPath } from "./change-values";
import type { Entry, ModelText } from "./model-text";
import { moveAngle, movePlace, negated, type Motion } from "./motion";
import { angleText, finely, pair } from "./numbers";
import { movedVector, reversedAxis, type Moving } from "./placed";
import type { Poses } from "./reader";
import type { Body } from "./things";

/** Writes where bodies start, those in groups included. */
export function setPoses(model: ModelText, poses: Poses): void {
  const isFine = touchesLine(model);
  for (const [path, { x, y, phi }] of poses) {
    const [holder, name] = model.holderOf(path);
    if (!holder?.at("components", name)) continue;
    setStart(holder, name, "r", (isFine ? finely : pair)({ x, y }));
    const angle = angleText(Math.abs(phi) < 1e-6 ? 0 : phi, isFine ? 11 : 6);
    if (angle !== 0 || holder.at("components", name, "start", "phi") !== undefined)
      setStart(holder, name, "phi", angle);
  }
}

/** Writes where a body starts, and how fast. */
export function moveStart(
  { motion, reader }: Moving & { readonly motion: Motion },
  thing: Body,
  to: string,
): void {
  const { model } = reader;
  const { name, frame } = thing;
  const reversed = reversedAxis(thing, motion);
  const phi = moveAngle(motion, frame.phi, reversed);
  setPoses(model, new Map([[to, { ...movePlace(motion, frame), phi }]]));
  const start = (state: string): unknown => {
    const given = model.at("components", name, "start", state);
    return model.members("components", name, "start", state)["value"] ?? given;
  };
  const [v, omega] = [start("v"), start("omega")];
  const moved = v === undefined ? undefined : movedVector(reader, v, motion);
  if (JSON.stringify(moved) !== JSON.stringify(v)) model.set(startPath(model, to, "v"), moved);
  if (omega !== undefined && omega !== 0 && motion.isMirror)
    model.set(startPath(model, to, "omega"), negated(omega));
}

/** Whether a body of the view is the drawing of a component. */
export function isDrawnBy(body: Entry, name: string): boolean {
  return (
    body["name"] === name && [`${name}.r`, `${name}.frame.r`].includes(String(body["position"]))
  );
}
