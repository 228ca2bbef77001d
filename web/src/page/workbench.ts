import { Component } from "../base/component";
import { h } from "../base/dom";
import { PorthosSim } from "../element/define";
import type { Lab } from "../element/lab";
import type { GalleryModel } from "../models/load-model";
import { fileNameOf, isBlankDrawing, ownId } from "../models/own";
import { rememberModel } from "../models/recent";
import { listenToHotkeys, type Actions } from "../parts/hotkeys";
import type { Shared } from "../study/link";
import "../styles/prose.css";
import "../styles/tabs.css";
import "../styles/tasks.css";
import { earlyWords } from "../words/languages";
import { words } from "../words/words";
import { DrawButton } from "./draw-button";
import { skipLink } from "./header";
import { openHelp } from "./help";
import { currentLanguage } from "./language";
import type { Page } from "./page";
import { currentTheme, themeChanged, toggleTheme } from "./theme";
import { WorkbenchHeader } from "./workbench-header";
import { WorkbenchTabs, type Beside } from "./workbench-tabs";

/** Opens one model: the element with all its parts, and the model's page, its text and its data. */
export async function openWorkbench(model: GalleryModel, shared: Shared): Promise<Page> {
  const sim = new PorthosSim();
  sim.lang = currentLanguage(); // it is opened before it is in the page
  sim.setAttribute("controls", "all");
  sim.model = shared.text ?? model.text;
  const plays = shared.time === 0 && !isBlankDrawing(sim.model);
  sim.beginning = { settings: shared.settings, time: shared.time, plays };
  let bench: Workbench | undefined = undefined as Workbench | undefined;
  sim.onShowProblem = () => bench?.showText();
  bench = new Workbench(sim, await sim.ready(), model, shared);
  return bench;
}

class Workbench extends Component implements Page {
  readonly element: HTMLElement;
  readonly title: string;
  readonly #heading: HTMLElement;
  readonly #lede: HTMLElement;
  readonly #main = h("main", {
    ...{
      class: "workbench",
      "data-status": "reading",
      "data-runs": 0,
      "data-beside": "",
      tabindex: -1,
    },
  });
  readonly #header: WorkbenchHeader;
  readonly #tabs: WorkbenchTabs;
  readonly #draw: DrawButton;
  /** There is room for the figure beside a tab. */
  readonly #isWide = matchMedia("(min-width: 66rem)");

  constructor(
    readonly sim: PorthosSim,
    readonly lab: Lab,
    readonly model: GalleryModel,
    shared: Shared,
  ) {
    super();
    this.title = `${model.name} · Porthos`;
    this.#heading = h("h1", { tabindex: -1, lang: "en" }, model.name);
    this.#lede = h("p", { class: "lede", lang: "en" }, model.description);
    const fileName = (): string => fileNameOf(model.id, lab.experiment.description?.name ?? "");
    const onHelp = (): void => openHelp(actions);
    this.#header = this.own(new WorkbenchHeader(lab, model, fileName, onHelp));
    const onShow = (beside: Beside): void => this.#arrange(beside);
    this.#tabs = this.own(new WorkbenchTabs(lab, model, fileName, onShow));
    if (model.id === ownId) this.showText(); // it has no page to read
    const draw = this.own(new DrawButton(lab, () => this.#showBoard()));
    this.#draw = draw;
    const actions: Actions = {
      ...lab.actions,
      draw: () => {
        if (!draw.isUsable) return false;
        void draw.open();
        return true;
      },
      ...this.#header.actions,
      edit: () => this.showText(),
      colours: toggleTheme,
      gallery: () => void (location.hash = ""),
      help: onHelp,
    };
    this.#fillMain(shared);
    const skip = skipLink(words.skipToSimulation, () => this.#main);
    this.element = h("div", { class: "page" }, skip, this.#header.element, this.#main);
    this.#followLab();
    this.follow(themeChanged, () => this.#recolor());
    this.#recolor();
    const rearrange = (): void => {
      if (this.#main.dataset["beside"] === "modes") this.#arrange("modes");
    };
    this.#isWide.addEventListener("change", rearrange);
    this.atEnd(listenToHotkeys(actions), () =>
      this.#isWide.removeEventListener("change", rearrange),
    );
  }

  focus(): void {
    this.#heading.focus();
  }

  showText(): void {
    this.#tabs.showText();
  }

  /** Where there is room, the text stands beside the board. */
  #showBoard(): void {
    if (this.#isWide.matches) this.showText();
  }

  #fillMain(shared: Shared): void {
    const { model } = this;
    const fault = shared.fault && earlyWords[currentLanguage()][shared.fault];
    this.#main.append(
      h(
        "div",
        { class: "title-block" },
        h("div", { class: "title-head" }, this.#heading, this.lab.makeAccuracyNote()),
        this.#lede,
        fault ? h("p", { class: "link-fault", role: "alert" }, fault) : "",
      ),
      this.sim,
      this.#tabs.element,
    );
    if (!model.markdown && model.source)
      this.#main.append(h("footer", { class: "source" }, words.source(model.source)));
  }

  #followLab(): void {
    const { experiment, clock } = this.lab;
    const { model } = this;
    this.follow(experiment.described, ({ name, description }) => {
      this.#heading.textContent = name || model.name;
      this.#lede.textContent = description;
      document.title = `${name || model.name} · Porthos`;
    });
    this.follow(experiment.changed, ({ status, text, description }) => {
      this.#main.dataset["status"] = status;
      if (status !== "reading" && status !== "computing")
        this.#main.dataset["runs"] = String(Number(this.#main.dataset["runs"]) + 1);
      const isOwn = (model.id === ownId || text !== model.text) && !isBlankDrawing(text);
      if (status === "finished" && isOwn)
        rememberModel({ name: description?.name || model.name, text });
      const isDrawn = status === "refused" && this.#draw.isDrawing; // nothing drawn is lost by a problem
      if (status === "finished" || status === "failed" || isDrawn)
        void this.#header.link(clock.isPlaying ? 0 : clock.time).then((hash) => {
          if (this.element.isConnected) history.replaceState(null, "", hash);
        });
    });
  }

  /**
   * Keeps the figure visible next to a tab that acts on it: beside the tab, or above it on a narrow
   * screen.
   */
  #arrange(beside: Beside): void {
    const main = this.#main;
    const isSame = main.dataset["beside"] === (beside ?? "");
    main.dataset["beside"] = beside ?? "";
    const controls = beside === "modes" && !this.#isWide.matches ? "transport view" : "all";
    if (this.sim.getAttribute("controls") !== controls) this.sim.setAttribute("controls", controls);
    if (isSame || !main.isConnected) return;
    this.#tabs.element.scrollIntoView({ block: controls === "all" ? "nearest" : "start" });
  }

  #recolor(): void {
    this.sim.setAttribute("theme", currentTheme());
    this.sim.recolor();
    this.#tabs.recolor();
  }
}
