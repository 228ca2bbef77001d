import { moverAt, pointAt } from "../attach";
import { setNumber } from "../change-values";
import { freshName } from "../names";
import { awayFromLine, distance, minus, middle, plus, ropeLength, type Vec } from "../numbers";
import { s } from "../svg";
import { path } from "../symbols";
import { bodyNamed, type Rope } from "../things";
import { drawnRadius } from "./body";
import type { Part, Tool } from "./part";

/** A rope from a disc that winds it up. It leaves the disc on its left or its right. */
export const winch: Part<"winch"> = {
  kinds: ["winch"],
  elements: ["porthos:winch"],
  first: ["length", "drum"],
  placed: { drum: { of: "turn", side: "a" } },
  read(reader, name) {
    const sides = reader.sides(name, "a", "b");
    const length = reader.number(name, "length");
    const [a, b] = sides ?? [];
    if (!sides || !a || !b || length === undefined) return null;
    const drum = Math.sign(reader.number(name, "drum") ?? 0);
    const radius = (drawnRadius(reader, a.body) ?? 0) * -drum;
    return {
      kind: "winch",
      name,
      sides,
      length,
      reach: distance(a.place, b.place),
      offset: radius,
    };
  },
  follow(model, before, after) {
    const isTaut = Math.abs(before.reach - before.length) < 1e-6;
    if (after.reach < 1e-6) return; // its ends meet: a rope has a length
    if (isTaut || after.reach > after.length)
      setNumber(model, ["components", after.name, "parameters", "length"], ropeLength(after.reach));
  },
  place: (thing) => middle(...strand(thing)),
  away: (thing, place) => awayFromLine(...strand(thing), place),
  paint(thing, { at }) {
    const d = path(strand(thing).map(at));
    return [s("path", { class: "board-halo", d }), s("path", { class: "board-rope", d })];
  },
};

/** From the side of the drum to the load. */
function strand({ sides: [a, b], offset = 0 }: Rope): readonly [Vec, Vec] {
  if (!a || !b)
    return [
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ];
  const way = minus(b.place, a.place);
  const length = Math.hypot(way.x, way.y) || 1;
  return [plus(a.place, { x: (-way.y / length) * offset, y: (way.x / length) * offset }), b.place];
}

export const winchTool: Tool<"winch"> = {
  ...{ id: "winch", key: "N", places: 2, group: "links", preview: "line" },
  icon: "M10 4a5.500 5.500 0 1 0 .01 0zM15.500 9.500V16M12.500 16h6v4.500h-6z|M10 8a1.500 1.500 0 1 0 .01 0z",
  refuse(drawing, [from, to]) {
    const drum = from && bodyNamed(drawing, moverAt(drawing, from));
    return drum?.kind === "disc" && to && moverAt(drawing, to) !== drum.name ? null : "needsDrum";
  },
  use(model, drawing, [from, to]) {
    const drum = from && bodyNamed(drawing, moverAt(drawing, from));
    if (drum?.kind !== "disc" || !to) return "";
    const b = pointAt(model, to);
    const name = freshName(model, "winch");
    const side = to.place.x < drum.frame.x - 1e-6 ? 1 : -1;
    model.set(["components", name], {
      ...{ use: "porthos:winch", between: { a: drum.name, shaft: drum.name, b } },
      parameters: { length: ropeLength(distance(drum.frame, to.place)), drum: side * drum.radius },
    });
    return name;
  },
};
