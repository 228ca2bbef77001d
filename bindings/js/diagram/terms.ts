import { entriesOf, type Domain, type Domains } from "./domains.js";
import type { Draft, DraftBox, End } from "./draft.js";
import { parseFormula } from "./formula.js";
import type { Account } from "./graph.js";
import { kindOfStore, kineticTerms } from "./stores.js";
import { formulaOf, isMembers, type Json, type Meaning, type System } from "./system.js";

/** Where a formula's name outside the text's own states is tied. */
export interface Outside {
  /** The net of what another component offers or is, by the name and the rest of its path. */
  component(name: string, rest: string): string;
  /** Whether power flows through a side of an element. */
  sides: Map<string, "power" | "state">;
}

const rates = /^(v|omega|u|theta)$/;

/** Adds the boxes of a text's own terms to its diagram (docs/diagrams.md says which). */
export class Terms {
  constructor(
    readonly system: System,
    readonly domains: Domains,
    readonly draft: Draft,
    readonly outside: Outside,
    readonly isInert: (constraint: string) => boolean,
  ) {}

  addAll(): void {
    for (const { key, states } of this.domains.all) this.draft.net(`domain ${key}`, states);
    this.#potentials();
    this.#kinematics();
    this.#kinetic();
    this.#gyroscopic();
    this.#constraints("position_constraints");
    this.#constraints("velocity_constraints");
    this.#relations("dissipation");
    this.#relations("forces");
  }

  /** Ends on the domains of some meanings. */
  ends(meanings: readonly Meaning[], power: readonly Domain[], acts: "all" | "rates"): End[] {
    const on = (domain: Domain, kind: End["kind"]): End => ({ net: `domain ${domain.key}`, kind });
    const others = meanings.flatMap((meaning): End[] => {
      if (meaning.kind === "component")
        return [{ net: this.outside.component(meaning.name, meaning.rest), kind: "power" }];
      if (meaning.kind !== "side") return [];
      const kind = acts === "all" || rates.test(meaning.quantity) ? "power" : "state";
      if (kind === "power" || !this.outside.sides.has(meaning.name))
        this.outside.sides.set(meaning.name, kind);
      return [{ net: `side ${meaning.name}`, kind, port: meaning.name }];
    });
    const state = this.domains.among(meanings, "state").filter((one) => !power.includes(one));
    return [
      ...power.map((domain) => on(domain, "power")),
      ...others,
      ...state.map((domain) => on(domain, "state")),
    ];
  }

  /** Names in the table of what a box is about. */
  symbols(meanings: readonly Meaning[], domains: readonly Domain[] = []): string[] {
    const { scope } = this.system;
    const names = meanings.flatMap((meaning) => {
      if (meaning.kind === "component") return [`${meaning.name}.${meaning.rest}`];
      return "name" in meaning ? [meaning.name.replace(/^effort\((.*)\)$/, "$1")] : [];
    });
    const states = domains.flatMap((domain) => domain.states);
    return [...new Set([...names, ...states])].map((name) => scope + name);
  }

  #box(box: Omit<DraftBox, "key"> & { key?: string }, ends: readonly End[]): void {
    this.draft.box({ key: box.name, ...box }, ends);
  }

  #potentials(): void {
    const { system } = this;
    const given = system.text["potential_energy"];
    const named = isMembers(given)
      ? Object.entries(given)
      : given === undefined
        ? []
        : [["", given]];
    for (const [name, formula] of named as [string, Json][]) {
      const meanings = system.meanings(formula);
      const column = name ? `energy.${system.scope}${name}` : `energy.${system.scope}potential`;
      const parts = [name ? system.at("potential_energy", name) : system.at("potential_energy")];
      const power = this.domains.among(meanings, "position");
      this.#box(
        {
          ...{ key: `potential ${name}`, name: name || "V", parts },
          kind: kindOfStore(system, formula, meanings),
          symbols: this.symbols(meanings),
          accounts: [{ column, sign: 1 }],
        },
        [
          ...this.ends(meanings, power, "all"),
          ...this.#driven(`V ${name}`, name || "potential", meanings, parts),
        ],
      );
    }
  }

  /** What time changes does work: it has an outer port. */
  #driven(
    key: string,
    name: string,
    meanings: readonly Meaning[],
    parts: readonly string[],
  ): End[] {
    if (!meanings.some(({ kind }) => kind === "time")) return [];
    this.#outer(key, name, parts);
    return [{ net: `drive ${key}`, kind: "power" }];
  }

  #outer(key: string, name: string, parts: readonly string[]): void {
    this.draft.net(`drive ${key}`, []);
    const column = `energy.supplied.${this.system.scope}${name}`;
    this.draft.port(name, parts, { net: `drive ${key}`, kind: "power" }, [{ column, sign: 1 }]);
  }

  #kinematics(): void {
    const { system, domains } = this;
    const blocks: { names: string[]; joined: Set<Domain>; meanings: Meaning[] }[] = [];
    for (const [name, formula] of Object.entries(system.members("kinematics"))) {
      const meanings = system.meanings(formula);
      const power = [...domains.among(meanings, "velocity"), ...domains.among(meanings, "effort")];
      const isMoved =
        power.length > 0 || meanings.some(({ kind }) => kind === "side" || kind === "component");
      const own = domains.of(name);
      if (!isMoved || !own) continue;
      const block = { names: [name], joined: new Set([own, ...power]), meanings };
      for (const other of blocks.filter(({ joined }) =>
        [...block.joined].some((one) => joined.has(one)),
      )) {
        block.names.unshift(...other.names);
        block.joined = new Set([...other.joined, ...block.joined]);
        block.meanings.push(...other.meanings);
        blocks.splice(blocks.indexOf(other), 1);
      }
      blocks.push(block);
    }
    for (const { names, joined, meanings } of blocks)
      this.#box(
        {
          ...{ key: `kinematics ${names[0] ?? ""}`, name: indexed("Z", blocks.length, names) },
          kind: "reversible",
          parts: names.map((name) => system.at("kinematics", name)),
          symbols: this.symbols(meanings, [...joined]),
          accounts: [],
        },
        this.ends(meanings, [...joined], "rates"),
      );
  }

  #kinetic(): void {
    const { system, domains } = this;
    const { text, scope } = system;
    if (text["lagrangian"] !== undefined) {
      const meanings = system.meanings(text["lagrangian"]);
      const power = domains.among(meanings, "state");
      const parts = [system.at("lagrangian")];
      const accounts: Account[] = [
        { column: `energy.${scope}kinetic`, sign: 1 },
        { column: `energy.${scope}potential`, sign: 1 },
      ];
      const ends = [
        ...this.ends(meanings, power, "all"),
        ...this.#driven("L", "potential", meanings, parts),
      ];
      this.#box(
        { name: "L", kind: "kinetic", parts, symbols: this.symbols(meanings), accounts },
        ends,
      );
      return;
    }
    const terms = kineticTerms(system, domains);
    const all = [...terms.keys()];
    const key = text["mass"] === undefined ? "kinetic_energy" : "mass";
    for (const [domain, { meanings, energy }] of terms) {
      const isOne = all.length === 1;
      this.#box(
        {
          ...{ key: `kinetic ${domain.key}`, name: indexed("T", all.length, domain.states) },
          kind: "kinetic",
          parts: [system.at(key)],
          symbols: this.symbols(meanings, [domain]),
          ...(isOne ? { accounts: [{ column: `energy.${scope}kinetic`, sign: 1 }] } : { energy }),
        },
        this.ends(meanings, [domain], "rates"),
      );
    }
  }

  #gyroscopic(): void {
    const { system, domains } = this;
    const group = system.text["velocity_group"];
    if (typeof group === "string")
      this.#lossless(
        group,
        [system.at("velocity_group")],
        domains.all.filter(({ states }) => states.some((name) => system.velocities.includes(name))),
        [],
      );
    else if (Array.isArray(group))
      (group as { group?: string; velocities?: string[] }[]).forEach((one, index) => {
        const own = (one.velocities ?? []).flatMap((name) => domains.of(name) ?? []);
        this.#lossless(
          one.group ?? "",
          [system.at("velocity_group", index)],
          [...new Set(own)],
          [],
          `group ${index}`,
        );
      });
    if (!Array.isArray(system.text["gyroscopic"])) return;
    const own = entriesOf(system, "gyroscopic")
      .flat()
      .flatMap((name) => domains.of(name) ?? []);
    const meanings = system.meanings(system.text["gyroscopic"]);
    this.#lossless("G", [system.at("gyroscopic")], [...new Set(own)], meanings);
  }

  #lossless(
    name: string,
    parts: readonly string[],
    power: readonly Domain[],
    meanings: readonly Meaning[],
    key = name,
  ): void {
    this.#box(
      {
        key,
        name,
        kind: "reversible",
        parts,
        symbols: this.symbols(meanings, power),
        accounts: [],
      },
      this.ends(meanings, power, "rates"),
    );
  }

  #constraints(key: "position_constraints" | "velocity_constraints"): void {
    const { system, domains } = this;
    for (const [name, given] of Object.entries(system.members(key))) {
      const meanings = system.meanings(formulaOf(given));
      const positions = domains.among(meanings, "position");
      const driving = domains.driving(positions);
      const undriven = positions.filter((one) => domains.driving([one]).length === 0);
      const ofRates = [
        ...domains.among(meanings, "velocity"),
        ...domains.among(meanings, "effort"),
      ];
      const power =
        key === "velocity_constraints"
          ? ofRates
          : this.isInert(name)
            ? []
            : [...driving, ...undriven];
      const parts = [system.at(key, name)];
      this.#box(
        {
          key: `${key} ${name}`,
          name,
          kind: "reversible",
          parts,
          symbols: [...this.symbols(meanings, power), `multiplier.${system.scope}${name}`],
          accounts: [],
        },
        [
          ...this.ends(meanings, power, key === "velocity_constraints" ? "rates" : "all"),
          ...this.#driven(name, name, meanings, parts),
        ],
      );
    }
  }

  #relations(key: "dissipation" | "forces"): void {
    const { system, domains } = this;
    const { scope } = system;
    for (const [name, given] of Object.entries(system.members(key))) {
      const relation = isMembers(given) ? given : { flow: name, effort: given };
      const flow = system.meanings(relation["flow"]);
      const meanings = [...flow, ...system.meanings(relation["effort"])];
      const heats = relation["heats"];
      const power = [...domains.among(flow, "velocity"), ...domains.among(flow, "effort")];
      const taken = `energy.${key === "forces" ? "forces" : "dissipated"}.${scope}${name}`;
      const thermal = typeof heats === "string" ? this.#thermal(heats) : [];
      const accounts: Account[] =
        thermal.length > 0 ? [] : [{ column: taken, sign: key === "forces" ? -1 : 1 }];
      this.#box(
        {
          ...{ key: `${key} ${name}`, name, parts: [system.at(key, name)] },
          kind: key === "forces" ? "force" : "irreversible",
          symbols: [
            ...this.symbols(meanings),
            ...[`power.${scope}${name}`, `flow.${scope}${name}`, `effort.${scope}${name}`],
          ],
          ...(heats !== undefined && thermal.length === 0 ? {} : { accounts }),
        },
        [...this.ends(meanings, power, "rates"), ...thermal],
      );
    }
  }

  /** Where the heat of a dissipation goes: an entropy, or a thermal port; a temperature alone is no place. */
  #thermal(heats: string): End[] {
    const { system, domains } = this;
    const own = domains.of(heats);
    if (own) return [{ net: `domain ${own.key}`, kind: "power" }];
    if (heats in system.members("ports")) return [{ net: `outer ${heats}`, kind: "power" }];
    const [first] = system.meanings(heats);
    if (first?.kind !== "component" || parseFormula(heats).kind !== "name") return [];
    return [{ net: this.outside.component(first.name, first.rest), kind: "power" }];
  }
}

/** The letter of a part, with the states it is about where there are several such parts. */
function indexed(letter: string, count: number, states: readonly string[]): string {
  return count === 1 ? letter : `${letter}_{${states[0] ?? ""}}`;
}
