import { componentsOf, type Components } from "./text-components";
import type { PortInput, Scene, SceneBody, ShapeSpec } from "./types";

/** A port with the formulas of its input. */
interface Port {
  readonly name: string;
  readonly input: readonly string[];
}

/** Whether the input of a joint's port is negative, by the name of the port. */
type Drives = ReadonlyMap<string, boolean>;

/**
 * A scene with an arrow at each joint that an input drives: around a pin or an axis, along a guide.
 * It shows the positive direction, or the negative one of an input with a minus in front, whatever
 * the sign of the rest is. A speed 0 only holds the joint.
 */
export function withMotors(
  scene: Scene,
  ports: readonly Port[],
  inputs: Readonly<Record<string, PortInput>>,
  text: string,
): Scene {
  const components = componentsOf(text);
  const drives: Drives = new Map(
    ports.flatMap(({ name, input }) => {
      const given = inputs[name];
      const formulas = given === undefined ? input : formulasOf(given);
      const isDriven = formulas.some((formula) => Number(formula) !== 0);
      return isDriven ? [[drivenPort(name, components), isNegative(formulas[0] ?? "")]] : [];
    }),
  );
  const marked = (body: SceneBody): SceneBody => {
    const marks = marksOn(body, drives);
    return marks.length > 0 ? { ...body, shapes: [...body.shapes, ...marks] } : body;
  };
  return drives.size > 0 ? { ...scene, bodies: scene.bodies.map(marked) } : scene;
}

export function formulasOf(input: PortInput): string[] {
  const given = typeof input === "object" && "flow" in input ? input.flow : input;
  return [given].flat();
}

/** A product with a minus in front. */
export function isNegative(formula: string): boolean {
  return Number(formula) < 0 || /^\s*-[^-+]*$/.test(formula);
}

/** A motor between two bodies drives their pin, if they have one. */
function drivenPort(name: string, components: Components): string {
  const motor = components[name.replace(/\.torque$/, "")];
  if (motor?.use !== "porthos:motor") return name;
  const ends = endsOf(motor);
  const pin = Object.keys(components).find(
    (other) =>
      components[other]?.use === "porthos:pin" && endsOf(components[other]).join() === ends.join(),
  );
  return pin === undefined ? name : `${pin}.torque`;
}

/** The components between which one is, in the order of the alphabet. */
function endsOf({ between }: Components[string]): readonly string[] {
  return [between?.a, between?.b].map((end) => String(end).replace(/\..*/, "")).sort();
}

function marksOn({ name, shapes }: SceneBody, drives: Drives): readonly ShapeSpec[] {
  const [shape] = shapes;
  const joint = name.replace(/\.[^.]*$/, "");
  const marks = (port: string, make: (shape: ShapeSpec, isReversed: boolean) => ShapeSpec) => {
    const isReversed = drives.get(`${joint}.${port}`);
    return shape && isReversed !== undefined ? [make(shape, isReversed)] : [];
  };
  if (name.endsWith(".pin")) return marks("torque", aroundPin);
  if (name.endsWith(".rail")) return marks("force", alongGuide);
  if (!name.endsWith(".axis")) return [];
  return [...marks("torque", aroundAxis), ...marks("force", alongGuide)];
}

/** In front of everything that turns on the pin, whose axis is z. */
function aroundPin({ radius = 0.015 }: ShapeSpec, isReversed: boolean): ShapeSpec {
  const from = [0, 0, 1.5 * radius] as const;
  const to = [0, 0, 1.7 * radius] as const;
  return { type: "turn", role: "accent", from, to, radius: 3.2 * radius, isReversed };
}

/** At the tip of the axis, which is a rod. */
function aroundAxis(shape: ShapeSpec, isReversed: boolean): ShapeSpec {
  return { ...shape, type: "turn", role: "accent", radius: 4 * (shape.radius ?? 0.01), isReversed };
}

/** Beside two bars, or a rod. */
function alongGuide(shape: ShapeSpec, isReversed: boolean): ShapeSpec {
  const { type, width = 0.1, radius = 0.02 } = shape;
  const aside = type === "rail" ? 2.6 * width : 5 * radius;
  return { ...shape, type: "push", role: "accent", width: aside, isReversed };
}
