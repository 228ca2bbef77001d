import { isZero, touchesLine, zero } from "../attach";
import { setStart } from "../change-values";
import type { ModelText } from "../model-text";
import { finely, pair, type Vec } from "../numbers";
import type { Reader } from "../reader";
import type { Frame, Side } from "../things";

/** The element of bodies that are not rods. */
export const planarBody = "porthos:planar-body";

/** The only offer of a planar body. */
export function bodyFrame(reader: Reader, name: string, offer: string): Frame | null {
  return offer === "" || offer === "frame" ? reader.pose(name) : null;
}

export function bodyEnd(body: string, frame: Frame): Side {
  return { offer: body, at: zero, place: frame, body };
}

/** Moves a body by its centre. */
export function moveCenter(model: ModelText, name: string, { at }: Side, to: Vec): boolean {
  if (!isZero(at)) return false;
  setStart(model, name, "r", touchesLine(model, name) ? finely(to) : pair(to));
  return true;
}

/** Removes the body of the view that draws a component. */
export function removeDrawn(model: ModelText, name: string): void {
  const bodies = model.at("view", "bodies");
  if (!Array.isArray(bodies)) return;
  const index = bodies.findIndex(
    (body: Record<string, unknown>) =>
      body["name"] === name &&
      (body["position"] === `${name}.r` || body["position"] === `${name}.frame.r`),
  );
  if (index >= 0) model.remove(["view", "bodies", String(index)], 0);
}

/** The radius of the disc that the view draws for a body, m. */
export function drawnRadius(reader: Reader, name: string): number | undefined {
  const shapes = reader.drawnWith(name, "cylinder")?.shapes ?? [];
  const round = shapes.find(({ type, axis }) => type === "cylinder" && axis === "z");
  return reader.value(round?.["radius"]);
}
