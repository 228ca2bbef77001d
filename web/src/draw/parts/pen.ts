import { pointAt, vectorOf } from "../attach";
import { listOf, type ModelText } from "../model-text";
import { copyName, freshName } from "../names";
import { distance } from "../numbers";
import type { Target } from "../target";
import { disc } from "../symbols";
import { isOnBody } from "./force";
import type { Part, Tool } from "./part";

/** Where the view has a pen, and by which key. */
const places = [
  ["trails", "body"],
  ["bodies", "name"],
] as const;

export const pen: Part<"pen"> = {
  kinds: ["pen"],
  readRest(reader) {
    const view = (list: string) => listOf(reader.model.at("view", list));
    const traced = new Set(view("trails").map(({ body }) => body));
    return view("bodies").flatMap(({ name, position }) => {
      const on = reader.followed(position, "r");
      return on && typeof name === "string" && traced.has(name) ? [{ kind: "pen", name, on }] : [];
    });
  },
  place: ({ on }) => on.place,
  away: ({ on }, place) => distance(on.place, place),
  paint: ({ on }, { at }) => [
    disc("board-halo-ring", at(on.place), 7),
    disc("board-pen", at(on.place), 4),
  ],
  copy(model, { name, on }, { copyOf }) {
    const offer = copyOf(on.offer);
    const drawn = listOf(model.at("view", "bodies")).find((body) => body["name"] === name);
    if (offer === undefined || !drawn) return "";
    const copy = copyName(model, name);
    const position = `${vectorOf(model, offer)}.r`;
    model.append(["view", "bodies"], { ...drawn, name: copy, position });
    model.append(["view", "trails"], { body: copy });
    return copy;
  },
  remove(model, { name }) {
    for (const [list, key] of places) {
      const index = listOf(model.at("view", list)).findIndex((entry) => entry[key] === name);
      if (index >= 0) model.remove(["view", list, String(index)], 0);
    }
  },
  rename(model, { name }, to) {
    for (const [list, key] of places)
      listOf(model.at("view", list)).forEach((entry, index) => {
        if (entry[key] === name) model.set(["view", list, String(index), key], to);
      });
  },
};

export const penTool: Tool<"pen"> = {
  ...{ id: "pen", key: "p", places: 1, group: "drives" },
  icon: "M3.500 18.500c4-9 6 3 9.500-4.500|M13.500 13.500l1-3.700L18.700 5.500l2.700 2.700-4.200 4.300z",
  refuse: (_drawing, [at]) => (at && isOnBody(at) ? null : "cannotPoint"),
  use: (model, _drawing, [at]) => (at ? addPen(model, at) : ""),
};

/** Height of a pen, m: rods, sliders, pins and small discs would cover it. */
const aboveBodies = 0.02;

/** Traces the path of a point. */
export function addPen(model: ModelText, at: Target): string {
  const offer = pointAt(model, at);
  const name = freshName(model, "pen");
  model.append(["view", "bodies"], {
    ...{ name, role: "accent", position: `${vectorOf(model, offer)}.r` },
    shapes: [{ type: "sphere", at: [0, 0, aboveBodies], radius: 0.01 }],
  });
  model.append(["view", "trails"], { body: name });
  return name;
}
