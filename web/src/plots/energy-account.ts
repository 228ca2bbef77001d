import type { Trajectory } from "../engine/trajectory";
import { words } from "../words/words";
import { parseSymbol, symbolText } from "./symbol";

/** Colours of the energies in styles/tokens.css. */
type Kind = "kinetic" | "potential" | "stored" | "supplied" | "dissipated";

/** A line of the energy ledger. */
export interface Entry {
  readonly label: string;
  /** Typeset symbol that replaces a label of one letter. */
  readonly symbol?: string;
  readonly kind: Kind;
  /** Columns to add. */
  readonly columns: readonly number[];
}

/**
 * Finds the columns of the ledger. A model in momenta has no separate kinetic energy; its stored
 * energy has only the names of its parts.
 */
export class EnergyAccount {
  readonly balance: number;
  readonly #all: { readonly [kind in Kind]: Entry };
  readonly #parts: readonly Entry[];

  constructor(readonly trajectory: Trajectory) {
    const entry = (kind: Kind, ...names: readonly string[]): Entry => {
      const columns = names.map((name) => trajectory.indexOf(name)).filter((index) => index >= 0);
      return { label: words[kind], kind, columns };
    };
    this.#all = {
      kinetic: entry("kinetic", "energy.kinetic"),
      potential: entry("potential", "energy.potential"),
      stored: entry("stored", "energy.stored"),
      supplied: entry("supplied", "energy.supplied", "energy.forces"),
      dissipated: entry("dissipated", "energy.dissipated"),
    };
    this.balance = trajectory.indexOf("energy.balance_error");
    this.#parts = trajectory.columns.flatMap(({ name }, index) => {
      const part = partOf(name);
      return part ? [{ ...named(part), kind: "potential", columns: [index] }] : [];
    });
  }

  /** Entries that were not zero so far: energies that a model does not have are not listed. */
  get present(): readonly Entry[] {
    const has = ({ columns }: Entry): boolean =>
      columns.some((column) => this.trajectory.largest(column) > 0);
    const { kinetic, potential, stored, supplied, dissipated } = this.#all;
    return [
      ...(has(kinetic) || this.#parts.length === 0 ? [kinetic, potential].filter(has) : this.#pair),
      stored,
      ...[supplied, dissipated].filter(has),
    ];
  }

  /** The names of the present entries as one text, which changes when the list changes. */
  get names(): string {
    return this.present.map(({ label }) => label).join();
  }

  /** The drawn values of one entry, J. */
  values({ columns }: Entry): Float64Array {
    const sum = new Float64Array(this.trajectory.drawnTimes().length);
    for (const column of columns) {
      const values = this.trajectory.drawn(column);
      for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] ?? 0) + (values[k] ?? 0);
    }
    return sum;
  }

  /** Largest magnitude of any entry over the rows computed so far, J. */
  get largest(): number {
    const columns = Object.values(this.#all).flatMap((entry) => entry.columns);
    return Math.max(0, ...columns.map((column) => this.trajectory.largest(column)));
  }

  /** One entry at time t, J. */
  at({ columns }: Entry, t: number): number {
    return columns.reduce((sum, column) => sum + this.trajectory.valueAt(t, column), 0);
  }

  /**
   * Two parts that exchange energy, as in a circuit. A single part is all stored energy, and more
   * parts have traces.
   */
  get #pair(): readonly Entry[] {
    const [first, second, ...others] = this.#parts;
    return first && second && others.length === 0 ? [first, { ...second, kind: "kinetic" }] : [];
  }
}

function named(part: string): Pick<Entry, "label" | "symbol"> {
  const { owner, stem } = parseSymbol(part);
  const isLetter = owner === "" && [...stem].length === 1;
  return { label: symbolText(part), ...(isLetter && { symbol: part }) };
}

/** The name of a potential energy whose column this is; "" for any other column. */
function partOf(column: string): string {
  const [, part] = /^energy\.(?!(?:dissipated|supplied|forces)\.)(.+)$/.exec(column) ?? [];
  const isOther =
    /^(?:kinetic|potential|stored|exergy|dissipated|supplied|forces|events|balance_error)$/;
  return part === undefined || isOther.test(part) || part.endsWith(".kinetic") ? "" : part;
}
