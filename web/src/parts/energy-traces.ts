import { h, setText } from "../base/dom";
import { columnAt, type Trajectory } from "../engine/trajectory";
import type { Trace } from "../plots/chart";
import { EnergyAccount, type Entry } from "../plots/energy-account";
import { entryHead } from "../plots/entry-head";
import { decimalsFor, formatFixed, prefixFor } from "../plots/format";
import { strokes } from "../plots/strokes";
import { words } from "../words/words";

/**
 * The curves of the energy chart and of the balance chart: those of a run, and of the compared run.
 */
export function ledgerTraces(account: EnergyAccount, other: Trajectory | null): Trace[][] {
  const { trajectory } = account;
  const balance: Trace = {
    label: words.balanceError,
    color: "balance",
    stroke: strokes.balance.own,
    values: trajectory.drawn(account.balance),
  };
  const own = [energyTraces(account), [balance]];
  if (!other || other.rowCount < 2) return own;
  const second = new EnergyAccount(other);
  const times = trajectory.drawnTimes();
  const at = (label: string, color: keyof typeof strokes, read: (t: number) => number): Trace => ({
    label,
    color,
    stroke: strokes[color].other,
    values: columnAt(other, times, read),
  });
  own[0]?.push(
    ...second.present.map((entry) => at(entry.label, entry.kind, (t) => second.at(entry, t))),
  );
  own[1]?.push(at(words.balanceError, "balance", (t) => other.valueAt(t, second.balance)));
  return own;
}

/** The stored energy has the broadest line, so it is drawn first. */
function energyTraces(account: EnergyAccount): Trace[] {
  const { present } = account;
  const isStored = ({ kind }: Entry): boolean => kind === "stored";
  const ordered = [...present.filter(isStored), ...present.filter((entry) => !isStored(entry))];
  return ordered.map((entry) => ({
    label: entry.label,
    color: entry.kind,
    stroke: strokes[entry.kind].own,
    values: account.values(entry),
  }));
}

/** How the energies of a run are written. */
export interface EnergyStyle extends ReturnType<typeof prefixFor> {
  readonly decimals: number;
}

/** Writes energies up to `largest`, J, with so many digits. */
export function energyStyle(largest: number, digits: number): EnergyStyle {
  const scale = prefixFor(largest);
  return { ...scale, decimals: decimalsFor(largest / scale.factor, digits) };
}

/** Shows the energies at one time. */
export interface Readout {
  update(t: number, style: EnergyStyle): void;
}

/** Legend and current values in one list: a swatch, a name, a number. */
export function fillReadouts(list: HTMLElement, account: EnergyAccount): readonly Readout[] {
  list.replaceChildren();
  return account.present.map((entry) => {
    const value = h("dd", {});
    list.append(h("div", {}, h("dt", {}, ...entryHead(entry)), value));
    return {
      update: (t, { prefix, factor, decimals }) =>
        setText(value, `${formatFixed(account.at(entry, t) / factor, decimals)} ${prefix}J`),
    };
  });
}
