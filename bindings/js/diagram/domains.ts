import { parseFormula, termsOf } from "./formula.js";
import { formulaOf, formulasOf, isMembers, sizeOf, type Meaning, type System } from "./system.js";

/** More junctions of velocities than this are drawn as one for each unit, or as one. */
const mostDomains = 6;

/** States that share a junction. */
export interface Domain {
  readonly key: string;
  readonly states: readonly string[];
}

/** The energy domains of a text: which of its states are one quantity (docs/diagrams.md). */
export class Domains {
  /** Of velocities, then of positions. */
  readonly all: readonly Domain[];
  readonly #of = new Map<string, Domain>();

  constructor(readonly system: System) {
    const velocities = groupsOf(system.velocities, velocityLinks(system), (name) =>
      unitOf(system, "velocities", name),
    );
    for (const states of velocities) this.#add(states);
    const positions = new Map<string, string[]>();
    for (const name of system.positions) {
      const driven = this.#drivenBy(name);
      const key = driven.length > 0 ? driven.join() : `own ${name}`;
      positions.set(key, [...(positions.get(key) ?? []), name]);
    }
    for (const states of positions.values()) this.#add(states);
    this.all = [...new Set(this.#of.values())];
  }

  /** The domain of a state of this text. */
  of(state: string): Domain | undefined {
    return this.#of.get(state.replace(/^effort\((.*)\)$/, "$1"));
  }

  /** The domains of some meanings, each once. */
  among(
    meanings: readonly Meaning[],
    kind: "position" | "velocity" | "effort" | "state",
  ): Domain[] {
    const found = meanings.flatMap((meaning) => {
      if (meaning.kind !== "position" && meaning.kind !== "velocity") return [];
      const isEffort = meaning.name.startsWith("effort(");
      const own = isEffort ? "effort" : meaning.kind;
      return kind === "state" || kind === own ? [this.of(meaning.name)] : [];
    });
    return [...new Set(found)].filter((domain) => domain !== undefined);
  }

  /** The velocities that drive positions: the domains on which a force on them acts. */
  driving(positions: readonly Domain[]): Domain[] {
    const keys = new Set(positions.flatMap(({ states }) => states.flatMap(this.#drivenBy)));
    return this.all.filter(({ key }) => keys.has(key));
  }

  /** The domains in the rate of a position, as keys; of efforts none, since these join positions. */
  readonly #drivenBy = (position: string): string[] => {
    const meanings = this.system.meanings(this.system.members("kinematics")[position]);
    return this.among(meanings, "velocity")
      .map(({ key }) => key)
      .sort();
  };

  #add(states: readonly string[]): void {
    const domain = { key: states.join(), states };
    for (const state of states) this.#of.set(state, domain);
  }
}

function unitOf(system: System, key: string, name: string): string {
  const state = system.members(key)[name];
  return isMembers(state) ? String(state["unit"] ?? "") : "";
}

/** Velocities that belong together, as lists of names. */
function velocityLinks(system: System): string[][] {
  const { text } = system;
  const velocitiesIn = (meanings: readonly Meaning[]): string[] =>
    meanings.flatMap(({ kind, ...rest }) =>
      kind === "velocity" && "name" in rest ? [rest.name] : [],
    );
  const links: string[][] = [];
  if (typeof text["velocity_group"] === "string") links.push([...system.velocities]);
  else if (Array.isArray(text["velocity_group"]))
    for (const group of text["velocity_group"] as { velocities?: string[] }[])
      links.push(group.velocities ?? []);
  for (const energy of [text["kinetic_energy"], text["lagrangian"]])
    for (const formula of formulasOf(energy))
      for (const term of termsOf(parseFormula(formula)))
        links.push(velocitiesIn(system.meaningsOf(term)));
  for (const [row, column] of entriesOf(system, "mass")) links.push([row, column]);
  for (const formula of Object.values(system.members("kinematics"))) {
    const meanings = system.meanings(formula);
    if (meanings.some(({ kind }) => kind === "position")) links.push(velocitiesIn(meanings));
  }
  // Two components of a vector are in the same constraints, up to their letters.
  const rows = Object.values({
    ...system.members("velocity_constraints"),
    ...system.members("position_constraints"),
  }).map((row) => new Set(touchedBy(system, system.meanings(formulaOf(row)))));
  const signature = (name: string): string => rows.map((row) => Number(row.has(name))).join("");
  const stems = grouped(system.velocities, (name) =>
    /[xyz]/.test(name) ? `${name.replace(/(^|_)[xyz](?=\d*$|_)/, "$1*")} ${signature(name)}` : name,
  );
  return [...links, ...stems.values()];
}

/** The velocities that a constraint holds: its own, and those that drive its positions. */
function touchedBy(system: System, meanings: readonly Meaning[]): string[] {
  return meanings.flatMap((meaning) => {
    if (meaning.kind === "velocity") return [meaning.name];
    if (meaning.kind !== "position") return [];
    const rate = system.meanings(system.members("kinematics")[meaning.name]);
    return rate.flatMap((one) => (one.kind === "velocity" ? [one.name] : []));
  });
}

/** The entries of a matrix over the velocities that are not zero, as the names of row and column. */
export function entriesOf(system: System, key: "mass" | "gyroscopic"): [string, string][] {
  const matrix = system.text[key];
  if (!Array.isArray(matrix)) return [];
  const numbers = system.numbers();
  const states = system.members("velocities");
  const names = system.velocities.flatMap((name) =>
    Array.from({ length: sizeOf(states[name], numbers) }, () => name),
  );
  return (matrix as unknown[][]).flatMap((row, i) =>
    row.flatMap((entry, j): [string, string][] => {
      const isZero = formulasOf(entry).every((formula) => Number(formula) === 0);
      return isZero ? [] : [[names[i] ?? "", names[j] ?? ""]];
    }),
  );
}

/** Joins what is linked; if that leaves too many, what has the same unit, or all. */
function groupsOf(
  names: readonly string[],
  links: readonly (readonly string[])[],
  unit: (name: string) => string,
): string[][] {
  const joined = joinedBy(names, links);
  if (joined.length <= mostDomains) return joined;
  const units = grouped(names, unit);
  const coarse = joinedBy(names, [...links, ...units.values()]);
  return coarse.length <= mostDomains ? coarse : [[...names]];
}

function joinedBy(names: readonly string[], links: readonly (readonly string[])[]): string[][] {
  const groups = new Map(names.map((name) => [name, new Set([name])]));
  for (const [first, ...others] of links)
    for (const other of others) {
      const [one, two] = [groups.get(first ?? ""), groups.get(other)];
      if (!one || !two || one === two) continue;
      for (const name of two) {
        one.add(name);
        groups.set(name, one);
      }
    }
  return [...new Set(groups.values())].map((group) => names.filter((name) => group.has(name)));
}

function grouped(names: readonly string[], key: (name: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) groups.set(key(name), [...(groups.get(key(name)) ?? []), name]);
  return groups;
}
