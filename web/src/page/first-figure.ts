import { Component } from "../base/component";
import { button, h } from "../base/dom";
import { icon, setIcon } from "../parts/icons";
import type { Clock } from "../study/clock";
import { words } from "../words/words";
import { currentTheme, themeChanged } from "./theme";

/** The model of the landing page. */
export const firstModel = "slider-crank";

/**
 * The figure of the landing page: a poster, which a running simulation replaces. If motion is to be reduced or data to
 * be saved, the reader starts it.
 */
export class FirstFigure extends Component {
  readonly element: HTMLElement;
  readonly #poster = h("img", { class: "first-poster", alt: "", width: 600, height: 400 });
  readonly #picture = icon("play");
  readonly #start = button(
    { class: "first-start", "aria-label": words.startFigure },
    [this.#picture],
    () => void this.#run(true),
  );
  readonly #place: HTMLElement;
  readonly #bars: HTMLElement;
  #clock: Clock | null = null;

  constructor() {
    super();
    this.#place = h("div", { class: "first-place" }, this.#poster, this.#start);
    const isStill = startsByHand();
    // The bars have their room from the start, so that nothing moves down when they come.
    this.#bars = h("div", { class: isStill ? "" : "first-bars" });
    this.element = h(
      "figure",
      { class: "first-figure" },
      this.#place,
      this.#bars,
      h(
        "figcaption",
        {},
        `${words.firstHint} `,
        h("a", { href: `#model=${firstModel}` }, words.openThisModel),
      ),
    );
    this.#recolor();
    this.follow(themeChanged, () => this.#recolor());
    this.#start.hidden = !isStill;
    // The list is drawn first: the engine takes longer than one picture.
    if (!isStill) window.setTimeout(() => this.element.isConnected && void this.#run(false));
  }

  #recolor(): void {
    this.#poster.src = `./posters/${firstModel}.${currentTheme()}.webp`;
  }

  async #run(isAsked: boolean): Promise<void> {
    if (this.#clock) return this.#clock.toggle();
    this.#start.hidden = true;
    try {
      const { LiveFigure } = await import("./live-figure");
      if (!this.element.isConnected) return;
      const live = this.own(new LiveFigure(firstModel, this.#poster));
      this.#follow(await live.show(this.#place, this.#bars, isAsked));
    } catch {
      this.#start.hidden = false; // the poster stays, and the reader can try again
    }
  }

  /** The button becomes one that pauses and plays. */
  #follow(clock: Clock): void {
    this.#clock = clock;
    this.#place.append(this.#start); // above the figure
    this.#start.classList.add("small");
    this.#start.hidden = false;
    let was: boolean | undefined;
    const show = (): void => {
      if (was === clock.isPlaying) return;
      was = clock.isPlaying;
      setIcon(this.#picture, was ? "pause" : "play");
      this.#start.setAttribute("aria-label", was ? words.pause : words.play);
    };
    show();
    this.follow(clock.changed, show);
  }
}

function startsByHand(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return (
    window.matchMedia("(prefers-reduced-motion: reduce)").matches || connection?.saveData === true
  );
}
