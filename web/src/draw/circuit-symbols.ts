import { angleOf, distance, minus, plus, turned, type Vec } from "./numbers";
import { s, shown } from "./svg";
import { path } from "./symbols";

/** Symbols of circuits between two points, in pixels. Half of the length of a symbol is given by its drawing. */
type Drawing = (at: (x: number, y: number) => Vec) => {
  readonly half: number;
  readonly lines: string;
  readonly filled?: string;
};

/** A symbol in the middle of its leads. */
export function element(from: Vec, to: Vec, drawing: Drawing): readonly SVGElement[] {
  const angle = angleOf(minus(to, from));
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const at = (x: number, y: number): Vec => plus(middle, turned({ x, y }, angle));
  const { half, lines, filled } = drawing(at);
  const reach = Math.min(half, distance(from, to) / 2);
  const leads = path([from, at(-reach, 0)]) + path([at(reach, 0), to]);
  return [
    s("path", { class: "board-halo", d: path([from, to]) }),
    s("path", { class: "board-wire", d: leads }),
    s("path", { class: "board-element", d: lines }),
    ...(filled ? [s("path", { class: "board-element is-filled", d: filled })] : []),
  ];
}

const circle = (at: (x: number, y: number) => Vec, r: number): string => {
  const [from, to] = [at(-r, 0), at(r, 0)];
  const half = ({ x, y }: Vec): string => `A${shown(r)} ${shown(r)} 0 0 1 ${shown(x)} ${shown(y)}`;
  return `M${shown(from.x)} ${shown(from.y)}${half(to)}${half(from)}z`;
};

/** IEC 60617: a rectangle. */
export const box: Drawing = (at) => ({
  half: 18,
  lines: path([at(-18, -7), at(18, -7), at(18, 7), at(-18, 7)], true),
});

/** ANSI Y32.2: a zigzag. */
export const zigzag: Drawing = (at) => ({
  half: 18,
  lines: path([
    at(-18, 0),
    ...[-15, -9, -3, 3, 9, 15].map((x, k) => at(x, k % 2 === 0 ? -7 : 7)),
    at(18, 0),
  ]),
});

export const windings: Drawing = (at) => {
  const arcs = [-20, -10, 0, 10].map((x) => {
    const [from, to] = [at(x, 0), at(x + 10, 0)];
    return `M${shown(from.x)} ${shown(from.y)}A5 5 0 0 1 ${shown(to.x)} ${shown(to.y)}`;
  });
  return { half: 20, lines: arcs.join("") };
};

/** A half of a gyrator: an arc that opens to the other half. */
export const halfCircle: Drawing = (at) => {
  const [from, to] = [at(-14, 0), at(14, 0)];
  const arc = `M${shown(from.x)} ${shown(from.y)}A14 14 0 0 1 ${shown(to.x)} ${shown(to.y)}`;
  return { half: 14, lines: arc };
};

export const plates: Drawing = (at) => ({
  half: 4,
  lines: path([at(-4, -12), at(-4, 12)]) + path([at(4, -12), at(4, 12)]),
});

export const triangle: Drawing = (at) => ({
  half: 9,
  lines: path([at(-9, -9), at(-9, 9), at(9, 0)], true) + path([at(9, -9), at(9, 9)]),
});

/** ANSI Y32.2: the triangle is filled. */
export const triangleAnsi: Drawing = (at) => ({
  half: 9,
  lines: path([at(9, -9), at(9, 9)]),
  filled: path([at(-9, -9), at(-9, 9), at(9, 0)], true),
});

export const lever: Drawing = (at) => ({ half: 12, lines: path([at(-12, 0), at(11, -11)]) });

/** IEC 60617: a circle with the line through it; with + at the first end. */
export const voltage: Drawing = (at) => ({
  half: 0,
  lines: circle(at, 14) + path([at(-24, -9), at(-24, -3)]) + path([at(-27, -6), at(-21, -6)]),
});

/** ANSI Y32.2: a circle with + and - in it. */
export const voltageAnsi: Drawing = (at) => ({
  half: 15,
  lines:
    circle(at, 15) +
    path([at(-10, 0), at(-4, 0)]) +
    path([at(-7, -3), at(-7, 3)]) +
    path([at(7, -3), at(7, 3)]),
});

/** IEC 60617: a circle with a line across it, and an arrow in the direction of the current beside it. */
export const current: Drawing = (at) => ({
  half: 14,
  lines:
    circle(at, 14) +
    path([at(0, -14), at(0, 14)]) +
    path([at(18, 0), at(25, 0)]) +
    path([at(21, -4), at(26, 0), at(21, 4)]),
});

/** ANSI Y32.2: a circle with an arrow in the direction of the current. */
export const currentAnsi: Drawing = (at) => ({
  half: 14,
  lines: circle(at, 14) + path([at(-9, 0), at(9, 0)]) + path([at(3, -5), at(9, 0), at(3, 5)]),
});

/** A circle for the letter of a meter. */
export const meter: Drawing = (at) => ({ half: 14, lines: circle(at, 14) });

/** A circle with two brushes. */
export const rotating: Drawing = (at) => ({
  half: 19,
  lines: circle(at, 15),
  filled:
    path([at(-19, -5), at(-15, -5), at(-15, 5), at(-19, 5)], true) +
    path([at(19, -5), at(15, -5), at(15, 5), at(19, 5)], true),
});

/** The ground of a circuit below a point: three lines. */
export function earth({ x, y }: Vec): SVGElement {
  const lines = [0, 1, 2].map(
    (k) => `M${shown(x - 11 + 4 * k)} ${shown(y + 9 + 5 * k)}h${22 - 8 * k}`,
  );
  return s("path", { class: "board-wire", d: `M${shown(x)} ${shown(y)}v9${lines.join("")}` });
}
