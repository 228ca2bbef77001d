import { bodyAt, moverAt } from "../attach";
import { isConstant, startPath } from "../change-values";
import type { Field } from "../field";
import type { ModelText } from "../model-text";
import {
  angleOf,
  directionOf,
  distance,
  dot,
  minus,
  plus,
  rounded,
  times,
  type Vec,
} from "../numbers";
import { shownValue } from "../shown";
import { s } from "../svg";
import { arrow, disc, turnArrow } from "../symbols";
import type { Target } from "../target";
import { bodyNamed, isBody, type Body, type Drawing, type Side } from "../things";
import { say } from "../../words/drawing";
import type { Part, Tool } from "./part";

/** Metres per second of a metre of an arrow. */
const speedPerMetre = 5;
/** The radius of the arrow of an angular velocity, pixels. */
const ring = 25;

/** The velocity with which a body starts: an arrow at its centre. */
export const velocity: Part<"velocity"> = {
  kinds: ["velocity"],
  readRest: (reader, components) =>
    components.filter(isBody).flatMap((body) => {
      const value = reader.place(startOf(reader.model, body.name, "v"));
      const isMoving = value !== undefined && Math.hypot(value.x, value.y) > 0;
      return isMoving
        ? [{ kind: "velocity" as const, name: `${body.name}.v`, on: centerOf(body), value }]
        : [];
    }),
  place: ({ on }) => on.place,
  away: ({ on, value }, place, reach) =>
    Math.max(reach / 2, distance(plus(on.place, times(value, 1 / speedPerMetre)), place)),
  paint({ on, value }, { window, at }) {
    const from = at(on.place);
    const length = Math.max(30, (Math.hypot(value.x, value.y) / speedPerMetre) * window.scale);
    const to = plus(from, times(directionOf(-angleOf(value)), length));
    const d = arrow(from, to);
    return [
      s("path", { class: "board-halo", d }),
      s("path", { class: "board-speed", d }),
      label(to, `${rounded(Math.hypot(value.x, value.y), 3)} m/s`),
    ];
  },
  remove: (model, { on }) => model.remove(["components", on.body, "start", "v"]),
  fields: (_model, { on }) =>
    ([0, 1] as const).map((index) => ({
      ...{ id: `v.${index + 1}`, group: "main", isNumber: true, unit: "m/s" },
      label: index === 0 ? say.speedOf.x : say.speedOf.y,
      value: shownValue(listAt(_model, on.body)[index]),
      set(model, to) {
        const all = [...listAt(model, on.body)];
        all[index] = to;
        model.set(startPath(model, on.body, "v"), all);
      },
    })),
};

/** The angular velocity with which a body starts: an arrow around its centre. */
export const spin: Part<"spin"> = {
  kinds: ["spin"],
  readRest: (reader, components) =>
    components.filter(isBody).flatMap((body) => {
      const value = reader.value(startOf(reader.model, body.name, "omega"));
      return value
        ? [{ kind: "spin" as const, name: `${body.name}.omega`, on: centerOf(body), value }]
        : [];
    }),
  place: ({ on }) => on.place,
  away: ({ on }, place, reach) => Math.abs(distance(on.place, place) - 2 * reach),
  paint: ({ on, value }, { at }) => [
    disc("board-halo-ring", at(on.place), ring),
    turnArrow(at(on.place), ring, value < 0, "board-speed"),
    label(plus(at(on.place), { x: ring + 4, y: -ring }), `${rounded(value, 3)} rad/s`),
  ],
  remove: (model, { on }) => model.remove(["components", on.body, "start", "omega"]),
  fields: (model, { on }): readonly Field[] => [
    {
      ...{ id: "omega", group: "main", label: say.turning, unit: "rad/s" },
      value: shownValue(startOf(model, on.body, "omega")),
      set: (edited, to) => edited.set(startPath(edited, on.body, "omega"), to),
    },
  ],
};

/** What a text has as the start of a state, fixed or not. */
function startOf(model: ModelText, body: string, state: string): unknown {
  return model.at(...startPath(model, body, state));
}

function listAt(model: ModelText, body: string): readonly unknown[] {
  const given = startOf(model, body, "v");
  return Array.isArray(given) ? (given as unknown[]) : [0, 0];
}

function centerOf({ name, kind, frame }: Body): Side {
  const offer = kind === "rod" ? `${name}.center` : name;
  return { offer, at: { x: 0, y: 0 }, place: frame, body: name };
}

function label({ x, y }: Vec, text: string): SVGElement {
  return s(
    "text",
    { class: "board-value is-speed", x: x + 6, y: y - 6 },
    document.createTextNode(text),
  );
}

export const speedTool: Tool<"speed"> = {
  ...{ id: "speed", key: "Z", places: 2, group: "drives", preview: "line" },
  icon: "M9 12h12M16.500 7.500L21 12l-4.500 4.500M2 7.500h4M2 12h3M2 16.500h4",
  refuse: (drawing, [from]) => (from && bodyOf(drawing, from) ? null : "cannotPoint"),
  use(model, drawing, [from, to]) {
    const body = from && bodyOf(drawing, from);
    return body && to ? setSpeed(model, body, from.place, to.place) : "";
  },
};

/** The body at a place: of those that meet there the one that was drawn last. */
function bodyOf(drawing: Drawing, target: Target): Body | undefined {
  const own = target.node?.sides.findLast(({ body }) => body !== "ground")?.body;
  return bodyNamed(drawing, own ?? (target.node ? moverAt(drawing, target) : bodyAt(target)));
}

/** Gives a body a velocity by an arrow at its centre, or an angular velocity by one elsewhere on it. */
export function setSpeed(model: ModelText, body: Body, from: Vec, to: Vec): string {
  const { name, frame } = body;
  const way = times(minus(to, from), speedPerMetre);
  const arm = minus(from, frame);
  const square = dot(arm, arm);
  const isTurned = square > 1e-10;
  const state = isTurned ? "omega" : "v";
  const path = startPath(model, name, state);
  const value = isTurned
    ? rounded((arm.x * way.y - arm.y * way.x) / square, 3)
    : [rounded(way.x, 3), rounded(way.y, 3)];
  const given = model.at(...path);
  const isOurs = given === undefined || [given].flat().every(isConstant);
  if (isOurs) model.set(path, value);
  return `${name}.${state}`;
}
