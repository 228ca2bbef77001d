import type { ModelSource } from "../engine/client";
import { bodyTexts as elements } from "../models/body-texts";
import type { PullName } from "./pull";

type Text = Record<string, unknown>;

/** A body that can be held at one of its points. */
export interface Grip {
  readonly body: string;
  /** In the axes of the body, m: 2 numbers in the plane, 3 in space. */
  readonly point: readonly number[];
}

/** The bodies that can be held: those whose pose is given by formulas of the text. */
export function holdable(source: ModelSource, names: readonly string[]): readonly number[] {
  const root = parse(source.text);
  if (!root) return [];
  return [...names.keys()].filter((index) => {
    const place = findBody(root, names[index] ?? "", source.files);
    return place !== null && pointFormula(place.body, [0, 0, 0]) !== "";
  });
}

/**
 * A model with a port for each grip. Where the body is described, its text offers the point of the
 * grip; the outermost text has a port with the velocity of the point, driven by a spring and a
 * damper to a place given by parameters. null if a grip has no body.
 */
export function withHands(
  source: ModelSource,
  grips: readonly Grip[],
): { readonly source: ModelSource; readonly name: PullName } | null {
  const found = withOffers(source, grips);
  if (!found) return null;
  const { root, name, grippedPoints } = found;
  grips.forEach((grip, index) => {
    const own = name(index);
    const { path, formula } = grippedPoints[index] ?? { path: "", formula: "" };
    const place = namesOf(own, grip.point.length);
    merge(root, "parameters", {
      [`${own}_k`]: { value: 0, unit: "N/m" },
      [`${own}_c`]: { value: 0, unit: "N s/m" },
      ...Object.fromEntries(place.map((axis) => [axis, { value: 0, unit: "m" }])),
    });
    merge(root, "ports", {
      [own]: {
        ...(path === own ? { position: formula } : { flow: `${path}.v` }),
        effort_unit: "N",
        flow_unit: "m/s",
      },
    });
    merge(root, "inputs", {
      [own]: `${own}_k*([${place.join(", ")}] - ${path}.r) - ${own}_c*${path}.v`,
    });
  });
  return { source: { ...source, text: JSON.stringify(root) }, name };
}

/**
 * A model in which the point of a grip lies on a line (in space, on a plane) through a place and
 * normal to a direction, whose entries are parameters: `place` and `direction` are their names.
 */
export function withPose(
  source: ModelSource,
  grip: Grip,
): { source: ModelSource; place: readonly string[]; direction: readonly string[] } | null {
  const found = withOffers(source, [grip]);
  const gripped = found?.grippedPoints[0];
  if (!found || !gripped) return null;
  const own = found.name(0);
  // Constraints are read before the offers of the same text.
  const r = gripped.path === own ? `(${gripped.formula})` : `${gripped.path}.r`;
  const place = namesOf(own, grip.point.length);
  const direction = namesOf(`${own}_d`, grip.point.length);
  merge(found.root, "parameters", {
    ...Object.fromEntries(place.map((axis) => [axis, { value: 0, unit: "m" }])),
    ...Object.fromEntries(direction.map((axis) => [axis, 1])),
  });
  merge(found.root, "position_constraints", {
    [own]: {
      formula: `dot([${direction.join(", ")}], ${r} - [${place.join(", ")}])`,
      unit: "m",
    },
  });
  return { source: { ...source, text: JSON.stringify(found.root) }, place, direction };
}

function namesOf(prefix: string, count: number): readonly string[] {
  return ["x", "y", "z"].slice(0, count).map((axis) => `${prefix}_${axis}`);
}

/** The text with an offer of each grip's point: its path from the outermost text, and its formula. */
function withOffers(
  source: ModelSource,
  grips: readonly Grip[],
): {
  root: Text;
  name: PullName;
  grippedPoints: readonly { readonly path: string; readonly formula: string }[];
} | null {
  const root = parse(source.text);
  if (!root) return null;
  let word = "hand"; // or a longer word, if the text has such names
  while (source.text.includes(`"${word}`)) word += "_";
  const name: PullName = (index) => (index === 0 ? word : `${word}_${index + 1}`);
  const grippedPoints: { path: string; formula: string }[] = [];
  for (const [index, { body, point }] of grips.entries()) {
    const place = findBody(root, body, source.files);
    const formula = place && pointFormula(place.body, point);
    if (!place || !formula) return null;
    merge(place.text, "offers", { [name(index)]: { interface: "point", r: formula } });
    grippedPoints.push({ path: place.path + name(index), formula });
  }
  return { root, name, grippedPoints };
}

/**
 * The text that describes a body of the scene, as a part of `text`, and the prefix of its names
 * from outside.
 */
function findBody(
  text: Text,
  name: string,
  files: ModelSource["files"],
): { text: Text; body: Text; path: string } | null {
  const { bodies } = asText(text["view"]);
  if (Array.isArray(bodies)) {
    const body: unknown = bodies.find((each) => asText(each)["name"] === name);
    if (body) return { text, body: asText(body), path: "" };
  }
  for (const [key, value] of Object.entries(asText(text["components"]))) {
    const [prefix = ""] =
      new RegExp(`^${key.replace(/\W/g, "\\$&")}(\\[\\d+\\])?\\.`).exec(name) ?? [];
    if (!prefix) continue;
    const use = asText(value);
    const inner = modelOf(use, files);
    const found = inner && findBody(inner, name.slice(prefix.length), files);
    if (!found) continue;
    delete use["use"];
    use["model"] = inner;
    return { ...found, path: prefix + found.path };
  }
  return null;
}

function modelOf({ model, use }: Text, files: ModelSource["files"]): Text | null {
  if (model) return asText(model);
  const text = typeof use === "string" ? (files[use] ?? elements.get(use)) : undefined;
  return text === undefined ? null : parse(text);
}

/** The formula of a point of a body; "" if the body stands still. */
function pointFormula({ position, ...turn }: Text, point: readonly number[]): string {
  const pose = [position, ...rotations.map((key) => turn[key])];
  if (!/[a-z]/i.test(JSON.stringify(pose.filter((each) => each !== undefined)))) return "";
  const isPlanar = point.length === 2;
  const given: readonly unknown[] | null =
    position === undefined ? [0, 0, 0] : Array.isArray(position) ? position : null;
  const entry = (axis: number): string => String(given?.[axis] ?? 0);
  const at = given
    ? `[${[0, 1, 2].slice(0, point.length).map(entry).join(", ")}]`
    : String(position);
  if (point.every((x) => x === 0)) return at;
  const R = rotationFormula(turn, isPlanar);
  return R === null ? "" : `${at} + ${R}[${point.join(", ")}]`;
}

const rotations = ["angle", "euler", "quaternion", "rotation_matrix"];

/** A rotation matrix and a multiplication sign; null for a rotation out of the plane. */
function rotationFormula(turn: Text, isPlanar: boolean): string | null {
  const { angle, euler, quaternion, rotation_matrix: matrix } = turn;
  if (isPlanar) {
    if (angle === undefined) return euler || quaternion || matrix ? null : "";
    return `[[cos(${String(angle)}), -sin(${String(angle)})], [sin(${String(angle)}), cos(${String(angle)})]]*`;
  }
  if (angle !== undefined) return `rotation_z(${String(angle)})*`;
  if (Array.isArray(euler)) {
    const [alpha, beta, gamma] = euler.map(String);
    return `rotation_z(${gamma})*rotation_y(${beta})*rotation_x(${alpha})*`;
  }
  if (quaternion !== undefined) return `rotation(${listOf(quaternion)})*`;
  if (Array.isArray(matrix) && matrix.length === 9) {
    const row = (i: number): string =>
      `[${[0, 3, 6].map((j) => String(matrix[i + j])).join(", ")}]`;
    return `[${row(0)}, ${row(1)}, ${row(2)}]*`;
  }
  return matrix === undefined ? "" : `${listOf(matrix)}*`;
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(listOf).join(", ")}]` : String(value);
}

function parse(text: string): Text | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Text) : null;
  } catch {
    return null;
  }
}

function asText(value: unknown): Text {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Text)
    : {};
}

function merge(text: Text, key: string, more: Text): void {
  text[key] = { ...asText(text[key]), ...more };
}
