import { say } from "../words/drawing";
import { elementLabel } from "../words/element-labels";
import { isConstant, setNumber, startPath } from "./change-values";
import type { Choice, Field } from "./field";
import { valueOf } from "./formula";
import { jointKinds, setJoint, type JointKind } from "./joints";
import { declaredBy, type Declared } from "../models/library";
import type { ModelText, Path } from "./model-text";
import { freshName } from "./names";
import { angleText, rounded } from "./numbers";
import { partOf } from "./parts/table";
import { shownValue as shown } from "./shown";
import { isBody, isJoint, type Body, type Drawing, type Motor, type Thing } from "./things";

/** The fields of a thing, in their order. */
export function fieldsOf(model: ModelText, thing: Thing): readonly Field[] {
  if (thing.kind === "motor") return [motorField(model, thing)];
  if (thing.kind === "group") return fieldsOfOther(model, thing.name);
  const { first = [], fields } = partOf(thing);
  const use = model.at("components", thing.name, "use");
  const declared = partOf(thing).elements
    ? declaredBy(use).flatMap((one) => parameterFields(model, first, thing.name, one))
    : [];
  const own = fields?.(model, thing) ?? [];
  const known = new Set(own.map(({ id }) => id));
  const rest = declared.filter(({ id }) => !known.has(id) && !hidden.has(id));
  rest.sort((one, other) => rank(first, one.id) - rank(first, other.id));
  return [...own, ...rest, ...(isBody(thing) ? startFields(model, thing) : [])];
}

/** The parameters of a component that has no drawing. */
export function fieldsOfOther(model: ModelText, name: string): readonly Field[] {
  const declared = declaredBy(model.at("components", name, "use"));
  const known = new Set(declared.map((one) => one.name));
  const inner = model.members("components", name, "model", "parameters");
  const own = { ...inner, ...model.members("components", name, "parameters") };
  const given = Object.entries(own)
    .filter(([parameter]) => !known.has(parameter))
    .map(([parameter, value]): Declared => {
      const {
        value: plain = value,
        unit = "",
        label = "",
      } = (typeof value === "object" && value !== null ? value : {}) as Partial<Declared>;
      return { name: parameter, value: plain, unit, label };
    })
    .filter(({ value }) => ["number", "string"].includes(typeof value) || Array.isArray(value));
  const all = [...declared, ...given];
  return all.flatMap((one) => parameterFields(model, [one.name], name, one));
}

/** Sizes of marks, which say nothing about the motion. */
const hidden = new Set(["size.1", "size.2", "size.3"]);

/** What a thing can be instead: the kind of a joint, or what a motor drives with. */
export function choiceOf(model: ModelText, drawing: Drawing, thing: Thing): Choice | null {
  if (thing.kind === "motor") return motorChoice(model, thing);
  if (!isJoint(thing)) return null;
  const kinds = jointKinds(drawing, thing);
  return {
    ...{ label: say.jointKind, chosen: thing.kind },
    options: kinds.map((value) => ({ value, label: say.joint[value] })),
    change: (edited, to) => setJoint(edited, drawing, thing, to as JointKind),
  };
}

function rank(order: readonly string[], id: string): number {
  const at = order.indexOf(id);
  return at < 0 ? order.length : at;
}

function parameterFields(
  model: ModelText,
  first: readonly string[],
  name: string,
  declared: Declared,
): readonly Field[] {
  const path = ["components", name, "parameters", declared.name];
  const given = model.at(...path) ?? declared.value;
  const list = Array.isArray(given) ? (given as unknown[]) : null;
  const isFirst = first.includes(declared.name);
  const field = { group: isFirst ? ("main" as const) : ("more" as const), unit: declared.unit };
  const label = elementLabel(declared.label) || declared.name;
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
      ...{
        value: given,
        unit: declared.unit,
        label: say.labelOf(elementLabel(declared.label), name),
      },
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
function startFields(model: ModelText, { name, frame }: Body): readonly Field[] {
  const degrees = rounded((frame.phi * 180) / Math.PI, 3);
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
  const unit =
    drives === "speed" ? (isTurning(name) ? "rad/s" : "m/s") : isTurning(name) ? "N m" : "N";
  return {
    ...{ id: "input", group: "main", label: say.inputs[drives], unit },
    value: shown(inputOf(model, name)),
    set: (edited, to) => edited.set(["inputs", name], drives === "speed" ? { flow: to } : to),
  };
}

function motorChoice(model: ModelText, { name, drives }: Motor): Choice {
  const push = isTurning(name) ? "torque" : "force";
  const value = inputOf(model, name);
  return {
    ...{ label: say.drives, chosen: drives },
    options: (["speed", push] as const).map((each) => ({ value: each, label: say.inputs[each] })),
    change(edited, to) {
      edited.set(["inputs", name], to === "speed" ? { flow: value } : value);
      return name;
    },
  };
}

const isTurning = (port: string): boolean => port.endsWith(".torque");

/** The value of an input, whatever it sets. */
function inputOf(model: ModelText, name: string): unknown {
  const { flow, effort } = model.members("inputs", name);
  return flow ?? effort ?? model.at("inputs", name);
}
