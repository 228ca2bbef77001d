import { endPath, removeElement } from "../circuit";
import { earth } from "../circuit-symbols";
import { movePlace } from "../motion";
import { pair } from "../numbers";
import { s } from "../svg";
import type { CircuitKind, Terminal, TwoPole } from "../things";
import type { Paper, Part } from "./part";

/** What all elements of circuits have in common: the view keeps their ends. */
export const drawnElement: Pick<Part<CircuitKind>, "extent" | "move" | "remove"> = {
  extent: ({ ends }) => ends.map(({ place }) => place),
  move(model, { name, ends }, motion) {
    ends.forEach(({ place }, end) =>
      model.set(endPath(model, name, end), pair(movePlace(motion, place))),
    );
  },
  remove: (model, { name, ends }) =>
    removeElement(
      model,
      name,
      ends.map(({ net }) => net),
    ),
};

/** The pairs of ends of an element: one, or two. */
export function pairsOf(ends: TwoPole["ends"]): readonly (readonly [Terminal, Terminal])[] {
  const [a, b, c, d] = ends;
  return c && d ? [[a, b] as const, [c, d] as const] : [[a, b] as const];
}

/** The grounds of ends. */
export function earthsOf(ends: TwoPole["ends"], { at }: Paper): readonly SVGElement[] {
  return ends.flatMap(({ net, place }) => (net === "ground" ? [earth(at(place))] : []));
}

type Anchor = "start" | "middle";

export function textAt(
  className: string,
  content: string,
  x: number,
  y: number,
  anchor: Anchor = "middle",
): SVGElement {
  return s(
    "text",
    { class: className, x, y, "text-anchor": anchor },
    document.createTextNode(content),
  );
}
