import { button, h } from "../base/dom";
import { AxisRange } from "../plots/axis-range";
import type { TimeWindow } from "../plots/time-window";
import { words } from "../words/words";
import type { AxesPanel } from "./axes-panel";
import { icon } from "./icons";
import type { PlotSetting, PlotSubject } from "./plot-setting";
import type { PointRule } from "./point-rule";
import { reveal } from "./reveal";

/** The axes of a plot, and the panel that sets them, which is loaded when it is opened. */
export class PlotTools implements PlotSetting {
  readonly x = new AxisRange();
  readonly y = new AxisRange();
  readonly opener: HTMLButtonElement;
  readonly place = h("div", {});
  subject: PlotSubject | null = null;
  #rule: PointRule = { kind: "path" };
  #panel: AxesPanel | null = null;

  constructor(
    readonly window: TimeWindow,
    readonly onRule: () => void,
  ) {
    const name = { "aria-label": words.axes, title: words.axes, "aria-expanded": "false" };
    this.opener = button({ class: "quiet square", ...name }, [icon("axes")], () => this.#toggle());
  }

  get rule(): PointRule {
    return this.#rule;
  }

  set rule(rule) {
    this.#rule = rule;
    this.onRule();
  }

  /** Continues with another plot; its axes show all of it. */
  begin(subject: PlotSubject | null): void {
    this.subject = subject;
    for (const range of [this.x, this.y]) range.reset();
    this.#panel?.begin();
  }

  /** The curves of the plot have changed. */
  update(): void {
    this.#panel?.update();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #toggle(): void {
    const isOpen = this.opener.getAttribute("aria-expanded") === "true";
    this.opener.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) {
      this.#panel?.dispose();
      this.#panel = null;
      this.place.replaceChildren();
    } else void this.#open();
  }

  async #open(): Promise<void> {
    const { AxesPanel, loadAxesWords } = await import("./axes-panel");
    await loadAxesWords();
    if (this.#panel || this.opener.getAttribute("aria-expanded") !== "true") return;
    this.#panel = new AxesPanel(this);
    this.place.append(this.#panel.element);
    reveal(this.#panel.element);
  }
}
