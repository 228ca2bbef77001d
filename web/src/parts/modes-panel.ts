import { Component } from "../base/component";
import { calmly, h, setText } from "../base/dom";
import { several } from "../engine/mode-history";
import { markKinds, type MarkKind } from "../engine/switch-log";
import type { Trajectory } from "../engine/trajectory";
import { formatNumber } from "../plots/format";
import { ModeBands, modeSwatch } from "../plots/mode-bands";
import { modeWord } from "../plots/mode-words";
import type { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import { words } from "../words/words";

/** Up to this many laws have a band with a name; more have thin bands together. */
const mostNamed = 6;
/** At most this many laws have a band. */
const mostBands = 200;
const named = { height: 16, pitch: 16 };

/** The modes of contacts, dry frictions and one-way laws as bands over time, and in words. */
export class ModesPanel extends Component {
  readonly element = h("section", { class: "mode-bands", "aria-label": words.modes, hidden: true });
  readonly #now = h("p", { class: "modes-now" });
  readonly #list = h("ul", { class: "mode-laws" });
  readonly #legend = h("ul", { class: "mode-legend" });
  #bands: ModeBands[] = [];
  #swatches: { draw(): void }[] = [];
  #values: readonly HTMLElement[] = [];
  #trajectory: Trajectory | null = null;
  /** The laws and the duration of the current bands, and the modes and marks of the legend. */
  #made = "";
  #listed = "";

  constructor(
    readonly clock: Clock,
    /** The displayed part of the run. */
    readonly window: TimeWindow,
  ) {
    super();
    const head = h("div", { class: "trace-head" }, h("h2", {}, words.modes), this.#now);
    this.element.append(head, this.#list, this.#legend);
    this.atEnd(() => this.#clear());
  }

  /** Continues with another run. */
  begin(trajectory: Trajectory): void {
    const { laws } = trajectory.switches;
    this.#trajectory = trajectory;
    this.element.hidden = laws.length === 0;
    const wanted = JSON.stringify([laws.map(({ name }) => name), trajectory.until]);
    if (wanted === this.#made) return;
    this.#made = wanted;
    this.#clear();
    if (laws.length === 0) return;
    this.element.classList.toggle("is-compact", this.#isCompact);
    if (this.#isCompact) this.#makeTogether();
    else this.#makeEach();
  }

  draw(): void {
    const trajectory = this.#trajectory;
    if (!trajectory || this.element.hidden) return;
    const { modes } = trajectory.switches;
    this.#bands.forEach((band, index) =>
      band.setData(
        this.#isCompact ? modes.slice(0, mostBands) : modes.slice(index, index + 1),
        trajectory.end,
      ),
    );
    this.#fillLegend(trajectory);
    this.#swatches.forEach((swatch) => swatch.draw());
    this.#label(trajectory);
  }

  seek(t: number): void {
    if (this.element.hidden) return;
    this.#bands.forEach((band) => band.seek(t));
    this.#showValues();
  }

  get #isCompact(): boolean {
    return (this.#trajectory?.switches.laws.length ?? 0) > mostNamed;
  }

  #clear(): void {
    this.#bands.forEach((band) => band.dispose());
    this.#bands = [];
    this.#values = [];
    this.#list.replaceChildren();
    setText(this.#now, "");
  }

  /** Makes a band with the name of its law, and its mode at the current time. */
  #makeEach(): void {
    const laws = this.#trajectory?.switches.laws ?? [];
    this.#values = laws.map(({ name }, index) => {
      const value = h("span", { class: "mode-now" });
      const host = h("div", { class: "mode-band", role: "img" });
      const line = h("div", { class: "mode-line" }, h("span", { class: "law" }, name), value);
      this.#list.append(h("li", {}, line, host));
      this.#bands.push(this.#makeBands(host, named, () => index));
      return value;
    });
  }

  /** Makes thin bands in one drawing. */
  #makeTogether(): void {
    const laws = this.#trajectory?.switches.laws ?? [];
    const shown = Math.min(laws.length, mostBands);
    const pitch = Math.min(12, Math.max(3, Math.floor(320 / shown)));
    const host = h("div", { class: "mode-band", role: "img" });
    const hint =
      shown < laws.length
        ? `${words.firstLaws(shown, laws.length)} ${words.pointAtBand}`
        : words.pointAtBand;
    this.#list.append(h("li", {}, host, h("p", { class: "hint" }, hint)));
    const height = pitch - (pitch > 4 ? 2 : 1);
    this.#bands.push(this.#makeBands(host, { height, pitch }, (band) => band));
  }

  #makeBands(
    host: HTMLElement,
    size: { readonly height: number; readonly pitch: number },
    lawOf: (band: number) => number,
  ): ModeBands {
    return new ModeBands(host, {
      ...size,
      until: this.#trajectory?.until ?? 0,
      shown: this.window,
      wordOf: modeWord,
      noteOf: (band, t) => this.#noteOf(lawOf(band), t),
      onSeek: (t) => this.clock.seek(t),
    });
  }

  #noteOf(law: number, t: number): string {
    const { laws, modes } = this.#trajectory?.switches ?? { laws: [], modes: [] };
    const mode = modeWord(modes[law]?.at(t) ?? several);
    return `t = ${formatNumber(t, 4)} s\n${laws[law]?.name ?? ""}: ${mode}`;
  }

  readonly #showValues = calmly(() => {
    const trajectory = this.#trajectory;
    if (!trajectory) return;
    const t = this.clock.time;
    const now = trajectory.switches.laws.map(({ column }) => trajectory.valueAt(t, column));
    this.#values.forEach((value, law) => setText(value, modeWord(now[law] ?? several)));
    if (!this.#isCompact) return;
    const modes = [...new Set(now)].sort();
    const counts = modes.map((mode) =>
      words.lawsNow(now.filter((one) => one === mode).length, modeWord(mode)),
    );
    setText(this.#now, counts.join(", "));
  });

  /** The modes that occur in this run, and the marks of its events. */
  #fillLegend({ switches }: Trajectory): void {
    const occurring = new Set(switches.modes.flatMap((history) => [...history.occurring]));
    const modes = [...occurring].sort();
    const { log } = switches;
    const kinds = markKinds.filter((kind) => log.totals[kind] > 0);
    const wanted = JSON.stringify([modes, kinds]);
    if (wanted === this.#listed) return;
    this.#listed = wanted;
    this.#swatches = [];
    const rows = modes.map((mode) => {
      const swatch = modeSwatch(mode);
      this.#swatches.push(swatch);
      return h("li", {}, swatch.element, modeWord(mode));
    });
    this.#legend.replaceChildren(...rows, ...kinds.map(markKey));
  }

  /** Describes the bands for screen readers. */
  #label({ switches, end }: Trajectory): void {
    const hosts = this.#list.querySelectorAll(".mode-band");
    hosts.forEach((host, law) => {
      const own = switches.laws[law];
      const history = switches.modes[law];
      if (this.#isCompact || !own || !history)
        host.setAttribute("aria-label", words.modesOfAll(switches.laws.length));
      else
        host.setAttribute("aria-label", words.modesOf(own.name, sharesOf(history.durations(end))));
    });
  }
}

function markKey(kind: MarkKind): HTMLElement {
  const key = h("span", { class: `mark-key mark-${kind}`, "aria-hidden": "true" });
  return h("li", {}, key, words.marks[kind]);
}

function sharesOf(durations: ReadonlyMap<number, number>): string {
  const all = [...durations.values()].reduce((sum, one) => sum + one, 0);
  if (!(all > 0)) return [...durations.keys()].map(modeWord).join(", ");
  return [...durations]
    .map(([mode, one]) => words.shareOfTime(modeWord(mode), formatNumber((100 * one) / all, 2)))
    .join(", ");
}
