import { Emitter } from "../base/emitter";
import { conversion } from "../base/quantity";

/** A unit in which numbers are shown, and its size in the SI unit of the model. */
export interface ShownUnit {
  readonly unit: string;
  readonly factor: number;
}

/** Units that readers may choose instead of an SI unit. */
const offers: Readonly<Record<string, readonly string[]>> = {
  rad: ["°"],
  "rad/s": ["°/s", "rpm"],
  m: ["mm", "cm", "km"],
  "m/s": ["mm/s", "cm/s", "km/h"],
  "m/s^2": ["mm/s^2"],
  "m^2": ["mm^2", "cm^2"],
  "m^3": ["cm^3", "l"],
  kg: ["g", "t"],
  s: ["ms", "min"],
  N: ["mN", "kN"],
  "N m": ["mN m", "N cm", "kN m"],
  "N/m": ["N/mm", "kN/m"],
  "N m/rad": ["N m/°"],
  "kg m^2": ["g cm^2", "kg cm^2"],
  J: ["mJ", "kJ", "Wh"],
  W: ["mW", "kW"],
  Pa: ["kPa", "bar"],
  A: ["mA"],
  V: ["mV", "kV"],
  Ohm: ["kOhm"],
  F: ["µF", "nF"],
  H: ["mH"],
  C: ["mC", "µC"],
};

/** The units that this reader has chosen, by SI unit. All models and elements of a page share them. */
const chosen = new Map<string, string>();
const chosenAnew = new Emitter<void>();
let keep: (units: string) => void = () => undefined;

/** Takes the choice of an earlier visit, and where to keep the next one. */
export function shareUnits(kept: string, keepThem: (units: string) => void): void {
  keep = keepThem;
  const units: unknown = JSON.parse(kept);
  for (const [si, unit] of Object.entries(membersOf(units)))
    if (typeof unit === "string") chosen.set(si, unit);
}

/** The factor from a unit to an SI unit. Hz counts turns, so it does not convert to rad/s. */
function factorOf(unit: string, si: string): number | null {
  return /Hz/.test(unit) !== /Hz/.test(si) ? null : conversion(unit, si);
}

/** The units in which the quantities of a model are shown: as the reader has chosen, or as its text says. */
export class ShownUnits {
  /** The reader has chosen a unit. */
  readonly changed = chosenAnew;
  #wished: ReadonlyMap<string, string> = new Map();

  /** Reads the key `display_unit` of parameters, states and outputs. */
  read(text: string): void {
    this.#wished = displayUnitsIn(text);
  }

  /** The unit for a parameter or a column in this SI unit. */
  of(name: string, si: string): ShownUnit {
    const wished = this.#wished.get(name) ?? this.#wished.get(name.replace(/(\.\d+)+$/, ""));
    for (const unit of [chosen.get(si), wished]) {
      const factor = unit === undefined ? null : factorOf(unit, si);
      if (unit !== undefined && factor !== null && factor > 0) return { unit, factor };
    }
    return { unit: si, factor: 1 };
  }

  /** The units to choose from, the SI unit first; one alone if there is no choice. */
  offered(name: string, si: string): readonly string[] {
    const { unit } = this.of(name, si);
    return [...new Set([si, ...(offers[si] ?? []), unit])];
  }

  choose(si: string, unit: string): void {
    chosen.set(si, unit);
    keep(JSON.stringify(Object.fromEntries(chosen)));
    chosenAnew.emit();
  }
}

const groups = ["parameters", "positions", "velocities", "outputs"] as const;

/** The display units in a text and in the models of its components, by dotted name. */
export function displayUnitsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  try {
    collect(JSON.parse(text), "", found);
  } catch {
    // A text with a mistake has none.
  }
  return found;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function collect(model: unknown, owner: string, found: Map<string, string>): void {
  const members = membersOf(model);
  for (const group of groups)
    for (const [name, value] of Object.entries(membersOf(members[group]))) {
      const unit = membersOf(value)["display_unit"];
      if (typeof unit === "string") found.set(owner + name, unit);
    }
  for (const [name, component] of Object.entries(membersOf(members["components"])))
    collect(membersOf(component)["model"], `${owner}${name}.`, found);
}
