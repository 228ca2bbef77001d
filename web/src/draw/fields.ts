import { say } from "../words/drawing";
import { isConstant, setNumber, startPath } from "./change";
import { valueOf } from "./formula";
import { declaredBy, type ComponentKind, type Declared } from "./library";
import type { ModelText, Path } from "./model-text";
import { freshName } from "./names";
import { angleText, rounded } from "./numbers";
import type { Force, Mass, Motor, Rod, Thing } from "./things";

type Drive = Motor["drives"];

/** A number of a thing, as the inspector offers it. */
export interface Field {
  readonly id: string;
  readonly group: "main" | "start" | "more";
  readonly label: string;
  readonly unit: string;
  readonly value: string;
  /** It takes no formula with names. */
  readonly isNumber?: boolean;
  readonly isKnob?: boolean;
  set(model: ModelText, value: number | string): void;
  toggleKnob?(model: ModelText): void;
  readonly choices?: readonly Drive[];
  readonly chosen?: Drive;
  change?(model: ModelText, to: Drive): void;
}

/** Parameters that are shown first; the others stand under "More parameters". */
const first: Readonly<Record<ComponentKind, readonly string[]>> = {
  rod: ["length", "m"],
  mass: ["m", "I"],
  point: [],
  pin: ["friction"],
  slide: ["friction_coefficient", "friction"],
  spring: ["k", "rest"],
  damper: ["c"],
};

/** The fields of a thing, in their order. */
export function fieldsOf(model: ModelText, thing: Thing): readonly Field[] {
  switch (thing.kind) {
    case "motor":
      return [motorField(model, thing)];
    case "force":
      return forceFields(thing);
    case "pen":
      return [];
    default: {
      const declared = declaredBy(thing.kind).flatMap((one) =>
        parameterFields(model, thing.kind, thing.name, one),
      );
      const starts = thing.kind === "rod" || thing.kind === "mass" ? startFields(model, thing) : [];
      const order = first[thing.kind];
      declared.sort((one, other) => rank(order, one.id) - rank(order, other.id));
      return [...declared, ...starts];
    }
  }
}

function rank(order: readonly string[], id: string): number {
  const at = order.indexOf(id);
  return at < 0 ? order.length : at;
}

function parameterFields(
  model: ModelText,
  kind: ComponentKind,
  name: string,
  declared: Declared,
): readonly Field[] {
  const path = ["components", name, "parameters", declared.name];
  const given = model.at(...path) ?? declared.value;
  const list = Array.isArray(given) ? (given as unknown[]) : null;
  const isFirst =
    first[kind].includes(declared.name) || (kind === "point" && declared.name === "at");
  const field = { group: isFirst ? ("main" as const) : ("more" as const), unit: declared.unit };
  const label = declared.label || declared.name;
  if (list)
    return list.map((value, index) => ({
      ...{
        ...field,
        id: `${declared.name}.${index + 1}`,
        label: `${label}, ${"xyz"[index] ?? ""}`,
      },
      value: shown(value),
      set: (edited, to) => {
        const all = [...((edited.at(...path) as unknown[] | undefined) ?? list)];
        all[index] = to;
        edited.set(path, all);
      },
    }));
  const knob =
    typeof given === "string" && model.at("parameters", given) !== undefined ? given : null;
  const own =
    knob === null
      ? undefined
      : (model.members("parameters", knob)["value"] ?? model.at("parameters", knob));
  const isNumber = typeof (own ?? given) === "number" || isConstant(own ?? given);
  return [
    {
      ...{ ...field, id: declared.name, label, value: shown(own ?? given), isKnob: knob !== null },
      set: (edited, to) => (knob === null ? edited.set(path, to) : setNumber(edited, path, to)),
      ...(isNumber
        ? { toggleKnob: (edited: ModelText) => toggle(edited, path, name, declared) }
        : {}),
    },
  ];
}

/** Makes a parameter of the model of a number, so that the page has a slider for it; or the number again. */
function toggle(model: ModelText, path: Path, name: string, declared: Declared): void {
  const given = model.at(...path) ?? declared.value;
  const own = typeof given === "string" ? model.at("parameters", given) : undefined;
  if (own === undefined) {
    const knob = freshName(model, `${name}_${declared.name}`);
    const value = valueOf(given, () => undefined) ?? 0;
    const most = value === 0 ? 1 : rounded(2.5 * Math.abs(value), 3);
    model.set(["parameters", knob], {
      ...{ value: given, unit: declared.unit, label: `${declared.label} of ${name}` },
      ...{
        min: declared.min === undefined ? -most : value > 0 ? rounded(value / 4, 4) : declared.min,
      },
      max: Math.min(most, declared.max ?? Infinity),
    });
    return model.set(path, knob);
  }
  const knob = given as string;
  model.set(path, model.members("parameters", knob)["value"] ?? own);
  const isUsed = new RegExp(`(?<![\\w.])${knob}(?![\\w])`).test(
    model.text.replace(`"${knob}":`, ""),
  );
  if (!isUsed) model.remove(["parameters", knob], 0);
}

/** Where a body starts, in metres and degrees, and how fast. */
function startFields(model: ModelText, thing: Rod | Mass): readonly Field[] {
  const frame = thing.kind === "rod" ? thing.center : thing.frame;
  const degrees = rounded((frame.phi * 180) / Math.PI, 3);
  const { name } = thing;
  const speed = (state: string, index: number): unknown => {
    const given = model.at("components", name, "start", state);
    const value = model.members("components", name, "start", state)["value"] ?? given ?? 0;
    return index < 0 ? value : Array.isArray(value) ? (value as unknown[])[index] : 0;
  };
  const pairField = (
    state: "r" | "v",
    index: 0 | 1,
    label: string,
    unit: string,
    now: [number, number] | null,
  ): Field => ({
    ...{ id: `${state}.${index + 1}`, group: "start", label, unit, isNumber: true },
    value: shown(now ? now[index] : speed(state, index)),
    set: (edited, to) => {
      const all: unknown[] = now ?? [speed("v", 0), speed("v", 1)];
      setGiven(
        edited,
        name,
        state,
        all.map((value, at) => (at === index ? to : value)),
      );
    },
  });
  const place: [number, number] = [rounded(frame.x), rounded(frame.y)];
  return [
    pairField("r", 0, say.place.x, "m", place),
    pairField("r", 1, say.place.y, "m", place),
    {
      ...{
        id: "phi",
        group: "start",
        label: say.place.angle,
        unit: "°",
        value: shown(degrees),
        isNumber: true,
      },
      set: (edited, to) => {
        const value = valueOf(to, () => undefined) ?? degrees;
        setGiven(edited, name, "phi", angleText((value * Math.PI) / 180));
      },
    },
    pairField("v", 0, say.speedOf.x, "m/s", null),
    pairField("v", 1, say.speedOf.y, "m/s", null),
    {
      ...{ id: "omega", group: "start", label: say.turning, unit: "rad/s", isNumber: true },
      value: shown(speed("omega", -1)),
      set: (edited, to) => setGiven(edited, name, "omega", to),
    },
  ];
}

/** Replaces a start by what the reader entered, whatever it was. */
function setGiven(model: ModelText, name: string, state: string, value: unknown): void {
  model.set(startPath(model, name, state), value);
}

function motorField(model: ModelText, { name, drives }: Motor): Field {
  const given = model.at("inputs", name);
  const { flow, effort } = model.members("inputs", name);
  const isTurning = name.endsWith(".torque");
  const push: Drive = isTurning ? "torque" : "force";
  const value = flow ?? effort ?? given;
  const unit = drives === "speed" ? (isTurning ? "rad/s" : "m/s") : isTurning ? "N m" : "N";
  return {
    ...{ id: "input", group: "main", label: say.inputs[drives], unit, value: shown(value) },
    set: (edited, to) => edited.set(["inputs", name], drives === "speed" ? { flow: to } : to),
    ...{ choices: ["speed", push], chosen: drives },
    change: (edited, to) => edited.set(["inputs", name], to === "speed" ? { flow: value } : value),
  };
}

function forceFields({ name, value }: Force): readonly Field[] {
  return (["x", "y"] as const).map((axis, index) => ({
    ...{ id: axis, group: "main", label: `${say.inputs.force} ${axis}`, unit: "N", isNumber: true },
    value: shown(value[axis]),
    set: (edited, to) => {
      const all = [...((edited.at("inputs", name) as unknown[] | undefined) ?? [])];
      all[index] = to;
      edited.set(["inputs", name], all);
    },
  }));
}

function shown(value: unknown): string {
  return typeof value === "number"
    ? String(rounded(value, 9))
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
}
