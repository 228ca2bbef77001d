import type {
  PorthosSim as PublicElement,
  SimOutcome,
  SimSettings,
  SimSnapshot,
} from "../../../bindings/js/element";
import tokens from "../styles/tokens.css?inline";
import shell from "../styles/shell.css?inline";
import { galleryPoster } from "../models/posters";
import { button, h } from "../base/dom";
import { icon } from "../parts/icons";
import { earlyWords, languageOf } from "../words/languages";
import type { Lab } from "./lab";
import { loadLab } from "./load-lab";
import { readValues, wordsOf } from "../base/word-list";
import { readParts } from "./parts";
import { makeSheet } from "./sheet";

type Given = string | object | null;

/** Modules that name this class can be imported where there are no pages. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

let sheet: CSSStyleSheet | undefined;

/**
 * <porthos-sim>: a poster until it is revealed, then one simulation with the parts that `controls`
 * names. docs/embedding.md describes attributes, events and custom properties.
 */
export class PorthosSim extends Base implements PublicElement {
  static readonly observedAttributes = [
    ...["src", "model", "page", "set", "controls", "knobs", "locked", "loop", "poster", "theme"],
  ];
  readonly #base: HTMLElement;
  readonly #poster: HTMLElement;
  readonly #reveal: HTMLButtonElement;
  readonly #note: HTMLElement;
  readonly #system = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  readonly #forced = globalThis.matchMedia?.("(forced-colors: active)");
  #given: Given = null;
  #lab: Promise<Lab> | null = null;
  #live: Lab | null = null;
  #seen: IntersectionObserver | null = null;
  #isInView = false;
  #lastTime = NaN;
  files: { readonly [name: string]: string } = {};
  /** The model's page; null: what the attribute or the gallery has. */
  #page: string | null = null;
  /** For pages that show the model's text beside the element. */
  onShowProblem: (() => void) | undefined;
  /** Settings and moment to begin with that no attribute can say. */
  beginning: { settings?: SimSettings; time?: number; plays?: boolean } = {};

  constructor() {
    super();
    this.#reveal = button(
      { class: "reveal", part: "reveal" },
      [icon("play")],
      () => void this.play(),
    );
    this.#note = h("p", { class: "note", role: "status" });
    const fallback = h("div", { class: "fallback" }, h("slot"));
    this.#poster = h(
      "div",
      { class: "poster", part: "poster" },
      this.#reveal,
      this.#note,
      fallback,
    );
    this.#base = h("div", { class: "porthos", part: "base" }, this.#poster);
    const root = this.attachShadow({ mode: "open" });
    sheet ??= makeSheet(tokens, shell);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#base);
  }

  connectedCallback(): void {
    this.#showLanguage();
    this.#showTheme();
    this.#showPoster();
    for (const query of [this.#system, this.#forced])
      query?.addEventListener("change", this.#showTheme);
    const isLazy = this.getAttribute("loading") === "lazy";
    this.#seen = new IntersectionObserver(
      (entries) => {
        this.#isInView = entries.at(-1)?.isIntersecting ?? false;
        if (this.#isInView && isLazy) this.#begin();
        this.#live?.setLive(this.#isInView);
      },
      { rootMargin: "100px" },
    );
    this.#seen.observe(this);
    if (!isLazy) queueMicrotask(() => this.isConnected && this.#begin());
  }

  disconnectedCallback(): void {
    this.#seen?.disconnect();
    for (const query of [this.#system, this.#forced])
      query?.removeEventListener("change", this.#showTheme);
    // An element that is only moved is back at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    if (name === "theme") this.#showTheme();
    else if (name === "poster") this.#showPoster();
    else if (name === "src" || name === "model") this.#reopen();
    else if (this.#live) {
      if (name === "page" || name === "controls") void this.#readPage(this.#live);
      if (name === "set") void this.set(readValues(after));
      this.#arrange(this.#live);
    }
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(src: string) {
    this.setAttribute("src", src);
  }

  get model(): Given {
    return this.#given ?? this.getAttribute("model");
  }

  set model(model: Given) {
    this.#given = model;
    this.#reopen();
  }

  get page(): string | null {
    return this.#page;
  }

  set page(page: string | null) {
    this.#page = page;
    if (this.#live) void this.#readPage(this.#live);
  }

  get time(): number {
    return this.#live?.clock.time ?? 0;
  }

  get playing(): boolean {
    return this.#live?.clock.isPlaying ?? false;
  }

  get settings(): SimSettings {
    return this.#live ? { ...this.#live.experiment.settings } : {};
  }

  async play(): Promise<void> {
    const lab = await this.ready();
    await lab.shown;
    lab.clock.play();
  }

  pause(): void {
    this.#live?.clock.pause();
  }

  async seek(t: number): Promise<void> {
    if (!Number.isFinite(t)) throw new RangeError(`seek: ${t} is not a time`);
    const lab = await this.ready();
    await lab.shown;
    lab.clock.seek(t);
  }

  async set(values: { [parameter: string]: number }): Promise<SimOutcome> {
    const { experiment } = await this.ready();
    return this.run({ set: { ...experiment.settings.set, ...values } });
  }

  async run(settings: SimSettings = {}): Promise<SimOutcome> {
    const { experiment, shown } = await this.ready();
    if (!experiment.description) await shown;
    await experiment.change(settings as Partial<typeof experiment.settings>, true);
    return experiment.outcome;
  }

  async snapshot({ picture = false } = {}): Promise<SimSnapshot> {
    const lab = await this.ready();
    await lab.shown;
    const { trajectory } = lab.experiment;
    const t = lab.clock.time;
    return {
      t,
      end: trajectory?.end ?? 0,
      playing: lab.clock.isPlaying,
      settings: this.settings,
      values: Object.fromEntries(
        (trajectory?.columns ?? []).map(({ name }, i) => [name, trajectory?.valueAt(t, i) ?? NaN]),
      ),
      ...(picture ? { picture: lab.picture() } : {}),
    };
  }

  /** Everything inside, loaded if it is not yet. For pages that are made of the same parts. */
  ready(): Promise<Lab> {
    return (this.#lab ??= this.#open());
  }

  /** Tells the element that colours which it inherits have changed. */
  recolor(): void {
    this.#showTheme();
  }

  #showLanguage(): void {
    this.#base.lang = languageOf([this.#ownLanguage(), ...navigator.languages]);
    this.#reveal.setAttribute("aria-label", this.#words.start);
  }

  /** What is said before the parts are there, in the language of the place. */
  get #words() {
    return earlyWords[languageOf([this.#base.lang])];
  }

  /** The `lang` of the element or of what it stands in; "" where nothing says it. */
  #ownLanguage(): string {
    for (let at: Element | null = this; at;) {
      const found: Element | null = at.closest("[lang]");
      if (found) return found.getAttribute("lang") ?? "";
      const root: Node = at.getRootNode();
      at = root instanceof ShadowRoot ? root.host : null;
    }
    return "";
  }

  #begin(): void {
    if (this.getAttribute("reveal") === "interaction" || this.#lab) return;
    this.ready().catch(() => undefined); // the note says what is wrong
  }

  async #open(): Promise<Lab> {
    this.#showLanguage();
    this.#reveal.hidden = true;
    this.#note.textContent = this.#words.loading;
    try {
      const module = await loadLab();
      this.#base.lang = await module.speak(languageOf([this.#base.lang]));
      const lab = new module.Lab(this.onShowProblem);
      this.shadowRoot?.adoptedStyleSheets.push(...module.labSheets());
      this.#live = lab;
      this.#arrange(lab);
      this.#listen(lab);
      const open = async (): Promise<void> => {
        try {
          const source = await module.sourceOf({
            given: this.#given,
            files: this.files,
            src: this.getAttribute("src"),
            model: this.getAttribute("model"),
            inline: this.querySelector('script[type$="json"]')?.textContent ?? null,
          });
          await this.#readPage(lab);
          await lab.open(source, this.#start());
        } catch (error) {
          lab.experiment.fail(error instanceof Error ? error.message : String(error));
        }
      };
      lab.again = () => void open();
      lab.cover(this.#poster);
      this.#base.append(lab.element);
      lab.setLive(this.#isInView);
      void open();
      void lab.shown.then(() => this.#uncover(lab));
      return lab;
    } catch (error) {
      this.#lab = null;
      this.#reveal.hidden = false;
      this.#note.textContent = this.#words.failed;
      throw error;
    }
  }

  /** Tasks need the model's page. */
  async #readPage(lab: Lab): Promise<void> {
    if (!readParts(this.getAttribute("controls")).has("tasks")) return;
    const { pageOf } = await loadLab();
    lab.setPage(
      await pageOf({
        given: this.#page,
        address: this.getAttribute("page"),
        inline: this.querySelector('script[type$="markdown"]')?.textContent ?? null,
        model: this.#given === null ? this.getAttribute("model") : null,
      }),
    );
  }

  #start() {
    const { settings = {}, time, plays } = this.beginning;
    const number = (name: string): object => {
      const value = Number(this.getAttribute(name));
      return value > 0 ? { [name]: value } : {};
    };
    const method = this.getAttribute("method");
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return {
      settings: {
        inputs: {},
        ...number("until"),
        ...number("step"),
        ...(method ? { method } : {}),
        ...(settings as object),
        set: { ...readValues(this.getAttribute("set")), ...settings.set },
      },
      time: time ?? Math.max(0, Number(this.getAttribute("t")) || 0),
      plays: (plays ?? this.hasAttribute("autoplay")) && !isStill,
    };
  }

  #arrange(lab: Lab): void {
    const knobs = this.getAttribute("knobs");
    lab.setKnobs({
      shown: knobs === null ? null : wordsOf(knobs),
      locked: new Set(wordsOf(this.getAttribute("locked"))),
      given: readValues(this.getAttribute("set")),
    });
    lab.setParts(readParts(this.getAttribute("controls")));
    lab.clock.loops = this.hasAttribute("loop");
  }

  #listen({ experiment, clock, answered }: Lab): void {
    const tell = (type: string, detail: unknown): void => {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    };
    experiment.described.on((description) => tell("load", description));
    answered.on((detail) => tell("task", detail));
    experiment.adjusted.on(() => tell("change", this.settings));
    experiment.changed.on(({ status, problems, message, outcome }) => {
      if (status === "reading" || status === "computing") return;
      if (status === "broken" || problems.length > 0) tell("problem", { message, problems });
      tell("outcome", outcome);
    });
    clock.changed.on(({ time }) => {
      if (time === this.#lastTime) return;
      this.#lastTime = time;
      tell("frame", { t: time });
    });
  }

  /** Takes the poster away; what stands inside the element is shown where there is no figure. */
  #uncover({ experiment }: Lab): void {
    this.#note.textContent = "";
    const isFallback = !experiment.trajectory && this.querySelector(":scope > :not(script)");
    if (isFallback) this.#poster.classList.add("is-fallback");
    else this.#poster.remove();
  }

  #reopen(): void {
    if (this.#live) this.#live.again();
    else if (this.isConnected && this.getAttribute("loading") !== "lazy") this.#begin();
  }

  #close(): void {
    this.#live?.dispose();
    this.#live?.element.remove();
    this.#live = null;
    this.#lab = null;
    this.#poster.classList.remove("is-fallback");
    this.#base.prepend(this.#poster);
    this.#showPoster();
  }

  #showPoster(): void {
    const poster = this.getAttribute("poster") ?? this.#galleryPoster();
    this.#poster.style.backgroundImage = poster ? `url(${JSON.stringify(poster)})` : "";
    this.#reveal.hidden = this.getAttribute("reveal") !== "interaction";
    this.#note.textContent = "";
  }

  /** The poster of the gallery's model, unless a text of one's own takes its place. */
  #galleryPoster(): string {
    const model = this.getAttribute("model");
    if (this.#given !== null || this.hasAttribute("src") || !/^[\w-]+$/.test(model ?? ""))
      return "";
    return galleryPoster(model ?? "", this.#base.dataset["theme"] === "dark" ? "dark" : "light");
  }

  readonly #showTheme = (): void => {
    const asked = this.getAttribute("theme");
    const isDark = asked === "dark" || (asked !== "light" && this.#system?.matches === true);
    this.#base.dataset["theme"] = isDark ? "dark" : "light";
    this.#live?.recolored.emit();
  };
}
