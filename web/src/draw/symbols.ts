import { angleOf, directionOf, distance, minus, plus, times, turned, type Vec } from "./numbers";
import { s, shown } from "./svg";

/** Symbols of mechanics in pixels, y downwards. */

export function path(points: readonly Vec[], isClosed = false): string {
  const steps = points.map(
    ({ x, y }, index) => `${index === 0 ? "M" : "L"}${shown(x)} ${shown(y)}`,
  );
  return steps.join("") + (isClosed ? "z" : "");
}

export function line(className: string, from: Vec, to: Vec): SVGElement {
  return s("path", { class: className, d: path([from, to]) });
}

export function disc(className: string, { x, y }: Vec, r: number): SVGElement {
  return s("circle", { class: className, cx: x, cy: y, r });
}

/** A support below a point: a triangle on a hatched line. */
export function support(at: Vec, size = 11): SVGElement {
  const { x, y } = at;
  const base = y + 1.5 * size;
  const hatch = [-1, -0.5, 0, 0.5, 1].map(
    (k) => `M${shown(x + k * size)} ${shown(base)}l${shown(-0.45 * size)} ${shown(0.5 * size)}`,
  );
  return s(
    "g",
    { class: "board-support" },
    s("path", {
      class: "board-support-body",
      d: path([at, { x: x - 0.8 * size, y: base }, { x: x + 0.8 * size, y: base }], true),
    }),
    s("path", {
      class: "board-hatch",
      d: `M${shown(x - 1.25 * size)} ${shown(base)}h${shown(2.5 * size)}${hatch.join("")}`,
    }),
  );
}

/** A guide: two rails with a hatched side. */
export function guide(from: Vec, to: Vec, isGround: boolean): SVGElement {
  const along = directionOf(angleOf(minus(to, from)));
  const across = { x: -along.y, y: along.x };
  const rail = (off: number): string =>
    path([plus(from, times(across, off)), plus(to, times(across, off))]);
  const length = distance(from, to);
  const marks = isGround
    ? Array.from({ length: Math.min(200, Math.floor(length / 8)) }, (_, k) => {
        const at = plus(plus(from, times(along, 8 * k + 4)), times(across, 9));
        return path([at, plus(at, minus(times(across, 5), times(along, 4)))]);
      })
    : [];
  return s(
    "g",
    { class: "board-guide" },
    s("path", { class: "board-rail", d: rail(9) + rail(-9) }),
    s("path", { class: "board-hatch", d: marks.join("") }),
  );
}

/** A line of the ground, hatched below. */
export function ground(from: Vec, to: Vec): SVGElement {
  const along = directionOf(angleOf(minus(to, from)));
  const across = { x: -along.y, y: along.x };
  const count = Math.min(300, Math.floor(distance(from, to) / 9));
  const marks = Array.from({ length: count }, (_, k) => {
    const at = plus(from, times(along, 9 * k + 7));
    return path([at, plus(at, minus(times(across, 7), times(along, 6)))]);
  });
  return s(
    "g",
    { class: "board-ground" },
    s("path", { class: "board-hatch", d: marks.join("") }),
    line("board-floor", from, to),
  );
}

/** A coil between two points. */
export function coil(from: Vec, to: Vec): string {
  const length = distance(from, to);
  const along = directionOf(angleOf(minus(to, from)));
  const lead = Math.min(16, 0.18 * length);
  const turns = 8;
  const pitch = (length - 2 * lead) / (2 * turns);
  const at = (x: number, y: number): Vec => plus(from, turned({ x, y }, angleOf(along)));
  const peaks = Array.from({ length: 2 * turns }, (_, k) =>
    at(lead + (k + 0.5) * pitch, k % 2 === 0 ? -7 : 7),
  );
  return path([from, at(lead, 0), ...peaks, at(length - lead, 0), to]);
}

/** A piston in a cylinder between two points. */
export function dashpot(from: Vec, to: Vec): string {
  const length = distance(from, to);
  const angle = angleOf(minus(to, from));
  const at = (x: number, y: number): Vec => plus(from, turned({ x, y }, angle));
  const half = Math.min(14, 0.25 * length);
  const middle = length / 2;
  return (
    path([from, at(middle - 2, 0)]) +
    path([at(middle - 2, -6), at(middle - 2, 6)]) +
    path([
      at(middle - half, -9),
      at(middle + half, -9),
      at(middle + half, 9),
      at(middle - half, 9),
    ]) +
    path([at(middle + half, 0), to])
  );
}

export function turnArrow(
  at: Vec,
  r = 17,
  isClockwise = false,
  className = "board-motor",
): SVGElement {
  return s("path", { class: className, d: turnPath(at, r, isClockwise) });
}

/** An arrow that goes round a point, open at the right. */
export function turnPath(at: Vec, r: number, isClockwise: boolean): string {
  const opening = isClockwise ? -0.9 : 0.9; // rad, from the x-axis to the tip, y downwards
  const on = (angle: number): Vec => plus(at, times(directionOf(angle), r));
  const [begin, end] = [on(-opening), on(opening)];
  const ahead = directionOf(opening - (isClockwise ? -1 : 1) * (Math.PI / 2));
  const tip = plus(end, times(ahead, 4));
  const barb = (by: number): Vec => plus(tip, times(turned(ahead, Math.PI + by), 9));
  const arc = `A${r} ${r} 0 1 ${isClockwise ? 1 : 0} ${shown(end.x)} ${shown(end.y)}`;
  return `M${shown(begin.x)} ${shown(begin.y)}${arc}${path([barb(0.5), tip, barb(-0.5)])}`;
}

/** An arrow with its head at the end. */
export function arrow(from: Vec, to: Vec): string {
  const back = angleOf(minus(from, to));
  const side = (by: number): Vec => plus(to, times(directionOf(back + by), 11));
  return path([from, to]) + path([side(0.42), to, side(-0.42)]);
}
