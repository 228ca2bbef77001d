// The names that a component's element gives to the text around it: parameters, sides, offers, ports.
import type { Completion } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import { elementNames } from "../models/element-names";
import { elementOf, elementUses, partsOf, type Declared, type Element } from "../models/library";
import { spokenLanguage } from "../words/words";
import type { Path } from "./schema";
import { below, members, rootOf, textOf } from "./tree";

/** Units of the quantities of mechanics, circuits and heat. */
const units =
  "m, m/s, m/s^2, rad, rad/s, rad/s^2, kg, kg/m^3, s, N, N/m, N s/m, N m, N m/rad, N m s/rad, kg m^2, kg m/s, kg m^2/s, J, W, Pa, A, V, Ohm, H, F, C, V s, K, J/K, W/K, 1".split(
    ", ",
  );

/** A component of a text, and the part of the text in which it is one. */
interface Place {
  readonly owner: Path;
  readonly component: string;
  /** The keys below the component. */
  readonly rest: Path;
}

function placeOf(path: Path): Place | null {
  const at = path.lastIndexOf("components");
  const component = path[at + 1];
  if (at < 0 || typeof component !== "string") return null;
  return { owner: path.slice(0, at), component, rest: path.slice(at + 2) };
}

/** The names of all components of a text, or of the model of a component. */
function componentsIn(state: EditorState, owner: Path): string[] {
  return [...members(state, below(state, rootOf(state), [...owner, "components"])).keys()];
}

/** The element that a component uses, or its own model; null if neither is there yet. */
function partOf(state: EditorState, owner: Path, component: string): Element | null {
  const keys = members(state, below(state, rootOf(state), [...owner, "components", component]));
  const use = keys.get("use");
  if (use) return elementOf(textOf(state, use));
  const model = keys.get("model");
  if (!model) return null;
  try {
    return partsOf(JSON.parse(state.sliceDoc(model.from, model.to)) as Record<string, unknown>);
  } catch {
    return null; // a model with a mistake in it
  }
}

/** A parameter in words: its meaning, unit and value. */
export function declaredText({ label, unit, value }: Declared): string {
  const given = value === undefined ? "" : `= ${JSON.stringify(value)}`;
  return [label, [given, unit].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** The keys of an object below a component that its element knows. */
export function keysOfPart(state: EditorState, path: Path): Completion[] {
  const place = placeOf(path);
  const [group, ...deeper] = place?.rest ?? [];
  const part = place && deeper.length === 0 ? partOf(state, place.owner, place.component) : null;
  if (!part) return [];
  const plain = (names: readonly string[]): Completion[] => names.map((label) => ({ label }));
  if (group === "parameters")
    return part.parameters.map((one) => ({ label: one.name, info: declaredText(one) }));
  if (group === "between")
    return Object.entries(part.between).map(([label, detail]) => ({ label, detail }));
  if (group === "start") return plain([...part.states, ...part.outputs]);
  return group === "characteristics" ? plain(part.characteristics) : [];
}

/** The texts that the value at a path may be: elements, offers, ports, units. */
export function valuesOfPart(state: EditorState, path: Path): Completion[] {
  const key = path.at(-1);
  if (typeof key === "string" && /(^|_)unit$/.test(key))
    return units.map((label) => ({ label, type: "enum" }));
  const place = placeOf(path);
  const [group, side] = place?.rest ?? [];
  if (place && group === "use") return elementUses.map(ofElement);
  if (place && group === "between" && typeof side === "string")
    return offersFor(state, place, side);
  const owner = path.slice(
    0,
    path.findLastIndex((step) => step === "ports" || step === "junctions"),
  );
  const isPorts = path.includes("ports") && !path.includes("components");
  return isPorts && (path.length === 2 || typeof key === "number") ? portsIn(state, owner) : [];
}

function ofElement(use: string): Completion {
  const names = elementNames[use.replace("porthos:", "")];
  const detail = names?.[spokenLanguage() === "de" ? 1 : 0] ?? "";
  return { label: use, type: "class", detail, info: () => infoOf(use) };
}

function infoOf(use: string): HTMLElement {
  const info = document.createElement("span");
  info.textContent = elementOf(use)?.description ?? "";
  return info;
}

/** The offers of the other components; those with the interface of the side come first. */
function offersFor(state: EditorState, { owner, component }: Place, side: string): Completion[] {
  const wanted = partOf(state, owner, component)?.between[side];
  const found = componentsIn(state, owner)
    .filter((other) => other !== component)
    .flatMap((other) =>
      Object.entries(partOf(state, owner, other)?.offers ?? {}).map(
        ([offer, kind]): Completion => ({
          label: `${other}.${offer}`,
          detail: kind,
          boost: kind === wanted ? 1 : 0,
        }),
      ),
    );
  return [...found, { label: "ground", boost: -1 }];
}

function portsIn(state: EditorState, owner: Path): Completion[] {
  return componentsIn(state, owner).flatMap((component) =>
    (partOf(state, owner, component)?.ports ?? []).map((port) => ({
      label: `${component}.${port}`,
    })),
  );
}

/** The names of components with their states, parameters and outputs, for formulas. */
export function dottedNames(state: EditorState, owner: Path): Completion[] {
  return componentsIn(state, owner).flatMap((component) => {
    const part = partOf(state, owner, component);
    if (!part) return [];
    const own = part.parameters.map((one) => ({ name: one.name, info: declaredText(one) }));
    const others = [...part.states, ...part.outputs].map((name) => ({ name, info: "" }));
    return [...others, ...own].map(({ name, info }): Completion => {
      return { label: `${component}.${name}`, ...(info && { info }) };
    });
  });
}
