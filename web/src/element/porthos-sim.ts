import type {
  PorthosSim as PublicElement,
  SimOutcome,
  SimProgress,
  SimSettings,
  SimSnapshot,
} from "../../../bindings/js/element";
import { readValues } from "../base/word-list";
import shell from "../styles/shell.css?inline";
import tokens from "../styles/tokens.css?inline";
import { isAddress, type InitialState } from "./attributes";
import { Inside, type Given } from "./inside";
import type { Lab } from "./lab";
import { makeSheet } from "./sheet";

/** Modules that name this class can also be imported outside of pages. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

let sheet: CSSStyleSheet | undefined;

/** Media queries that can change the theme. */
const themeQueries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"];

/**
 * <porthos-sim>: a poster until it is revealed, then one simulation with the parts that `controls`
 * names. docs/embedding.md describes attributes, events and custom properties.
 */
export class PorthosSim extends Base implements PublicElement {
  static readonly observedAttributes = [
    ...["src", "model", "page", "set", "controls", "knobs", "locked", "traces"],
    ...["loop", "poster", "theme"],
  ];
  files: { readonly [name: string]: string } = {};
  /** For pages that show the model's text beside the element. */
  onShowProblem: (() => void) | undefined;
  /** Initial settings and time that no attribute can give. */
  beginning: InitialState = {};
  readonly #inside: Inside;
  /** Ends everything that an element does only while it is in a page. */
  #ends: (() => void)[] = [];

  constructor() {
    super();
    this.#inside = new Inside(this, globalThis.matchMedia?.(themeQueries[0]!));
    const root = this.attachShadow({ mode: "open" });
    sheet ??= makeSheet(tokens, shell);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#inside.base);
  }

  connectedCallback(): void {
    const inside = this.#inside;
    inside.showLanguage();
    inside.showTheme();
    inside.showPoster();
    for (const query of themeQueries.map((text) => matchMedia(text))) {
      const onChange = (): void => inside.showTheme();
      query.addEventListener("change", onChange);
      this.#ends.push(() => query.removeEventListener("change", onChange));
    }
    const isLazy = this.getAttribute("loading") === "lazy";
    const seen = new IntersectionObserver(
      (entries) => {
        const isInView = entries.at(-1)?.isIntersecting ?? false;
        if (isInView && isLazy) inside.begin();
        inside.setInView(isInView);
      },
      { rootMargin: "100px" },
    );
    seen.observe(this);
    this.#ends.push(() => seen.disconnect());
    if (!isLazy) queueMicrotask(() => this.isConnected && inside.begin());
  }

  disconnectedCallback(): void {
    for (const end of this.#ends.splice(0)) end();
    // An element that is only moved is reconnected immediately.
    queueMicrotask(() => {
      if (!this.isConnected) this.#inside.close();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    const inside = this.#inside;
    if (name === "theme") inside.showTheme();
    else if (name === "poster") inside.showPoster();
    else if (name === "src" || name === "model") inside.reopen();
    else if (inside.live) {
      if (name === "page" || name === "controls") void inside.readPage(inside.live);
      if (name === "set") void this.set(readValues(after));
      inside.arrange(inside.live);
    }
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(src: string) {
    this.setAttribute("src", src);
  }

  get model(): Given {
    return this.#inside.given ?? this.getAttribute("model");
  }

  set model(model: Given) {
    this.#inside.given = model;
    this.#inside.reopen();
  }

  get page(): string | null {
    return this.#inside.page;
  }

  set page(page: string | null) {
    const isText = page === null || !isAddress(page);
    this.#inside.page = isText ? page : null;
    if (!isText) this.setAttribute("page", page);
    if (this.#inside.live) void this.#inside.readPage(this.#inside.live);
  }

  get time(): number {
    return this.#inside.live?.clock.time ?? 0;
  }

  get playing(): boolean {
    return this.#inside.live?.clock.isPlaying ?? false;
  }

  get settings(): SimSettings {
    const { live } = this.#inside;
    return live ? { ...live.experiment.settings } : {};
  }

  get progress(): SimProgress {
    return this.#inside.progress.present;
  }

  set progress(progress: Partial<SimProgress>) {
    this.#inside.progress.restore(progress);
  }

  play(): Promise<void> {
    return this.#inside.start();
  }

  pause(): void {
    this.#inside.live?.clock.pause();
  }

  async seek(t: number): Promise<void> {
    if (!Number.isFinite(t)) throw new RangeError(`seek: ${t} is not a time`);
    const lab = await this.ready();
    await lab.shown;
    lab.clock.seek(t);
  }

  get set(): (values: { [parameter: string]: number }) => Promise<SimOutcome> {
    return async (values) => {
      const { experiment } = await this.ready();
      return this.run({ set: { ...experiment.settings.set, ...values } });
    };
  }

  /** Frameworks assign to a property that exists, where a page has an attribute. */
  set set(values: string) {
    this.setAttribute("set", values);
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
      ...(picture ? { picture: lab.capture.picture() } : {}),
    };
  }

  /** The simulation; it is loaded if necessary. For pages that use the same parts. */
  ready(): Promise<Lab> {
    return this.#inside.ready();
  }

  /** Tells the element that inherited colours have changed. */
  recolor(): void {
    this.#inside.showTheme();
  }
}
