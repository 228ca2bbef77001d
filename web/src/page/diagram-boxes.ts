import {
  layoutDiagram,
  type Diagram,
  type DiagramBox,
  type DiagramLayout,
  type DrawnBody,
} from "../../../bindings/js/diagram";
import { h } from "../base/dom";
import { words } from "../words/words";

/** All boxes, including those inside others. */
export function allBoxes({ boxes }: Diagram): DiagramBox[] {
  return boxes.flatMap((box) => [box, ...(box.inside ? allBoxes(box.inside) : [])]);
}

/** Ids of the boxes that can be opened. */
export function openable(diagram: Diagram | null): Set<string> {
  return new Set(
    diagram ? allBoxes(diagram).flatMap(({ id, inside }) => (inside ? [id] : [])) : [],
  );
}

/** A diagram that runs to the right is not drawn smaller than this, if it is larger from top to bottom. */
const smallestAcross = 0.75;

/** The layout, to the right or downwards, that can be drawn larger. */
export function bestLayout(
  diagram: Diagram,
  open: ReadonlySet<string>,
  width: number,
): DiagramLayout {
  const right = layoutDiagram(diagram, { open, direction: "right" });
  if (smallestAcross * right.width <= width) return right;
  const down = layoutDiagram(diagram, { open, direction: "down" });
  return width / down.width > 1.2 * (width / right.width) ? down : right;
}

/** Whether a symbol, or a place of the text, belongs to a box. */
export function isAbout({ symbols, parts }: DiagramBox, name: string): boolean {
  if (!name.includes("/")) return symbols.includes(name.replace(/(\.\d+)+$/, ""));
  return name
    .split(" ")
    .some((place) => parts.some((part) => place === part || place.startsWith(`${part}/`)));
}

/** Whether a state of a box moves a body. */
export function moves({ symbols }: DiagramBox, { states }: DrawnBody): boolean {
  return states.some((name) => symbols.includes(name));
}

/** The meaning of the colours. */
export function diagramLegend(): HTMLElement {
  const kinds = [
    "potential",
    "kinetic",
    "reversible",
    "irreversible",
    "set-valued",
    "environment",
    "force",
    "composite",
  ] as const;
  return h(
    "ul",
    { class: "diagram-legend", "aria-label": words.legend },
    ...kinds.map((kind) =>
      h("li", {}, h("span", { class: `swatch swatch-${kind}` }), words.boxKinds[kind]),
    ),
    h("li", {}, h("span", { class: "swatch-line" }), words.powerPort),
    h("li", {}, h("span", { class: "swatch-line is-state" }), words.statePort),
  );
}
