import { element, box } from "../circuit-symbols";
import { withPrefix } from "../circuit";
import { freshName } from "../names";
import { awayFromLine, middle } from "../numbers";
import { textAt } from "./drawn-element";
import { heatAt } from "./heat-place";
import type { Part, Tool } from "./part";

/** A flow of heat from body to body. */
export const conductor: Part<"conductor"> = {
  kinds: ["conductor"],
  elements: ["porthos:heat-conductor"],
  first: ["G"],
  depth: 1,
  read(reader, name) {
    const [a, b] = ["a", "b"].map((side) => heatAt(reader, reader.between(name, side)));
    const value = reader.number(name, "G");
    const label = value === undefined ? String(reader.given(name, "G")) : withPrefix(value, "W/K");
    return a && b ? { kind: "conductor", name, between: [a, b], label } : null;
  },
  branches: ({ name, between }) => [
    { ends: between, current: (value) => value(`${name}.heat_flow`) },
  ],
  place: ({ between: [a, b] }) => middle(a.place, b.place),
  away: ({ between: [a, b] }, place) => awayFromLine(a.place, b.place, place),
  paint({ between: [a, b], label }, { at }) {
    const [from, to] = [at(a.place), at(b.place)];
    const { x, y } = middle(from, to);
    const isUpright = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
    return [
      ...element(from, to, box),
      isUpright
        ? textAt("board-value", label, x + 21, y + 5, "start")
        : textAt("board-value", label, x, y - 20),
    ];
  },
};

export const conductorTool: Tool<"conductor"> = {
  ...{ id: "conductor", key: "7", places: 2, group: "circuit", domain: "heat", preview: "line" },
  icon: "M2 9h4v6H2zM18 9h4v6h-4zM6 12h3M15 12h3M9 10h6v4H9z",
  refuse: (_drawing, [from, to]) =>
    from?.heat && to?.heat && from.heat !== to.heat ? null : "needsHeatBodies",
  use(model, _drawing, [from, to]) {
    if (!from?.heat || !to?.heat) return "";
    const name = freshName(model, "conductor");
    model.set(["components", name], {
      ...{ use: "porthos:heat-conductor", between: { a: from.heat, b: to.heat } },
    });
    return name;
  },
};
