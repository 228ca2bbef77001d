import { addFixedPoint, addPin, bodyAt, fixedFrame, frameAt } from "../attach";
import { joinNets } from "../circuit";
import type { ModelText } from "../model-text";
import { directionOf, distance, plus, times, turned } from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import { disc, path } from "../symbols";
import { frameOfSide } from "../frames";
import type { Reader } from "../reader";
import type { Frame } from "../things";
import { setPair } from "../change-values";
import type { Part, Tool } from "./part";

export const point: Part<"point"> = {
  kinds: ["point"],
  elements: [fixedFrame],
  first: ["at"],
  placed: { at: { of: "point", side: "a" }, angle: { of: "angle", side: "a" } },
  read(reader, name) {
    const frame = reader.frame(name);
    const on = reader.side(name, "a");
    const at = reader.pair(name, "at") ?? { x: 0, y: 0 };
    return frame && on && { kind: "point", name, frame, on: { ...on, at, place: frame } };
  },
  frame: fixedFrameOf,
  ends: ({ name, frame }) => [{ offer: name, at: { x: 0, y: 0 }, place: frame, body: frame.body }],
  place: ({ frame }) => frame,
  away: ({ frame }, place) => distance(frame, place),
  paint({ frame }, { at }) {
    const middle = at(frame);
    const corners = [0, 1, 2, 3].map((k) => plus(middle, times(directionOf((k * Math.PI) / 2), 6)));
    const halo = disc("board-halo-ring", middle, 11);
    return frame.body === "ground"
      ? [halo]
      : [halo, s("path", { class: "board-point", d: path(corners, true) })];
  },
  moveEnd(model, drawing, { name, on }, _end, to) {
    const frame = frameOfSide(drawing, on);
    setPair(
      model,
      ["components", name, "parameters", "at"],
      turned({ x: to.x - frame.x, y: to.y - frame.y }, -frame.phi),
    );
    return true;
  },
};

/** The frame of a fixed frame. */
export function fixedFrameOf(reader: Reader, name: string, offer: string): Frame | null {
  if (offer !== "" && offer !== "frame") return null;
  const holder = reader.frame(reader.between(name, "a"));
  const at = reader.pair(name, "at") ?? { x: 0, y: 0 };
  const phi = (holder?.phi ?? 0) + (reader.number(name, "angle") ?? 0);
  return holder && { ...plus(holder, turned(at, holder.phi)), phi, body: holder.body };
}

export const groundTool: Tool<"ground"> = {
  ...{ id: "ground", key: "g", places: 1, group: "joints", domain: "both" },
  icon: "M12 6.5L6.5 15h11zM4 15h16M6 18.5l2-3M10.5 18.5l2-3M15 18.5l2-3|M12 3.6a2 2 0 1 0 .01 0z",
  use: (model, _drawing, [at]) => (at ? addGround(model, at) : ""),
};

/** A support: a fixed point of the ground, or a pin between the ground and what is at the place. */
export function addGround(model: ModelText, at: Target): string {
  if (at.terminal !== undefined) {
    joinNets(model, at.terminal, "ground");
    return "";
  }
  if (at.line?.thing.kind === "floor")
    return addFixedPoint(model, { offer: "ground", at: at.place });
  const place = frameAt(model, at);
  if (!place) return addFixedPoint(model, { offer: "ground", at: at.place });
  if (bodyAt(at) === "ground") return ""; // it is there already
  return addPin(model, { offer: "ground", at: at.place }, place.offer, place.at);
}
