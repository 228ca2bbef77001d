import { angleOf, directionOf, minus, plus, times, turned, type Vec } from "./numbers";
import { s } from "./svg";
import { arrow, coil, dashpot, disc, guide, line, path, support, turnArrow } from "./symbols";
import { newtonsPerMetre } from "./tools";
import type { Drawing, Force, Mass, Node, Rod, Slide, Thing } from "./things";
import { gridOf, heavyEvery, toMetres, toPixels, type Window } from "./view-window";

/** What a board shows besides the things themselves. */
export interface Scene {
  readonly window: Window;
  readonly drawing: Drawing;
  readonly selected: string;
  readonly pointed: string;
  /** Components that problems name. */
  readonly marked: ReadonlySet<string>;
  /** Paths of pens, m. */
  readonly paths: readonly (readonly Vec[])[];
}

/** Width of a rod, m, and its bounds, pixels. */
const rodWidth = { metres: 0.04, least: 7, most: 20 };

/** Draws a drawing, from what is lowest to what is highest. */
export function paintThings(scene: Scene): readonly SVGElement[] {
  const { drawing, window } = scene;
  const layers = [
    "slide",
    "spring",
    "damper",
    "rod",
    "mass",
    "point",
    "pin",
    "force",
    "pen",
    "motor",
  ];
  const sorted = [...drawing.things].sort(
    (one, other) => layers.indexOf(one.kind) - layers.indexOf(other.kind),
  );
  return [
    ...scene.paths.map((places) =>
      s("path", { class: "board-path", d: path(places.map((place) => toPixels(window, place))) }),
    ),
    ...drawing.nodes.filter(isGrounded).map(({ place }) => support(toPixels(window, place))),
    ...sorted.map((thing) => paintThing(scene, thing)),
    ...drawing.nodes.map((node) => paintNode(scene, node)),
  ];
}

const isGrounded = ({ sides }: Node): boolean =>
  sides.some(({ offer, body, at }) => body === "ground" && (offer !== "ground" || at));

function paintThing(scene: Scene, thing: Thing): SVGElement {
  const classes = ["board-thing", `is-${thing.kind}`];
  if (scene.selected === thing.name) classes.push("is-selected");
  if (scene.pointed === thing.name) classes.push("is-pointed");
  if (scene.marked.has(thing.name)) classes.push("is-marked");
  return s("g", { class: classes.join(" ") }, ...partsOf(scene, thing));
}

function partsOf({ window, selected, pointed }: Scene, thing: Thing): readonly SVGElement[] {
  const at = (place: Vec): Vec => toPixels(window, place);
  switch (thing.kind) {
    case "rod":
      return rod(window, thing);
    case "mass":
      return mass(window, thing);
    case "slide":
      return slide(window, thing);
    case "spring":
    case "damper": {
      const d = (thing.kind === "spring" ? coil : dashpot)(at(thing.a.place), at(thing.b.place));
      return [s("path", { class: "board-halo", d }), s("path", { class: "board-strut", d })];
    }
    case "motor":
      return [disc("board-halo-ring", at(thing.place), 17), turnArrow(at(thing.place))];
    case "force":
      return force(window, thing);
    case "pen":
      return [
        disc("board-halo-ring", at(thing.on.place), 7),
        disc("board-pen", at(thing.on.place), 4),
      ];
    case "pin":
      return selected === thing.name || pointed === thing.name
        ? [disc("board-halo-ring", at(thing.b.place), 10)]
        : [];
    default: {
      const { x, y } = at(thing.frame);
      const corners = [0, 1, 2, 3].map((k) =>
        plus({ x, y }, times(directionOf((k * Math.PI) / 2), 6)),
      );
      const halo = disc("board-halo-ring", { x, y }, 11);
      return thing.frame.body === "ground"
        ? [halo]
        : [halo, s("path", { class: "board-point", d: path(corners, true) })];
    }
  }
}

function rod(window: Window, { tail, tip }: Rod): readonly SVGElement[] {
  const { metres, least, most } = rodWidth;
  const width = Math.min(most, Math.max(least, metres * window.scale));
  const d = path([toPixels(window, tail), toPixels(window, tip)]);
  return [
    s("path", { class: "board-halo", d, "stroke-width": width + 10 }),
    s("path", { class: "board-edge", d, "stroke-width": width + 2 }),
    s("path", { class: "board-body", d, "stroke-width": width }),
  ];
}

function mass(window: Window, { frame, size }: Mass): readonly SVGElement[] {
  const width = Math.max(size.width, 22 / window.scale);
  const height = Math.max(size.height, 14 / window.scale);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => {
    const corner = turned({ x: (x * width) / 2, y: (y * height) / 2 }, frame.phi);
    return toPixels(window, plus(frame, corner));
  });
  const d = path(corners, true);
  return [s("path", { class: "board-halo", d }), s("path", { class: "board-mass", d })];
}

function slide(window: Window, { a, along, length }: Slide): readonly SVGElement[] {
  const half = times(along, length / 2);
  const far = times(along, (2 * (window.width + window.height)) / window.scale);
  const at = (by: Vec): Vec => toPixels(window, plus(a.place, by));
  const ends = [at(times(half, -1)), at(half)] as const;
  return [
    line("board-axis", at(times(far, -1)), at(far)),
    line("board-halo", ...ends),
    guide(...ends, a.body === "ground"),
  ];
}

function force(window: Window, { on, value }: Force): readonly SVGElement[] {
  const from = toPixels(window, on.place);
  const length = Math.max(26, (Math.hypot(value.x, value.y) / newtonsPerMetre) * window.scale);
  const d = arrow(from, plus(from, times(directionOf(-angleOf(value)), length)));
  return [s("path", { class: "board-halo", d }), s("path", { class: "board-force", d })];
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

/** A line that is being drawn, with the ray that it snaps to. */
export function paintPreview(
  window: Window,
  from: Vec,
  to: Vec,
  isOnRay: boolean,
): readonly SVGElement[] {
  const [a, b] = [toPixels(window, from), toPixels(window, to)];
  const way = minus(b, a);
  const ray = plus(a, times(directionOf(angleOf(way)), window.width + window.height));
  return [
    ...(isOnRay ? [line("board-ray", a, ray)] : []),
    line("board-preview", a, b),
    disc("board-preview-end", a, 4),
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

/** The cursor of the keys. */
export function paintCursor(window: Window, place: Vec): SVGElement {
  const { x, y } = toPixels(window, place);
  return s("path", { class: "board-cursor", d: `M${x - 12} ${y}h24M${x} ${y - 12}v24` });
}
