import { Component } from "../base/component";
import { calmly, h, setText } from "../base/dom";
import { EnergyAccount } from "../plots/energy-account";
import { formatFixed } from "../plots/format";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { energyStyle } from "./energy-traces";

type Kind = "stored" | "kinetic" | "potential" | "supplied" | "dissipated";

/** One part of a bar. */
interface Piece {
  readonly label: string;
  readonly kind: Kind;
  /** J, not negative. */
  readonly value: number;
}

/**
 * The energy account as two bars of equal length: where the energy came from, and where it is. Energy that was taken
 * out counts as a place where it is.
 */
export class EnergyBars extends Component {
  readonly element: HTMLElement;
  readonly #bars = [new Bar(words.cameFrom), new Bar(words.isNow)] as const;
  #account: EnergyAccount | null = null;
  /** The longest bar so far, J. It fills the width. */
  #longest = 0;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
  ) {
    super();
    const bars = this.#bars.map(({ element }) => element);
    this.element = h("dl", { class: "energy-bars" }, ...bars);
    const write = calmly(() => this.#bars.forEach((bar) => bar.write(this.#longest)));
    const show = (): void => {
      this.#show();
      write();
    };
    this.follow(experiment.started, (trajectory) => {
      this.#account = new EnergyAccount(trajectory);
      this.#longest = 0;
    });
    this.follow(experiment.grown, show);
    this.follow(clock.changed, show);
    if (experiment.trajectory) this.#account = new EnergyAccount(experiment.trajectory);
    show();
  }

  #show(): void {
    const account = this.#account;
    if (!account || account.trajectory.rowCount === 0) return;
    const [from, now] = piecesAt(account, this.clock.time);
    const sum = (pieces: readonly Piece[]): number =>
      pieces.reduce((all, { value }) => all + value, 0);
    this.#longest = Math.max(this.#longest, sum(from), sum(now));
    this.#bars[0].show(from, this.#longest);
    this.#bars[1].show(now, this.#longest);
  }
}

/** The sources of the energy up to time t, and its places at t. */
function piecesAt(account: EnergyAccount, t: number): [Piece[], Piece[]] {
  const { present, trajectory } = account;
  const stored = present.find(({ kind }) => kind === "stored");
  const supplied = present.find(({ kind }) => kind === "supplied");
  const parts = present.filter(({ kind }) => kind === "kinetic" || kind === "potential");
  const at = (entry: typeof stored, time: number): number => (entry ? account.at(entry, time) : 0);
  const start = trajectory.value(0, 0);
  const given = at(supplied, t);
  // Only differences of energies have a meaning, so parts that can be negative are one piece: their sum.
  const values = parts.map((part) => account.at(part, t));
  const whole: Piece = { label: words.stored, kind: "stored", value: at(stored, t) };
  const held = parts.length > 0 && values.every((value) => value >= 0);
  const places = held
    ? parts.map(({ label, kind }, i) => ({ label, kind, value: values[i] ?? 0 }))
    : [whole];
  const lost = present.filter(({ kind }) => kind === "dissipated");
  return [
    [
      { label: words.atStart, kind: "stored", value: at(stored, start) },
      ...(supplied
        ? [{ label: words.supplied, kind: supplied.kind, value: Math.max(given, 0) }]
        : []),
    ],
    [
      ...places,
      ...lost.map((entry) => ({
        label: entry.label,
        kind: entry.kind,
        value: account.at(entry, t),
      })),
      ...(given < 0 ? [{ label: words.takenOut, kind: "supplied" as const, value: -given }] : []),
    ],
  ];
}

/** One bar with the names and values of its pieces. */
class Bar {
  readonly element: HTMLElement;
  readonly #track = h("div", { class: "energy-track", "aria-hidden": "true" });
  readonly #values = h("dd", {});
  #pieces: readonly Piece[] = [];
  #names = "";

  constructor(label: string) {
    this.element = h("div", { class: "energy-bar" }, h("dt", {}, label), this.#track, this.#values);
  }

  show(pieces: readonly Piece[], longest: number): void {
    this.#pieces = pieces;
    const names = pieces.map(({ label }) => label).join();
    if (names !== this.#names) {
      this.#names = names;
      this.#track.replaceChildren(...pieces.map(({ kind }) => h("span", { class: kind })));
      this.#values.replaceChildren(...pieces.map(({ kind }) => h("span", { class: kind })));
    }
    pieces.forEach(({ value }, i) => {
      const share = longest > 0 ? (100 * Math.max(value, 0)) / longest : 0;
      (this.#track.children[i] as HTMLElement).style.width = `${share.toFixed(2)}%`;
    });
  }

  write(longest: number): void {
    const { prefix, factor, decimals } = energyStyle(longest, 3);
    this.#pieces.forEach(({ label, value }, i) => {
      const span = this.#values.children[i];
      if (span) setText(span, `${label} ${formatFixed(value / factor, decimals)} ${prefix}J`);
    });
  }
}
