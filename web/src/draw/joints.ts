import { phiOf } from "./frames";
import { addGuided } from "./guide";
import type { ModelText } from "./model-text";
import { angleText, directionOf, pair, rounded, turned, type Vec } from "./numbers";
import {
  bodyNamed,
  componentOf,
  isPin,
  lengthOf,
  type Drawing,
  type Pin,
  type Rod,
  type Slide,
  type Thing,
} from "./things";

/** Kinds of joints between two bodies. A slot is a pin that slides along a rod. */
export type JointKind = "pin" | "weld" | "slide" | "slot";

/** What a joint can be instead, itself included. */
export function jointKinds(drawing: Drawing, thing: Thing): readonly JointKind[] {
  if (thing.kind === "slide") return ["pin", "slide"];
  if (!isPin(thing)) return [];
  return slottedRod(drawing, thing) ? ["pin", "slot", "weld", "slide"] : ["pin", "weld", "slide"];
}

/** Changes the kind of a joint. Returns its name. */
export function setJoint(
  model: ModelText,
  drawing: Drawing,
  joint: Pin | Slide,
  to: JointKind,
): string {
  const { name } = joint;
  if (joint.kind === to) return name;
  if (to === "slot") {
    if (isPin(joint)) makeSlot(model, drawing, joint);
    return name;
  }
  const path = ["components", name];
  for (const port of ["torque", "force"])
    if (model.at("inputs", `${name}.${port}`) !== undefined)
      model.remove(["inputs", `${name}.${port}`], 0);
  if (to === "slide") {
    model.set([...path, "use"], "porthos:slide");
    for (const [parameter, value] of slideParameters(drawing, joint))
      model.set([...path, "parameters", parameter], value);
  } else if (joint.kind === "slide") {
    for (const parameter of ["axis", "angle", "length"])
      if (model.at(...path, "parameters", parameter) !== undefined)
        model.remove([...path, "parameters", parameter]);
    model.set([...path, "use"], "porthos:pin");
  }
  if (to === "weld") model.set(["inputs", `${name}.torque`], { flow: 0 });
  return name;
}

/** The guide goes along a rod, that of b before that of a. */
function slideParameters(
  drawing: Drawing,
  { a, b }: Pin | Slide,
): readonly (readonly [string, unknown])[] {
  const [phiA, phiB] = [phiOf(drawing, a.body), phiOf(drawing, b.body)];
  const rod = [b, a]
    .map(({ body }) => bodyNamed(drawing, body))
    .find((body) => body?.kind === "rod");
  const axis = turned(directionOf(rod?.frame.phi ?? phiA), -phiA);
  const angle = angleText(phiB - phiA);
  return [
    ...(Math.abs(axis.y) < 1e-6 ? [] : [["axis", pair(axis)] as const]),
    ...(angle === 0 ? [] : [["angle", angle] as const]),
    ["length", 0.2],
  ];
}

/** The rod along which a pin could slide: one on which it is, but not at an end if there is another. */
function slottedRod(
  drawing: Drawing,
  { a, b }: Pin,
): { readonly side: "a" | "b"; readonly rod: Rod } | null {
  for (const [side, { offer }] of [
    ["a", a],
    ["b", b],
  ] as const) {
    const rod = bodyNamed(drawing, componentOf(offer));
    if (rod?.kind === "rod" && offer.endsWith(".center")) return { side, rod };
  }
  return null;
}

function makeSlot(model: ModelText, drawing: Drawing, joint: Pin): void {
  const found = slottedRod(drawing, joint);
  if (!found) return;
  const { side, rod } = found;
  const slider = addGuided(model, placeOn(joint), {
    ...{ offer: `${rod.name}.center`, origin: { x: 0, y: 0 }, axis: [1, 0] },
    ...{ length: rounded(0.8 * lengthOf(rod)), phi: rod.frame.phi },
  });
  const path = ["components", joint.name];
  if (model.at(...path, "parameters", `at_${side}`) !== undefined)
    model.remove([...path, "parameters", `at_${side}`], 1);
  model.set([...path, "between", side], slider);
  if (joint.kind === "weld") model.remove(["inputs", `${joint.name}.torque`], 0);
}

const placeOn = ({ b }: Pin): Vec => b.place;
