import { say } from "../../words/drawing";
import type { Choice, Field } from "../field";
import { fieldsOfOther } from "../fields";
import { valueOf } from "../formula";
import type { ModelText } from "../model-text";
import { rounded } from "../numbers";
import { shownValue } from "../shown";
import type { Drive, SpaceBody, SpaceDrawing, SpaceForce, SpaceJoint, SpacePart } from "./drawing";
import { setAxis, setPoses } from "./edit";
import { drivesOf, driveValue, setDrive, setDriveValue, setRadius } from "./links";
import { axes, dot, unit } from "./vectors";

/** A choice with a name for its field. */
type NamedChoice = Choice & { readonly id: string };

/** The choices of a part. */
export function choicesOf(
  model: ModelText,
  drawing: SpaceDrawing,
  part: SpacePart,
): readonly NamedChoice[] {
  if (!("drive" in part)) return [];
  return [
    ...(part.axis ? [axisChoice(drawing, part)] : []),
    ...(drivesOf(part).length > 0 ? [driveChoice(part)] : []),
  ];
}

function axisChoice(drawing: SpaceDrawing, { name, axis }: SpaceJoint): NamedChoice {
  const own = axis ? unit(axis) : axes[2];
  const chosen = axes.findIndex((each) => Math.abs(dot(each, own)) > 1 - 1e-6);
  const labels = ["x", "y", "z", say.space.otherAxis];
  return {
    ...{ id: "axis", label: say.space.axis, chosen: String(chosen < 0 ? 3 : chosen) },
    options: labels.map((label, k) => ({ value: String(k), label })),
    change(edited, to) {
      const direction = axes[Number(to)];
      if (direction) setAxis(edited, drawing, name, direction);
      return name;
    },
  };
}

function driveChoice(joint: SpaceJoint): NamedChoice {
  return {
    ...{ id: "drive", label: say.drives, chosen: joint.drive?.sets ?? "" },
    options: [
      { value: "", label: say.space.noDrive },
      ...drivesOf(joint).map((value) => ({ value, label: say.inputs[value] })),
    ],
    change(edited, to) {
      setDrive(edited, joint, drivesOf(joint).find((each) => each === to) ?? null);
      return joint.name;
    },
  };
}

/** The fields of a part, in their order. */
export function fieldsOf(model: ModelText, drawing: SpaceDrawing, name: string): readonly Field[] {
  const force = drawing.forces.find((each) => each.name === name);
  if (force) return forceFields(force);
  const body = drawing.bodies.find((each) => each.name === name);
  const joint = drawing.joints.find((each) => each.name === name);
  const others = fieldsOfOther(model, name).map((field) =>
    body?.kind === "cylinder" && field.id === "radius"
      ? { ...field, set: (edited: ModelText, to: unknown) => setRadius(edited, drawing, name, to) }
      : field,
  );
  return [
    ...(joint?.drive ? [driveField(model, joint, joint.drive)] : []),
    ...(body ? placeFields(body) : []),
    ...others,
  ];
}

function driveField(model: ModelText, joint: SpaceJoint, { sets, port }: Drive): Field {
  const units = { speed: port === "torque" ? "rad/s" : "m/s", torque: "N m", force: "N" };
  return {
    ...{ id: "input", group: "main", label: say.inputs[sets], unit: units[sets] },
    value: shownValue(driveValue(model, joint)),
    set: (edited, to) => setDriveValue(edited, joint, to),
  };
}

function forceFields({ name, value }: SpaceForce): readonly Field[] {
  return (["x", "y", "z"] as const).map((axis, index) => ({
    ...{ id: axis, group: "main", label: `${say.inputs.force} ${axis}`, unit: "N" },
    ...{ isNumber: true, value: shownValue(value[index]) },
    set(edited, to) {
      const all = [...((edited.at("inputs", name) as unknown[] | undefined) ?? [])];
      all[index] = to;
      edited.set(["inputs", name], all);
    },
  }));
}

/** Where the centre of a body starts, m. */
function placeFields({ name, r, q }: SpaceBody): readonly Field[] {
  return (["x", "y", "z"] as const).map((axis, index) => ({
    ...{ id: `r.${index + 1}`, group: "start" as const, label: axis, unit: "m", isNumber: true },
    value: String(rounded(r[index] ?? 0)),
    set(model, to) {
      const value = valueOf(to, () => undefined) ?? 0;
      const [x, y, z] = r.map((each, k) => (k === index ? value : each));
      setPoses(model, new Map([[name, { r: [x ?? 0, y ?? 0, z ?? 0], q }]]));
    },
  }));
}
