import { h } from "../base/dom";
import { readPlots } from "../study/plotted";
import { earlyWords, languageOf } from "../words/languages";
import {
  hasFlag,
  knobsOf,
  languageAround,
  posterOf,
  startOf,
  type InitialState,
} from "./attributes";
import { dispatchEvents } from "./events";
import type { Lab } from "./lab";
import { loadLab, type LabModule } from "./load-lab";
import { readParts } from "./parts";
import { Poster } from "./poster";
import { Progress } from "./progress";

export type Given = string | object | null;

/** The properties of an element that its inside reads. */
export interface Outside extends HTMLElement {
  readonly files: { readonly [name: string]: string };
  readonly beginning: InitialState;
  readonly onShowProblem: (() => void) | undefined;
}

/** The loaded simulations of elements, for plots. */
export const labs = new WeakMap<Element, Lab>();

/** The inside of an element: its poster, and its simulation once that is loaded. */
export class Inside {
  readonly base: HTMLElement;
  readonly poster = new Poster(() => void this.start());
  /** The simulation, once it is loaded. */
  live: Lab | null = null;
  /** The model as a property; null: an attribute names it. */
  given: Given = null;
  /** The model's page as a property; null: that of the attribute or the gallery. */
  page: string | null = null;
  readonly progress: Progress;
  #lab: Promise<Lab> | null = null;
  #isInView = false;

  constructor(
    readonly element: Outside,
    readonly systemTheme: MediaQueryList | undefined,
  ) {
    this.progress = new Progress(element);
    this.base = h("div", { class: "porthos", part: "base" }, this.poster.element);
  }

  /** The simulation; it is loaded if necessary. */
  ready(): Promise<Lab> {
    return (this.#lab ??= this.#open());
  }

  /** Loads the simulation and plays it. */
  async start(): Promise<void> {
    const lab = await this.ready();
    await lab.shown;
    lab.clock.play();
  }

  /** Loads the simulation, unless the reader has to start it. */
  begin(): void {
    if (this.element.getAttribute("reveal") === "interaction" || this.#lab) return;
    this.ready().catch(() => undefined); // the note shows the fault
  }

  /** Opens another model. */
  reopen(): void {
    const { element } = this;
    if (this.live) this.live.again();
    else if (element.isConnected && element.getAttribute("loading") !== "lazy") this.begin();
  }

  close(): void {
    this.live?.dispose();
    this.live?.element.remove();
    this.live = null;
    labs.delete(this.element);
    this.progress.end();
    this.#lab = null;
    this.base.prepend(this.poster.element);
    this.showPoster();
  }

  /** The clock runs only while the element is in view. */
  setInView(isInView: boolean): void {
    this.#isInView = isInView;
    this.live?.playback.setLive(isInView);
  }

  showLanguage(): void {
    this.base.lang = languageOf([languageAround(this.element), ...navigator.languages]);
    this.poster.label(this.#words.start);
  }

  showTheme(): void {
    const asked = this.element.getAttribute("theme");
    const isDark = asked === "dark" || (asked !== "light" && this.systemTheme?.matches === true);
    this.base.dataset["theme"] = isDark ? "dark" : "light";
    this.live?.recolored.emit();
  }

  showPoster(): void {
    const theme = this.base.dataset["theme"] === "dark" ? "dark" : "light";
    const picture = posterOf(this.element, this.given !== null, theme);
    this.poster.show(picture, this.element.getAttribute("reveal") === "interaction");
  }

  /** Shows the parts and parameters that the attributes name. */
  arrange(lab: Lab): void {
    lab.parts.setKnobs(knobsOf(this.element));
    lab.experiment.attention.plots = readPlots(this.element.getAttribute("traces"));
    lab.parts.choose(readParts(this.element.getAttribute("controls")));
    lab.clock.loops = hasFlag(this.element, "loop");
  }

  /** Reads the model's page if its tasks are shown. */
  async readPage(lab: Lab): Promise<void> {
    const { element } = this;
    if (!readParts(element.getAttribute("controls")).has("tasks")) return;
    const { pageOf } = await loadLab();
    const page = await pageOf({
      given: this.page,
      address: element.getAttribute("page"),
      inline: element.querySelector('script[type$="markdown"]')?.textContent ?? null,
      model: this.given === null ? element.getAttribute("model") : null,
    });
    lab.parts.setPage(page);
  }

  /** The texts that are shown before the simulation is loaded. */
  get #words() {
    return earlyWords[languageOf([this.base.lang])];
  }

  async #open(): Promise<Lab> {
    const { element, poster } = this;
    this.showLanguage();
    poster.say(this.#words.loading, false);
    try {
      const module = await loadLab();
      this.base.lang = await module.speak(languageOf([this.base.lang]));
      const lab = new module.Lab(element.onShowProblem);
      element.shadowRoot?.adoptedStyleSheets.push(...module.labSheets());
      this.live = lab;
      labs.set(element, lab);
      this.arrange(lab);
      this.progress.begin(lab);
      dispatchEvents(element, lab, () => this.progress.present);
      const open = (): void => void this.#read(lab, module);
      lab.again = open;
      lab.stagePanel.element.append(poster.element);
      this.base.append(lab.element);
      lab.playback.setLive(this.#isInView);
      open();
      void lab.shown.then(() => {
        const fallback = element.querySelector(":scope > :not(script)");
        poster.uncover(!lab.experiment.trajectory && fallback !== null);
      });
      return lab;
    } catch (error) {
      this.#lab = null;
      poster.say(this.#words.failed, true);
      throw error;
    }
  }

  /** Finds the model and opens it. */
  async #read(lab: Lab, { sourceOf }: LabModule): Promise<void> {
    const { element } = this;
    try {
      const source = await sourceOf({
        given: this.given,
        files: element.files,
        src: element.getAttribute("src"),
        model: element.getAttribute("model"),
        inline: element.querySelector('script[type$="json"]')?.textContent ?? null,
      });
      await this.readPage(lab);
      await lab.open(source, startOf(element, element.beginning));
    } catch (error) {
      lab.experiment.fail(error instanceof Error ? error.message : String(error));
    }
  }
}
