import type { Trajectory } from "../engine/trajectory";
import type { ShapeSpec, Triple } from "../engine/types";
import { awayFromLine, isInside, type Vec } from "./numbers";
import { componentOf, type Drawing } from "./things";

/** A shape of the figure that the board cannot draw as a part: its outline in the plane at the start. */
export interface Outline {
  /** The component to which it belongs; "" for the model itself. */
  readonly component: string;
  /** m. Two places are a line. */
  readonly places: readonly Vec[];
  /** Of a line, m. */
  readonly width: number;
}

/** The figure of a run at its start, without the parts of a drawing. */
export function outlinesOf(run: Trajectory, { things, others }: Drawing): readonly Outline[] {
  const drawn = new Set(things.map(({ name }) => name));
  return run.scene.bodies.flatMap(({ name, shapes }, body) => {
    const component = componentOf(name);
    if (drawn.has(component)) return [];
    const owner = others.includes(component) ? component : "";
    return shapes
      .map((shape) => ({ component: owner, ...outlineOf(run, body, shape) }))
      .filter(({ places }) => places.length > 1);
  });
}

function outlineOf(run: Trajectory, body: number, shape: ShapeSpec): Omit<Outline, "component"> {
  const { bodies, vectors } = run.scene;
  const number = (index: number): number => run.pose(0, index);
  const start = 12 * body;
  const world = ([x, y, z]: Triple): Vec => ({
    x: number(start) + number(start + 3) * x + number(start + 6) * y + number(start + 9) * z,
    y: number(start + 1) + number(start + 4) * x + number(start + 7) * y + number(start + 10) * z,
  });
  if (shape.moving !== undefined) {
    const span = 12 * bodies.length + 6 * vectors.length + 6 * shape.moving;
    const end = (at: number): Vec => ({ x: number(span + at), y: number(span + at + 1) });
    return { places: [end(0), end(3)], width: widthOf(shape) };
  }
  if (shape.from && shape.to)
    return { places: [world(shape.from), world(shape.to)], width: widthOf(shape) };
  const at = shape.at ?? [0, 0, 0];
  return {
    places: rim(shape).map(({ x, y }) => world([at[0] + x, at[1] + y, at[2]])),
    width: 0,
  };
}

function widthOf({ width, radius, type }: ShapeSpec): number {
  return width ?? (type === "spring" || radius === undefined ? 0 : 2 * radius);
}

/** The outline of a shape without ends, in the frame of its body, m. */
function rim({ type, size, radius = 0, height = 0, axis }: ShapeSpec): readonly Vec[] {
  const [width, depth] = Array.isArray(size) ? (size as readonly number[]) : [0.05, 0.05];
  if (type === "pivot") return triangle(typeof size === "number" ? size : 0.05);
  if (type === "box") return rectangle(width ?? 0, depth ?? 0);
  const isUpright = type === "cylinder" && axis !== "z";
  if (isUpright)
    return axis === "x" ? rectangle(height, 2 * radius) : rectangle(2 * radius, height);
  const [a, b] = type === "ellipsoid" ? [(width ?? 0) / 2, (depth ?? 0) / 2] : [radius, radius];
  const count = 36;
  return Array.from({ length: a > 0 ? count : 0 }, (_, k) => ({
    x: a * Math.cos((2 * Math.PI * k) / count),
    y: b * Math.sin((2 * Math.PI * k) / count),
  }));
}

/** A support below its point. */
function triangle(size: number): readonly Vec[] {
  return [
    { x: 0, y: 0 },
    { x: -size / 2, y: -size },
    { x: size / 2, y: -size },
  ];
}

function rectangle(width: number, height: number): readonly Vec[] {
  const [x, y] = [width / 2, height / 2];
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}

/** The component whose outline is at a place; "" where there is none. */
export function componentAt(outlines: readonly Outline[], place: Vec, reach: number): string {
  const near = outlines.findLast(({ component, places, width }) => {
    const away = places.map((one, index) => {
      const next = places[(index + 1) % places.length] ?? one;
      return awayFromLine(one, next, place);
    });
    return component !== "" && (Math.min(...away) <= reach + width / 2 || isInside(places, place));
  });
  return near?.component ?? "";
}
