import { valueOf } from "../formula";
import type { ModelText } from "../model-text";
import { readDrawing, readerOf } from "../read";
import type { Reader } from "../reader";
import { posesOf } from "../frames";
import { rounded } from "../numbers";
import type { Drawing } from "../things";
import {
  matrixOf,
  plainTriple,
  plainTurn,
  after,
  turnAbout,
  type Triple,
  type Turn,
} from "./vectors";

/** The plane of a drawing stands upright in space: its x is x, its y is z. */
export const upright: Turn = turnAbout([1, 0, 0], Math.PI / 2);

/** Elements of the plane, and those of space that take their places. */
const inSpace: Readonly<Record<string, string>> = {
  "porthos:planar-rod": "porthos:rod",
  "porthos:planar-body": "porthos:rigid-body",
  "porthos:pin": "porthos:revolute",
  "porthos:slide": "porthos:prismatic",
  "porthos:planar-fixed-frame": "porthos:fixed-frame",
};

/** Elements that are the same in the plane and in space. */
const everywhere: readonly string[] = ["porthos:spring", "porthos:damper", "porthos:spring-damper"];

/** What keeps a drawing in the plane from being one of bodies in space: names of its parts. */
export function obstaclesToSpace(model: ModelText): readonly string[] {
  const components = Object.keys(model.members("components"));
  const known = components.filter((name) => {
    const use = String(model.at("components", name, "use"));
    return use in inSpace || everywhere.includes(use);
  });
  const ports = Object.keys(model.members("ports"));
  return [...components.filter((name) => !known.includes(name)), ...ports];
}

/** Makes bodies in space of a drawing in the plane. It has no obstacles. */
export function toSpace(model: ModelText, drawing: Drawing = readDrawing(model)): void {
  const reader = readerOf(model, posesOf(drawing));
  const names = Object.keys(model.members("components"));
  // All is computed before anything is written: the reader reads the text.
  const members = names.map((name) => [name, spatial(reader, name)] as const);
  const gravity = reader.list(model.at("environment", "gravity"));
  for (const [name, component] of members)
    if (component) model.set(["components", name], component);
  if (gravity?.length === 2)
    model.set(["environment", "gravity"], plainTriple(raised([gravity[0] ?? 0, gravity[1] ?? 0])));
  const { width = 2 } = model.members("view", "camera");
  const distance = rounded(1.6 * (valueOf(width, () => undefined) ?? 2), 3);
  model.set(["view", "camera"], { kind: "spatial", azimuth: -1.2, elevation: 0.3, distance });
  for (const list of ["bodies", "trails"]) model.remove(["view", list], 0);
}

const raised = ([x = 0, y = 0]: readonly number[]): Triple => [x, 0, y];

/** A component in space; null where it stays as it is. */
function spatial(reader: Reader, name: string): object | null {
  const own = reader.useOf(name);
  const use = inSpace[own];
  if (!use) return null;
  const component = reader.model.members("components", name);
  const { between, start } = component;
  const parameters = { ...spatialParameters(reader, name, own) };
  const isBody = own === "porthos:planar-rod" || own === "porthos:planar-body";
  return {
    use,
    ...(between === undefined ? {} : { between }),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(isBody ? { start: spatialStart(reader, name, start) } : {}),
  };
}

function spatialStart(reader: Reader, name: string, start: unknown): object {
  const { x, y, phi } = reader.pose(name);
  const { v, omega } = (start ?? {}) as Readonly<Record<string, unknown>>;
  const speed = reader.list(v);
  const rate = reader.value(omega) ?? 0;
  return {
    ...{ r: plainTriple([x, 0, y]), q: plainTurn(after(upright, turnAbout([0, 0, 1], phi))) },
    ...(speed ? { v: raised(speed) } : {}),
    ...(rate === 0 ? {} : { omega: [0, 0, rate] }),
  };
}

/** Points and axes lie in the frames of the sides: bodies have theirs with z across the plane, the ground has z up. */
function spatialParameters(reader: Reader, name: string, use: string): object {
  const given = reader.model.members("components", name, "parameters");
  if (use === "porthos:planar-rod") {
    const length = reader.number(name, "length") ?? 1;
    const { length: own, m } = given;
    return { ...keep({ length: own, m }), radius: rounded(length / 100, 6) };
  }
  if (use === "porthos:planar-body") {
    const inertia = reader.number(name, "I") ?? 0.01;
    const half = rounded(inertia / 2, 12);
    const { m, size } = given;
    return {
      ...keep({ m, size }),
      I: [
        [half, 0, 0],
        [0, half, 0],
        [0, 0, inertia],
      ],
    };
  }
  const point = (parameter: string, side: string): unknown => {
    const [x, y] = reader.list(given[parameter]) ?? [];
    if (x === undefined || y === undefined) return undefined;
    return reader.between(name, side) === "ground" ? raised([x, y]) : [x, y, 0];
  };
  const isOnGround = reader.between(name, "a") === "ground";
  const base = isOnGround ? upright : turnAbout([0, 0, 1], 0);
  const angle = reader.value(given["angle"]) ?? 0;
  const turn = matrixOf(after(base, turnAbout([0, 0, 1], angle))).map((row) => plainTriple(row, 9));
  const isTurned = isOnGround || angle !== 0;
  const { friction, friction_coefficient, bearing_radius } = given;
  const dry = { friction, friction_coefficient, bearing_radius };
  if (use === "porthos:planar-fixed-frame")
    return keep({ at: point("at", "a"), turn: isTurned ? turn : undefined });
  const points = { at_a: point("at_a", "a"), at_b: point("at_b", "b") };
  if (use === "porthos:pin") {
    const axis = isOnGround ? { axis: [0, -1, 0], axis_b: [0, 0, 1] } : {};
    return keep({ ...points, ...axis, ...dry });
  }
  const [x = 1, y = 0] = reader.list(given["axis"]) ?? [];
  return keep({
    ...{
      ...points,
      axis: isOnGround ? raised([x, y]) : [x, y, 0],
      turn: isTurned ? turn : undefined,
    },
    ...{ friction, friction_coefficient },
  });
}

/** Members that have a value. */
function keep(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
