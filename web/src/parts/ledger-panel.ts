import type { Trajectory } from "../engine/trajectory";
import type { Summary } from "../engine/types";
import { EnergyAccount } from "../plots/energy-account";
import { formatFixed, formatNumber } from "../plots/format";
import { entryHead } from "../plots/entry-head";
import { strokes, swatch } from "../plots/strokes";
import type { Clock } from "../study/clock";
import { Component } from "../base/component";
import { calmly, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { energyStyle, type EnergyStyle } from "./energy-traces";
import { icon } from "./icons";
import { PowerPanel } from "./power-panel";
import { words } from "../words/words";

type Writer = (value: number, decimals: number) => string;

const digits = 5;

/** The ledger in numbers: at the start, now and at the end; below, the largest errors of the run. */
export class LedgerPanel extends Component {
  readonly element: HTMLElement;
  readonly #body = h("tbody");
  readonly #caption = h("caption", { class: "visually-hidden" });
  readonly #unit = h("span", { class: "unit" });
  readonly #measured = h("dl", { class: "measured" });
  #account: EnergyAccount | null = null;
  #rows: readonly Row[] = [];
  /** Names of the energies in the rows. */
  #listed = "";

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
  ) {
    super();
    this.element = h(
      "section",
      { class: "panel ledger", part: "ledger", "aria-labelledby": "ledger-title" },
      h("div", { class: "panel-head" }, h("h2", { id: "ledger-title" }, words.ledger)),
      this.#makeTable(),
      this.#measured,
      this.own(new PowerPanel(experiment, clock)).element,
    );
    this.follow(experiment.started, (trajectory) => {
      this.#account = new EnergyAccount(trajectory);
      this.#listed = "";
    });
    this.follow(
      clock.changed,
      calmly(() => this.#update()),
    );
    this.follow(experiment.changed, ({ trajectory, status, end }) => {
      this.#update();
      if (trajectory && (status === "finished" || status === "failed"))
        fillMeasured(this.#measured, trajectory, end?.summary);
    });
  }

  #makeTable(): HTMLElement {
    const times = [words.start, words.now, words.end];
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, this.#unit),
      ...times.map((time) => h("th", { scope: "col" }, time)),
    );
    return h("table", {}, this.#caption, h("thead", {}, head), this.#body);
  }

  #update(): void {
    const names = this.#account?.names ?? "";
    if (this.#account && names !== this.#listed) this.#rows = fillRows(this.#body, this.#account);
    this.#listed = names;
    const style = energyStyle(this.#account?.largest ?? 0, digits);
    setText(this.#unit, words.inUnit(`${style.prefix}J`));
    setText(this.#caption, words.inJoules(words.prefixes[style.prefix]));
    this.#rows.forEach((row) => row.update(this.clock.time, style));
  }
}

interface Row {
  update(now: number, style: EnergyStyle): void;
}

function fillRows(body: HTMLElement, account: EnergyAccount): Row[] {
  body.replaceChildren();
  const { trajectory } = account;
  const make = (
    id: string,
    head: readonly (Node | string)[],
    at: (t: number) => number,
    write: Writer,
  ) => {
    const cells = [h("td"), h("td", { class: "is-now" }), h("td")];
    body.append(h("tr", { class: `row-${id}` }, h("th", { scope: "row" }, ...head), ...cells));
    return {
      update(now: number, style: EnergyStyle): void {
        [0, now, trajectory.end].forEach((t, index) => {
          const cell = cells[index];
          if (cell) setText(cell, write(at(t) / style.factor, style.decimals));
        });
      },
    };
  };
  const writeError: Writer = (value) => formatNumber(value, 2);
  const rows = account.present.map((entry) =>
    make(entry.kind, entryHead(entry), (t) => account.at(entry, t), formatFixed),
  );
  const events = trajectory.indexOf("energy.events");
  if (events >= 0) {
    const head = [h("span", { class: "swatch" }), words.byEvents]; // it has no curve
    rows.push(make("events", head, (t) => trajectory.valueAt(t, events), formatFixed));
  }
  if (account.balance >= 0) {
    rows.push(
      make(
        "balance",
        [swatch("balance", strokes.balance.own), words.balanceError],
        (t) => trajectory.valueAt(t, account.balance),
        writeError,
      ),
    );
  }
  return rows;
}

/** Largest values over the whole run, measured row by row. */
function fillMeasured(
  list: HTMLElement,
  trajectory: Trajectory,
  summary: Summary | undefined,
): void {
  const largest = (name: string): number => {
    const column = trajectory.indexOf(name);
    if (column < 0) return NaN;
    return trajectory.largest(column);
  };
  const facts: readonly (readonly [string, string, string])[] = [
    [words.largestBalance, "energy.balance_error", "J"],
    [words.largestGap, "gap.position", ""],
    [words.largestRateGap, "gap.velocity", ""],
  ];
  const measured: (readonly [string, string, boolean?])[] = facts
    .filter(([, name]) => trajectory.indexOf(name) >= 0)
    .map(
      ([label, name, unit]) => [label, `${formatNumber(largest(name), 2)} ${unit}`.trim()] as const,
    );
  if (summary) measured.push(accuracyOf(summary), stepsOf(summary));
  const { totals } = trajectory.switches.log;
  const numbers = [
    [words.contactEvents, totals.contact],
    [words.switchEvents, totals.switch],
    [words.modelEvents, totals.event],
  ] as const;
  for (const [label, number] of numbers) if (number > 0) measured.push([label, String(number)]);
  list.replaceChildren(
    ...measured.map(([label, value, isMarked]) =>
      h(
        "div",
        { class: isMarked === true ? "is-doubtful" : "" },
        h("dt", {}, label),
        h("dd", {}, isMarked === true && icon("warning"), value),
      ),
    ),
  );
}

/** The error of the motion, which the ledger does not show. */
function accuracyOf({ accuracy, problems }: Summary): [string, string, boolean] {
  const label = {
    tolerance: words.tolerance,
    ledger: words.errorAtLeast,
    companion: words.errorAbout,
  }[accuracy.basis];
  const value =
    accuracy.error === null ? words.notKnown : `${formatNumber(100 * accuracy.error, 2)} %`;
  return [label, value, problems.some(({ code }) => code === "PH301")];
}

function stepsOf({ steps, work, coordinates }: Summary): [string, string] {
  if (coordinates?.used === "joints" && !coordinates.stepsInBodies)
    return [words.methodSteps, words.inJoints(steps)];
  const text = work.rejected > 0 ? words.triedAgain(steps, work.rejected) : String(steps);
  return [words.methodSteps, text];
}
