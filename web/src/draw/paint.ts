import type { Outline } from "./figure-outline";
import { angleOf, directionOf, distance, minus, plus, times, type Vec } from "./numbers";
import { layerOf, partOf } from "./parts/table";
import { s } from "./svg";
import { disc, line, path, support } from "./symbols";
import type { Drawing, Node, Thing } from "./things";
import { gridOf, heavyEvery, toMetres, toPixels, type Window } from "./view-window";

/** What a board shows besides the things themselves. */
export interface Scene {
  readonly window: Window;
  readonly drawing: Drawing;
  readonly selected: readonly string[];
  readonly pointed: string;
  readonly standard: "IEC" | "ANSI";
  readonly locked: ReadonlySet<string>;
  /** Components that problems name. */
  readonly marked: ReadonlySet<string>;
  /** Paths of pens, m. */
  readonly paths: readonly (readonly Vec[])[];
  /** Paths of pens over the whole motion of a crank, m. */
  readonly curves: readonly (readonly Vec[])[];
}

/** Draws a drawing, from what is lowest to what is highest. */
export function paintThings(scene: Scene): readonly SVGElement[] {
  const { drawing, window } = scene;
  const sorted = [...drawing.things].sort((one, other) => layerOf(one) - layerOf(other));
  return [
    ...scene.curves.map((places) =>
      s("path", { class: "board-curve", d: path(places.map((place) => toPixels(window, place))) }),
    ),
    ...scene.paths.map((places) =>
      s("path", { class: "board-path", d: path(places.map((place) => toPixels(window, place))) }),
    ),
    ...drawing.nodes.filter(isGrounded).map(({ place }) => support(toPixels(window, place))),
    ...sorted.map((thing) => paintThing(scene, thing)),
    ...drawing.nodes.map((node) => paintNode(scene, node)),
  ];
}

const isGrounded = ({ sides }: Node): boolean => sides.some(({ body }) => body === "ground");

function paintThing({ window, ...scene }: Scene, thing: Thing): SVGElement {
  const { name, kind } = thing;
  const isSelected = scene.selected.includes(name);
  const isPointed = scene.pointed === name;
  const classes = ["board-thing", `is-${kind}`];
  if (isSelected) classes.push("is-selected");
  if (isPointed) classes.push("is-pointed");
  if (scene.locked.has(name)) classes.push("is-locked");
  if (scene.marked.has(name)) classes.push("is-marked");
  const paper = {
    window,
    standard: scene.standard,
    isSelected,
    isPointed,
    at: (place: Vec) => toPixels(window, place),
  };
  return s("g", { class: classes.join(" ") }, ...partOf(thing).paint(thing, paper));
}

/** What the figure shows besides the things, in grey. */
export function paintOutlines(
  window: Window,
  outlines: readonly Outline[],
  selected: readonly string[],
): readonly SVGElement[] {
  return outlines.map(({ component, places, width }) => {
    const isLine = places.length === 2;
    const d = path(
      places.map((place) => toPixels(window, place)),
      !isLine,
    );
    const isSelected = component !== "" && selected.includes(component);
    return s("path", {
      class: `board-outline${isLine ? "" : " is-filled"}${isSelected ? " is-selected" : ""}`,
      d,
      ...(isLine ? { "stroke-width": Math.max(1.5, width * window.scale) } : {}),
    });
  });
}

/** Where things meet: a disc for a pin, a ring for a free end. */
function paintNode({ window }: Scene, node: Node): SVGElement {
  const at = toPixels(window, node.place);
  const isPinned = node.pins.length > 0;
  return disc(isPinned ? "board-pin" : "board-end", at, isPinned ? 5.5 : 3.5);
}

/** The lines of the grid, and the axes. */
export function paintGrid(window: Window): readonly SVGElement[] {
  const grid = gridOf(window);
  const heavy = heavyEvery(grid);
  const from = toMetres(window, { x: 0, y: window.height });
  const to = toMetres(window, { x: window.width, y: 0 });
  const lines = { light: "", heavy: "", axis: "" };
  const kind = (index: number): keyof typeof lines =>
    index === 0 ? "axis" : index % heavy === 0 ? "heavy" : "light";
  for (let k = Math.ceil(from.x / grid); k * grid <= to.x; k++) {
    const x = Math.round(toPixels(window, { x: k * grid, y: 0 }).x) + 0.5;
    lines[kind(k)] += `M${x} 0V${window.height}`;
  }
  for (let k = Math.ceil(from.y / grid); k * grid <= to.y; k++) {
    const y = Math.round(toPixels(window, { x: 0, y: k * grid }).y) + 0.5;
    lines[kind(k)] += `M0 ${y}H${window.width}`;
  }
  return (["light", "heavy", "axis"] as const).map((each) =>
    s("path", { class: `board-grid is-${each}`, d: lines[each] }),
  );
}

/** What is being drawn: lines through some places, with the ray that the last one snaps to; or a circle. */
export function paintPreview(
  window: Window,
  places: readonly Vec[],
  kind: "line" | "circle",
  isOnRay: boolean,
): readonly SVGElement[] {
  const all = places.map((place) => toPixels(window, place));
  const [first, a, b] = [all[0], all.at(-2), all.at(-1)];
  if (!first || !a || !b) return [];
  const ray = plus(a, times(directionOf(angleOf(minus(b, a))), window.width + window.height));
  return [
    ...(isOnRay ? [line("board-ray", a, ray)] : []),
    ...(kind === "circle" ? [disc("board-preview", first, distance(first, b))] : []),
    s("path", { class: kind === "circle" ? "board-ray" : "board-preview", d: path(all) }),
    disc("board-preview-end", first, 4),
  ];
}

/** A mark at the place that a tool would take. */
export function paintTarget(window: Window, place: Vec, isHeld: boolean): SVGElement {
  return disc(
    isHeld ? "board-target is-held" : "board-target",
    toPixels(window, place),
    isHeld ? 9 : 3,
  );
}

/** The rectangle around what is being selected. */
export function paintBand(window: Window, from: Vec, to: Vec): SVGElement {
  const [a, b] = [toPixels(window, from), toPixels(window, to)];
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return s("path", { class: "board-band", d: path(corners, true) });
}

/** The cursor of the keys. */
export function paintCursor(window: Window, place: Vec): SVGElement {
  const { x, y } = toPixels(window, place);
  return s("path", { class: "board-cursor", d: `M${x - 12} ${y}h24M${x} ${y - 12}v24` });
}
