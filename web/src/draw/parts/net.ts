import { drawnAt, joinNets, routesOf } from "../circuit";
import { listOf } from "../model-text";
import { distance, type Vec } from "../numbers";
import type { Reader } from "../reader";
import { s } from "../svg";
import { disc, path } from "../symbols";
import { isTwoPoleElement } from "./circuit-elements";
import type { Part, Tool } from "./part";

/** A node of a circuit. Its wires find their ways between the ends of its elements. */
export const net: Part<"net"> = {
  kinds: ["net"],
  elements: ["porthos:node"],
  read(reader, name) {
    const drawn = elementsOf(reader);
    const places = drawn.flatMap(({ nets, ends }) =>
      ends.filter((_end, side) => nets[side] === name),
    );
    if (places.length === 0) return null;
    const segments = drawn.map(({ ends }) => ends);
    return { kind: "net", name, places, routes: routesOf(places, segments) };
  },
  place: ({ places: [first] }) => first ?? { x: 0, y: 0 },
  extent: ({ places }) => places,
  away: ({ places }, place) => Math.min(...places.map((each) => distance(each, place))),
  paint({ places, routes }, { at }) {
    const d = routes.map((route) => path(route.map(at))).join("");
    const ends: Vec[] = routes.flatMap((route) =>
      [route[0], route.at(-1)].flatMap((each) => each ?? []),
    );
    const isCrowded = (place: Vec): boolean =>
      [...ends, ...places].filter((each) => distance(each, place) < 1e-6).length > 2;
    const dots = [...new Map(places.map((place) => [`${place.x} ${place.y}`, place])).values()];
    return [
      s("path", { class: "board-halo", d }),
      s("path", { class: "board-wire", d }),
      ...dots.map((place) =>
        disc(isCrowded(place) ? "board-junction" : "board-terminal", at(place), 3.5),
      ),
    ];
  },
};

const sides = ["a", "b", "c", "d"] as const;

/** A pair of ends of a circuit element. */
interface DrawnElement {
  readonly nets: readonly [string, string];
  readonly ends: readonly [Vec, Vec];
}

/** All elements of circuits that the view draws. */
function elementsOf(reader: Reader): readonly DrawnElement[] {
  const { model } = reader;
  return Object.keys(model.members("components")).flatMap((name): DrawnElement[] => {
    if (!isTwoPoleElement(reader.useOf(name))) return [];
    const shapes = listOf(model.at("view", "bodies", String(drawnAt(model, name)), "shapes"));
    return shapes.flatMap(({ from, to }, index): DrawnElement[] => {
      const ends = [reader.place(from), reader.place(to)];
      const own = sides.slice(2 * index, 2 * index + 2);
      const nets = own.map((side) => reader.between(name, side));
      const [a, b] = ends;
      return a && b ? [{ nets: [nets[0] ?? "", nets[1] ?? ""], ends: [a, b] }] : [];
    });
  });
}

export const wireTool: Tool<"wire"> = {
  ...{ id: "wire", key: "W", places: 2, group: "circuit", domain: "circuit", preview: "line" },
  icon: "M4 18h8V6h8|M4 16.500a1.500 1.500 0 1 0 .01 0zM20 4.500a1.500 1.500 0 1 0 .01 0z",
  refuse: (_drawing, [from, to]) =>
    from?.terminal !== undefined && to?.terminal !== undefined && from.terminal !== to.terminal
      ? null
      : "needsTerminals",
  use: (model, _drawing, [from, to]) => {
    if (from?.terminal === undefined || to?.terminal === undefined) return "";
    const kept = joinNets(model, from.terminal, to.terminal);
    return kept === "ground" ? "" : kept;
  },
};
