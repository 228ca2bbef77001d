import { withPrefix } from "../circuit";
import type { ModelText } from "../model-text";
import { movePlace } from "../motion";
import { freshName } from "../names";
import { pair, type Vec } from "../numbers";
import { s } from "../svg";
import { path } from "../symbols";
import type { HeatBody } from "../things";
import { textAt } from "./drawn-element";
import { heatAt, heatBoxAt } from "./heat-place";
import type { Part, Tool } from "./part";

/** Of the box, m. */
const size = { width: 0.16, height: 0.1 };

/** From its middle to its sides, m. */
export const boxHalf: Vec = { x: size.width / 2, y: size.height / 2 };

function heatBody<K extends HeatBody["kind"]>(
  kind: K,
  element: string,
  labelOf: (capacity: number | undefined) => string,
): Part<K> {
  const part: Part<HeatBody["kind"]> = {
    kinds: [kind],
    elements: [element],
    first: ["C", "start_temperature"],
    depth: 1,
    read(reader, name) {
      const found = heatAt(reader, name);
      return found && { kind, name, at: found.place, label: labelOf(reader.number(name, "C")) };
    },
    place: ({ at }) => at,
    extent: ({ at }) => cornersOf(at),
    away: ({ at }, { x, y }) =>
      Math.hypot(
        Math.max(0, Math.abs(x - at.x) - size.width / 2),
        Math.max(0, Math.abs(y - at.y) - size.height / 2),
      ),
    paint({ at: place, name, label }, { at }) {
      const { x, y } = at(place);
      const d = path(cornersOf(place).map(at), true);
      return [
        s("path", { class: "board-halo", d }),
        s("path", { class: `board-heat-body is-${kind}`, d }),
        textAt("board-value", name, x, y + (label === "" ? 5 : -2)),
        textAt("board-value", label, x, y + 14),
      ];
    },
    move(model, { name, at }, motion) {
      const place = ["view", "bodies", String(heatBoxAt(model, name)), "position"];
      model.set(place, pair(movePlace(motion, at)));
    },
    remove(model, { name }) {
      const index = heatBoxAt(model, name);
      if (index >= 0) model.remove(["view", "bodies", String(index)], 0);
    },
    rename(model, { name }, to) {
      model.set(["view", "bodies", String(heatBoxAt(model, name)), "name"], to);
    },
  };
  return part as unknown as Part<K>;
}

function cornersOf({ x, y }: Vec): readonly Vec[] {
  const [dx, dy] = [size.width / 2, size.height / 2];
  return [
    { x: x - dx, y: y - dy },
    { x: x + dx, y: y - dy },
    { x: x + dx, y: y + dy },
    { x: x - dx, y: y + dy },
  ];
}

export const capacity = heatBody("capacity", "porthos:heat-capacity", (C) =>
  C === undefined ? "" : withPrefix(C, "J/K"),
);
export const reservoir = heatBody("reservoir", "porthos:thermal-reservoir", () => "");

export const capacityTool: Tool<"capacity"> = {
  ...{ id: "capacity", key: "5", places: 1, group: "circuit", domain: "heat" },
  icon: "M4 9h16v9H4zM8 6c-1.500-1.500 1.500-2 0-3.500M12 6c-1.500-1.500 1.500-2 0-3.500M16 6c-1.500-1.500 1.500-2 0-3.500",
  use: (model, _drawing, [at]) =>
    at ? addHeatBody(model, "body", "heat-capacity", "second", at.place) : "",
};

export const reservoirTool: Tool<"reservoir"> = {
  ...{ id: "reservoir", key: "6", places: 1, group: "circuit", domain: "heat" },
  icon: "M3 10h18M5 14l3-4M10 14l3-4M15 14l3-4M12 7V3M10 5l2 2.500 2-2.500",
  use: (model, _drawing, [at]) =>
    at ? addHeatBody(model, "room", "thermal-reservoir", "ground", at.place) : "",
};

function addHeatBody(model: ModelText, base: string, use: string, role: string, at: Vec): string {
  const name = freshName(model, base);
  model.set(["components", name], { use: `porthos:${use}` });
  model.append(["view", "bodies"], {
    ...{ name, role, position: pair(at) },
    shapes: [{ type: "box", size: [size.width, size.height, 0.04] }],
  });
  return name;
}

/** The box of the copy of a thermal component. */
export function copyHeatBox(model: ModelText, name: string, copy: string): void {
  const drawn = model.at("view", "bodies", String(heatBoxAt(model, name)));
  if (drawn) model.append(["view", "bodies"], { ...drawn, name: copy });
}
