import type { Trajectory } from "../engine/trajectory";

/** The entries of the energy ledger, in the order of the page. */
export const entries = ["kinetic", "potential", "stored", "supplied", "dissipated"] as const;

export type EntryId = (typeof entries)[number];

/**
 * Finds the columns of the ledger. Where a composed model has columns per component or per potential
 * and none for the whole, they are added up, so that every model has the same five traces.
 */
export class EnergyAccount {
  readonly #columns: ReadonlyMap<EntryId, readonly number[]>;
  readonly balance: number;

  constructor(readonly trajectory: Trajectory) {
    const named = (test: (name: string) => boolean): number[] =>
      trajectory.columns.flatMap(({ name }, index) => (test(name) ? [index] : []));
    const exact = (name: string): number[] => named((other) => other === name);
    const total = (name: string, isPart: (name: string) => boolean): number[] => {
      const whole = exact(name);
      return whole.length > 0 ? whole : named(isPart);
    };
    this.#columns = new Map<EntryId, readonly number[]>([
      ["kinetic", total("energy.kinetic", (name) => /^energy\..+\.kinetic$/.test(name))],
      ["potential", total("energy.potential", isPotential)],
      ["stored", exact("energy.stored")],
      ["supplied", [...exact("energy.supplied"), ...exact("energy.forces")]],
      ["dissipated", exact("energy.dissipated")],
    ]);
    this.balance = trajectory.indexOf("energy.balance_error");
  }

  /** Entries with anything in them so far: what a model does not have is not listed. */
  get present(): readonly EntryId[] {
    const has = (id: EntryId): boolean =>
      (this.#columns.get(id) ?? []).some((column) => this.trajectory.largest(column) > 0);
    return entries.filter((id) => id === "stored" || has(id));
  }

  /** One entry as it is drawn, J. */
  values(id: EntryId): Float64Array {
    const sum = new Float64Array(this.trajectory.drawnTimes().length);
    for (const column of this.#columns.get(id) ?? []) {
      const values = this.trajectory.drawn(column);
      for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] ?? 0) + (values[k] ?? 0);
    }
    return sum;
  }

  /** Largest magnitude of any entry over the rows computed so far, J. */
  get largest(): number {
    return Math.max(
      0,
      ...[...this.#columns.values()].flat().map((c) => this.trajectory.largest(c)),
    );
  }

  /** One entry at time t, J. */
  at(id: EntryId, t: number): number {
    let sum = 0;
    for (const column of this.#columns.get(id) ?? []) sum += this.trajectory.valueAt(t, column);
    return sum;
  }
}

function isPotential(name: string): boolean {
  if (!name.startsWith("energy.") || /(^|\.)kinetic$/.test(name)) return false;
  return !/^energy\.(stored|dissipated|supplied|forces|events|balance_error)(\.|$)/.test(name);
}
