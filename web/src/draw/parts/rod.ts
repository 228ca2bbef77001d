import { pinTo, touchesLine, zero } from "../attach";
import { setNumber, setStart } from "../change-values";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import {
  angleOf,
  angleText,
  awayFromLine,
  directionOf,
  distance,
  exactly,
  finely,
  middle,
  minus,
  pair,
  plus,
  rounded,
  times,
  type Vec,
} from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import { path } from "../symbols";
import { isPin, type Drawing, type Rod } from "../things";
import type { Part, Tool } from "./part";

/** Width of a rod, m, and its bounds, pixels. */
const drawn = { metres: 0.04, least: 7, most: 20 };

export const rod: Part<"rod"> = {
  kinds: ["rod"],
  elements: ["porthos:planar-rod"],
  first: ["length", "m"],
  depth: 1,
  read(reader, name) {
    const frame = reader.pose(name);
    const length = reader.number(name, "length");
    if (length === undefined) return null;
    const half = times(directionOf(frame.phi), length / 2);
    return { kind: "rod", name, frame, tail: minus(frame, half), tip: plus(frame, half) };
  },
  frame(reader, name, offer) {
    const frame = reader.pose(name);
    const half = (reader.number(name, "length") ?? NaN) / 2;
    const share = { tail: -half, center: 0, tip: half }[offer];
    if (share === undefined || Number.isNaN(share)) return null;
    return { ...frame, ...plus(frame, times(directionOf(frame.phi), share)) };
  },
  ends: ({ name: body, tail, tip }) => [
    { offer: `${body}.tail`, at: zero, place: tail, body },
    { offer: `${body}.tip`, at: zero, place: tip, body },
  ],
  place: ({ frame }) => frame,
  extent: ({ tail, tip }) => [tail, tip],
  away: ({ tail, tip }, place) => awayFromLine(tail, tip, place),
  paint({ tail, tip }, { window, at }) {
    const { metres, least, most } = drawn;
    const width = Math.min(most, Math.max(least, metres * window.scale));
    const d = path([at(tail), at(tip)]);
    return [
      s("path", { class: "board-halo", d, "stroke-width": width + 10 }),
      s("path", { class: "board-edge", d, "stroke-width": width + 2 }),
      s("path", { class: "board-body", d, "stroke-width": width }),
    ];
  },
  moveEnd(model, drawing, thing, { offer }, to) {
    if (!/\.(tail|tip)$/.test(offer)) return false;
    moveRodEnd(model, drawing, thing, offer.endsWith("tip"), to);
    return true;
  },
};

export const rodTool: Tool<"rod"> = {
  ...{ id: "rod", key: "r", places: 2, group: "bodies", preview: "line" },
  icon: "M6.6 17.4L17.4 6.6|M5.2 16.4a2.4 2.4 0 1 0 .01 0zM18.8 2.8a2.4 2.4 0 1 0 .01 0z",
  use: (model, _drawing, [from, to]) => (from && to ? addRod(model, from, to) : ""),
};

/** A rod between two places. An end on something is pinned to it. Returns its name, as all of these do. */
export function addRod(model: ModelText, from: Target, to: Target): string {
  const name = freshName(model, "rod");
  const bodies = [from, to].flatMap(({ node }) => node?.sides.map(({ body }) => body) ?? []);
  const isFine = bodies.some((body) => touchesLine(model, body));
  const { length, r, phi } = poseBetween(from.place, to.place, isFine);
  model.set(["components", name], {
    ...{ use: "porthos:planar-rod", parameters: { length } },
    start: { r, ...(phi === 0 ? {} : { phi }) },
  });
  pinTo(model, from, `${name}.tail`);
  pinTo(model, to, `${name}.tip`);
  return name;
}

/** The length and the start of a rod. A fine one moves no body into a line that it touches when the engine closes the joints. */
function poseBetween(tail: Vec, tip: Vec, isFine: boolean) {
  const length = distance(tail, tip);
  const angle = angleOf(minus(tip, tail));
  const place = middle(tail, tip);
  if (isFine)
    return { length: rounded(length, 11), r: finely(place), phi: angleText(angle, 11) } as const;
  return { length: exactly(length), r: pair(place), phi: angleText(angle) } as const;
}

/** Moves an end of a rod; the other one stays. A length by a formula stays, too. */
function moveRodEnd(
  model: ModelText,
  drawing: Drawing,
  { name, ...rod }: Rod,
  isTip: boolean,
  to: Vec,
): void {
  const [tail, tip] = isTip ? [rod.tail, to] : [to, rod.tip];
  if (distance(tail, tip) < 1e-6) return;
  const joined = drawing.things
    .filter(isPin)
    .filter(({ a, b }) => a.body === name || b.body === name);
  const isFine = joined.some(({ a, b }) => [a, b].some(({ body }) => touchesLine(model, body)));
  const { length, r, phi } = poseBetween(tail, tip, isFine);
  setNumber(model, ["components", name, "parameters", "length"], length);
  setStart(model, name, "r", r);
  setStart(model, name, "phi", phi);
}
