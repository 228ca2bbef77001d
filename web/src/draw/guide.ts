import type { ModelText } from "./model-text";
import { freshName } from "./names";
import { angleText, pair, type Vec } from "./numbers";
import type { Slide } from "./things";

interface Guide {
  readonly offer: string;
  /** In the frame of the offer, m. */
  readonly origin: Vec;
  readonly axis: readonly [number, number];
  readonly length: number;
  /** The angle of the offer in the world, rad. */
  readonly phi?: number;
}

/** Another slider on the guide of a slide. Returns its name. */
export function addSlider(model: ModelText, slide: Slide, place: Vec): string {
  const { a, length } = slide;
  const axis = model.at("components", slide.name, "parameters", "axis") ?? [1, 0];
  const origin = a.offer === "ground" ? a.place : a.at;
  const [x = 1, y = 0] = axis as readonly number[];
  return addGuided(model, place, { offer: a.offer, origin, axis: [x, y], length });
}

/** A slider at a place, on a guide. Returns its name. */
export function addGuided(model: ModelText, place: Vec, guide: Guide): string {
  const slider = freshName(model, "slider");
  const [x, y] = guide.axis;
  const turn = upright(Math.atan2(y, x));
  const angle = angleText(turn);
  const phi = angleText(turn + (guide.phi ?? 0));
  model.set(["components", slider], {
    use: "porthos:planar-body",
    start: { r: pair(place), ...(phi === 0 ? {} : { phi }) },
  });
  const { origin } = guide;
  const isAtOrigin = Math.hypot(origin.x, origin.y) < 1e-9;
  model.set(["components", freshName(model, "slide")], {
    ...{ use: "porthos:slide", between: { a: guide.offer, b: slider } },
    parameters: {
      ...(y === 0 ? {} : { axis: x < 0 ? [-x, -y + 0] : guide.axis, angle }),
      ...(isAtOrigin ? {} : { at_a: pair(origin) }),
      length: guide.length,
    },
  });
  return slider;
}

/** Sliders stand on their guides, however these were drawn: from -90 to 90 degrees. */
function upright(angle: number): number {
  if (angle > Math.PI / 2 + 1e-9) return angle - Math.PI;
  return angle < -Math.PI / 2 - 1e-9 ? angle + Math.PI : angle;
}
