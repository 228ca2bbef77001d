import type { Trajectory } from "../engine/trajectory";
import { words } from "../words/words";

export type FlowKind = "kinetic" | "potential" | "supplied" | "dissipated";

/** A store, a port, a force law or a dissipation. */
export interface Flow {
  /** Name of its column, without the kind. */
  readonly name: string;
  readonly kind: FlowKind;
  /** W, positive into the system: a storage that empties supplies power, a dissipation takes it. */
  readonly power: number;
}

interface Account {
  readonly column: number;
  readonly name: string;
  readonly kind: FlowKind;
  /** 1 if a growing account is power into the system. */
  readonly sign: 1 | -1;
}

/**
 * The sources and sinks of energy: each storage, port, force law and dissipation. The powers are
 * means over the row before a time, from differences of the accounts, so they add up as exactly as
 * the energy ledger does.
 */
export class PowerFlows {
  readonly #accounts: readonly Account[];

  constructor(readonly trajectory: Trajectory) {
    this.#accounts = accountsOf(trajectory.columns.map(({ name }) => name));
  }

  /** The powers in the row that contains t, in the order of the columns. */
  at(t: number): readonly Flow[] {
    const { trajectory } = this;
    const { row } = trajectory.locate(t);
    const first = Math.max(0, Math.min(row, trajectory.rowCount - 2));
    const span = trajectory.value(first + 1, 0) - trajectory.value(first, 0);
    if (!(span > 0)) return [];
    return this.#accounts.map(({ column, name, kind, sign }) => ({
      name,
      kind,
      power:
        (sign * (trajectory.value(first + 1, column) - trajectory.value(first, column))) / span,
    }));
  }

  /** The largest of these powers in some rows of the run, W. */
  largest(samples = 200): number {
    const { end } = this.trajectory;
    let most = 0;
    for (let k = 0; k < samples; k++) {
      const [given, taken] = [1, -1].map((side) =>
        this.at((k / samples) * end).reduce((sum, { power }) => sum + Math.max(0, side * power), 0),
      );
      most = Math.max(most, given ?? 0, taken ?? 0);
    }
    return most;
  }
}

/** The finest existing accounts: the parts of a sum if there are any. */
function accountsOf(names: readonly string[]): readonly Account[] {
  const column = new Map(names.map((name, index) => [name, index]));
  const accounts: Account[] = [];
  const add = (full: string, name: string, kind: FlowKind, sign: 1 | -1): void => {
    accounts.push({ column: column.get(full) ?? -1, name, kind, sign });
  };
  const parts = (prefix: string): string[] =>
    names.filter((name) => name.startsWith(`energy.${prefix}.`) && isFinest(name, names));
  const kinetic = names.filter((name) => /^energy\..+\.kinetic$/.test(name));
  if (kinetic.length === 0 && column.has("energy.kinetic"))
    add("energy.kinetic", words.motion, "kinetic", -1);
  for (const name of kinetic) add(name, name.slice(7, -8), "kinetic", -1);
  const potential = names.filter(isPotential);
  if (potential.length === 0 && column.has("energy.potential"))
    add("energy.potential", words.potentialStore, "potential", -1);
  for (const name of potential) add(name, name.slice(7), "potential", -1);
  for (const prefix of ["supplied", "forces"])
    for (const name of parts(prefix)) add(name, name.slice(8 + prefix.length), "supplied", 1);
  for (const name of parts("dissipated")) add(name, name.slice(18), "dissipated", -1);
  return accounts;
}

const sums = /^energy\.(kinetic|potential|stored|supplied|dissipated|forces|events|balance_error)$/;

function isPotential(name: string): boolean {
  if (!name.startsWith("energy.") || sums.test(name)) return false;
  return !/^energy\.(supplied|dissipated|forces)\./.test(name) && !name.endsWith(".kinetic");
}

/** Whether no other account is a part of it. */
function isFinest(name: string, names: readonly string[]): boolean {
  return !names.some((other) => other.startsWith(`${name}.`));
}
