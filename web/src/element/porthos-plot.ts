import type { PlottedRun, PorthosPlot as PublicPlot } from "../../../bindings/js/element";
import { h } from "../base/dom";
import { readPlots, type Plotted } from "../study/plotted";
import plot from "../styles/plot.css?inline";
import shell from "../styles/shell.css?inline";
import tokens from "../styles/tokens.css?inline";
import { earlyWords, languageOf } from "../words/languages";
import { hasFlag, languageAround } from "./attributes";
import { labs } from "./inside";
import type { Lab } from "./lab";
import { loadLab, type LabModule } from "./load-lab";
import type { PlotView } from "./plot-view";
import { PorthosSim } from "./porthos-sim";
import { makeSheet } from "./sheet";

/** Modules that name this class can also be imported outside of pages. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const dark = "(prefers-color-scheme: dark)";

/**
 * <porthos-plot>: columns of the run of a <porthos-sim>, or of a run of the library, in one plot.
 * docs/embedding.md describes it.
 */
export class PorthosPlot extends Base implements PublicPlot {
  static readonly observedAttributes = ["for", "plot", "controls", "theme"];
  readonly #base = h("div", { class: "porthos plot-base", part: "base" });
  readonly #note = h("p", { class: "note", role: "status" });
  #run: PlottedRun | null = null;
  /** What is shown: a simulation or a run. */
  #shown: Lab | PlottedRun | null = null;
  #view: PlotView | null = null;
  #ends: (() => void)[] = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [makeSheet(tokens, shell, plot)];
    this.#base.append(this.#note);
    root.append(this.#base);
  }

  connectedCallback(): void {
    const root = this.getRootNode();
    // These events do not bubble. A simulation may also be added to the page after its plot.
    const onLoad = ({ target }: Event): void => {
      if (target instanceof PorthosSim && target.id === this.htmlFor) this.#follow();
    };
    root.addEventListener("load", onLoad, true);
    this.#ends.push(() => root.removeEventListener("load", onLoad, true));
    for (const query of [dark, "(forced-colors: active)"].map((text) => matchMedia(text))) {
      const onChange = (): void => this.#showTheme();
      query.addEventListener("change", onChange);
      this.#ends.push(() => query.removeEventListener("change", onChange));
    }
    this.#base.lang = languageOf([languageAround(this), ...navigator.languages]);
    this.#showTheme();
    this.#follow();
  }

  disconnectedCallback(): void {
    for (const end of this.#ends.splice(0)) end();
    // An element that is only moved is reconnected immediately.
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    if (name === "theme") this.#showTheme();
    else if (name === "for") this.#follow();
    else this.#view?.show(this.#plotted, this.controls);
  }

  get htmlFor(): string {
    return this.getAttribute("for") ?? "";
  }

  set htmlFor(id: string) {
    this.setAttribute("for", id);
  }

  get plot(): string {
    return this.getAttribute("plot") ?? "";
  }

  set plot(plot: string) {
    this.setAttribute("plot", plot);
  }

  get controls(): boolean {
    return hasFlag(this, "controls");
  }

  set controls(controls: boolean) {
    this.toggleAttribute("controls", controls);
  }

  get run(): PlottedRun | null {
    return this.#run;
  }

  set run(run: PlottedRun | null) {
    this.#run = run;
    if (this.isConnected) this.#follow();
  }

  get time(): number {
    return this.#view?.time ?? 0;
  }

  seek(t: number): void {
    if (!Number.isFinite(t)) throw new RangeError(`seek: ${t} is not a time`);
    this.#view?.seek(t);
  }

  get #plotted(): Plotted | undefined {
    return readPlots(this.plot)[0];
  }

  /** The run of the property, or else the simulation that the attribute names, once it is loaded. */
  get #wanted(): Lab | PlottedRun | null {
    if (this.#run) return this.#run;
    const root = this.getRootNode();
    const isRoot = root instanceof Document || root instanceof ShadowRoot;
    const named = this.htmlFor && isRoot ? root.getElementById(this.htmlFor) : null;
    return (named && labs.get(named)) ?? null;
  }

  /** Shows the run that is wanted now. */
  #follow(): void {
    const wanted = this.#wanted;
    if (wanted === this.#shown && (this.#view || !wanted)) return;
    this.#close();
    this.#shown = wanted;
    if (wanted) void this.#open(wanted);
  }

  async #open(wanted: Lab | PlottedRun): Promise<void> {
    const early = earlyWords[languageOf([this.#base.lang])];
    this.#note.textContent = early.loading;
    try {
      const module = await loadLab();
      this.#base.lang = await module.speak(languageOf([this.#base.lang]));
      if (this.#shown !== wanted) return;
      this.#make(wanted, module);
      this.#note.textContent = "";
    } catch (error) {
      if (this.#shown !== wanted) return;
      this.#shown = null;
      this.#note.textContent = early.failed;
      throw error;
    }
  }

  #make(wanted: Lab | PlottedRun, module: LabModule): void {
    const sheets = this.shadowRoot?.adoptedStyleSheets;
    if (sheets?.length === 1) sheets.push(...module.labSheets());
    const source = "experiment" in wanted ? module.simSource(wanted) : module.runSource(wanted);
    const view = new module.PlotView(source);
    this.#view = view;
    this.#base.append(view.element);
    view.sought.on((t) => this.dispatchEvent(new CustomEvent("seek", { detail: { t } })));
    view.show(this.#plotted, this.controls);
  }

  #close(): void {
    this.#view?.dispose();
    this.#view?.element.remove();
    this.#view = null;
    this.#shown = null;
  }

  #showTheme(): void {
    const asked = this.getAttribute("theme");
    const isDark = asked === "dark" || (asked !== "light" && matchMedia(dark).matches);
    this.#base.dataset["theme"] = isDark ? "dark" : "light";
    this.#view?.recolor();
  }
}
