import { pointAt, vectorOf } from "../attach";
import { say } from "../../words/drawing";
import type { ModelText } from "../model-text";
import { moveVector, type Motion } from "../motion";
import { copyName, freshName } from "../names";
import {
  angleOf,
  directionOf,
  distance,
  minus,
  pair,
  plus,
  rounded,
  times,
  type Vec,
} from "../numbers";
import type { Reader } from "../reader";
import { shownValue } from "../shown";
import type { Target } from "../target";
import { s } from "../svg";
import { arrow } from "../symbols";
import type { Part, Tool } from "./part";

/** Newtons of a metre of an arrow. */
const newtonsPerMetre = 10;

export const force: Part<"force"> = {
  kinds: ["force"],
  readRest: (reader) =>
    Object.entries(reader.model.members("ports")).flatMap(([name, port]) => {
      const { flow } = (port ?? {}) as { readonly flow?: unknown };
      const on = reader.followed(flow, "v");
      const value = reader.place(reader.model.at("inputs", name));
      return on && value ? [{ kind: "force", name, on, value }] : [];
    }),
  place: ({ on }) => on.place,
  away: ({ on }, place) => distance(on.place, place),
  paint({ on, value }, { window, at }) {
    const from = at(on.place);
    const length = Math.max(26, (Math.hypot(value.x, value.y) / newtonsPerMetre) * window.scale);
    const d = arrow(from, plus(from, times(directionOf(-angleOf(value)), length)));
    return [s("path", { class: "board-halo", d }), s("path", { class: "board-force", d })];
  },
  copy(model, { name, on }, { motion, reader, copyOf }) {
    const copy = copyPort(model, name, copyOf(on.offer), "v");
    if (copy) moveValue(model, copy, motion, reader);
    return copy;
  },
  move: (model, { name }, motion, reader) => moveValue(model, name, motion, reader),
  remove: (model, { name }) => removePort(model, name),
  rename: (model, { name }, to) => renamePort(model, name, to),
  fields: (_model, { name, value }) =>
    (["x", "y"] as const).map((axis, index) => ({
      ...{
        id: axis,
        group: "main",
        label: `${say.inputs.force} ${axis}`,
        unit: "N",
        isNumber: true,
      },
      value: shownValue(value[axis]),
      set(edited, to) {
        const all = [...((edited.at("inputs", name) as unknown[] | undefined) ?? [])];
        all[index] = to;
        edited.set(["inputs", name], all);
      },
    })),
};

export const forceTool: Tool<"force"> = {
  ...{ id: "force", key: "f", places: 2, group: "drives", preview: "line" },
  icon: "M5 19L17.500 6.500M10.500 5.500h8v8|M5 17.200a1.800 1.800 0 1 0 .01 0z",
  refuse: (_drawing, [from]) => (from && isOnBody(from) ? null : "cannotPoint"),
  use: (model, _drawing, [from, to]) =>
    from && to ? addForce(model, from, times(minus(to.place, from.place), newtonsPerMetre)) : "",
};

/** A constant force on a point, N. */
export function addForce(model: ModelText, at: Target, value: Vec): string {
  const offer = vectorOf(model, pointAt(model, at));
  const name = freshName(model, "force");
  model.set(["ports", name], { flow: `${offer}.v`, effort_unit: "N", flow_unit: "m/s" });
  model.set(["inputs", name], [rounded(value.x, 3), rounded(value.y, 3)]);
  return name;
}

function moveValue(model: ModelText, name: string, motion: Motion, reader: Reader): void {
  const given = model.at("inputs", name);
  const value = reader.place(given);
  const isTurned = motion.isMirror || motion.turn !== 0;
  if (value && isTurned) model.set(["inputs", name], pair(moveVector(motion, value)));
}

/** A port of its own for the copy of an offer. Returns its name; "" where there is none. */
export function copyPort(
  model: ModelText,
  name: string,
  offer: string | undefined,
  quantity: string,
): string {
  if (offer === undefined) return "";
  const copy = copyName(model, name);
  model.set(["ports", copy], {
    ...model.members("ports", name),
    flow: `${vectorOf(model, offer)}.${quantity}`,
  });
  model.set(["inputs", copy], model.at("inputs", name));
  return copy;
}

export function removePort(model: ModelText, name: string): void {
  model.remove(["inputs", name], 0);
  model.remove(["ports", name], 0);
}

export function renamePort(model: ModelText, name: string, to: string): void {
  model.rename(["ports", name], to);
  model.rename(["inputs", name], to);
}

/** Whether a target is a point of a body. */
export function isOnBody({ node, line }: Target): boolean {
  return node ? node.sides.some(({ body }) => body !== "ground") : line?.thing.kind === "rod";
}
