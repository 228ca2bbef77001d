import { Component } from "../base/component";
import { PorthosSim } from "../element/define";
import { engine } from "../engine/pool";
import { galleryText } from "../models/texts";
import { filesUsedBy } from "../models/used-files";
import { EnergyBars } from "../parts/energy-bars";
import type { Clock } from "../study/clock";
import { currentLanguage } from "./language";
import { currentTheme, themeChanged } from "./theme";

/** Duration of the run on the landing page, s. */
const duration = 40;

/** Share of the model's view that is shown: the picture is wide and low, so the whole view would make the figure small. */
const closeness = 0.64;

/** A gallery model that runs without its workbench, and its energies as two bars. */
export class LiveFigure extends Component {
  readonly element = new PorthosSim();

  constructor(
    readonly model: string,
    /** Is shown until the first picture. */
    readonly poster: HTMLElement,
  ) {
    super();
    const { element } = this;
    element.className = "first-sim";
    element.lang = currentLanguage();
    element.setAttribute("controls", "none");
    element.setAttribute("loop", "");
    this.#recolor();
    this.follow(themeChanged, () => this.#recolor());
  }

  /** Shows the simulation in `place` and its bars in `room`; `isAsked`: the reader started it, so it plays in any case. */
  async show(place: HTMLElement, room: HTMLElement, isAsked: boolean): Promise<Clock> {
    const { element } = this;
    engine.start();
    const text = closer((await galleryText(this.model)) ?? "");
    engine.readAhead({ text, files: await filesUsedBy(text) });
    element.model = text;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.beginning = { settings: { until: duration }, plays: isAsked || !still };
    place.append(element);
    const lab = await element.ready();
    const bars = this.own(new EnergyBars(lab.experiment, lab.clock));
    room.replaceChildren(bars.element);
    await lab.shown;
    if (isAsked) lab.clock.play();
    place.classList.add("is-live");
    this.poster.remove();
    this.follow(lab.clock.changed, () => (place.dataset["time"] = String(lab.clock.time)));
    return lab.clock;
  }

  #recolor(): void {
    this.element.setAttribute("theme", currentTheme());
    this.element.recolor();
  }
}

/** The text with a narrower view. */
function closer(text: string): string {
  const model = JSON.parse(text) as { view?: { camera?: { width?: number } } };
  const camera = model.view?.camera;
  if (camera?.width !== undefined) camera.width *= closeness;
  return JSON.stringify(model);
}
