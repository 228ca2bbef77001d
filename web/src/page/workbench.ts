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
import { spokenLanguage, words } from "../words/words";
import { DrawButton } from "./draw-button";
import { skipLink } from "./header";
import { openHelp } from "./help";
import { currentLanguage } from "./language";
import { Lesson } from "../prose/lesson";
import { tableBrought } from "./open-model";
import type { Page } from "./page";
import { TaskDesk, withoutTasks } from "./task-desk";
import { currentTheme, themeChanged, toggleTheme } from "./theme";
import { WorkbenchHeader } from "./workbench-header";
import { WorkbenchTabs, type Beside } from "./workbench-tabs";

/** Opens one model: the element with all its parts, and the model's page, its text and its data. */
export async function openWorkbench(model: GalleryModel, shared: Shared): Promise<Page> {
  const sim = new PorthosSim();
  sim.lang = currentLanguage(); // it is opened before it is in the page
  sim.setAttribute("controls", withoutTasks);
  if (model.traces) sim.setAttribute("traces", model.traces);
  const lesson = new Lesson(model.markdown, shared.page);
  sim.page = lesson.text;
  sim.model = shared.text ?? model.text;
  const plays = shared.time === 0 && !isBlankDrawing(sim.model);
  sim.beginning = { settings: shared.settings, time: shared.time, plays };
  let bench: Workbench | undefined = undefined as Workbench | undefined;
  sim.onShowProblem = () => bench?.showText();
  bench = new Workbench(sim, await sim.ready(), model, shared, lesson);
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
  readonly #desk: TaskDesk;
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
    readonly lesson: Lesson,
  ) {
    super();
    this.title = `${model.name} · Porthos`;
    const lang = languageOfModel(model);
    this.#heading = h("h1", { tabindex: -1, lang }, model.name);
    this.#lede = h("p", { class: "lede", lang }, model.description);
    const fileName = (): string => fileNameOf(model.id, lab.experiment.description?.name ?? "");
    const onHelp = (): void => openHelp(actions);
    this.#header = this.own(new WorkbenchHeader(lab, model, lesson, fileName, onHelp));
    const onShow = (beside: Beside): void => this.#arrange(beside);
    const desk = new TaskDesk(sim, lab, lesson, () => {
      if (this.#main.dataset["beside"]) this.#tabs.showAbout();
    });
    this.#desk = desk;
    const openTask = (number: number): void => desk.open(number);
    this.#tabs = this.own(new WorkbenchTabs(lab, model, lesson, fileName, onShow, openTask));
    if (model.id === ownId) this.showText(); // it has no page to read
    const draw = this.own(new DrawButton(lab, (isOpen) => this.#showBoard(isOpen)));
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
    lab.parts.setPage(lesson.text);
    this.follow(lesson.changed, () => this.#showLesson());
    this.#fillMain(shared);
    const skip = skipLink(words.skipToSimulation, () => this.#main);
    this.element = h("div", { class: "page" }, skip, this.#header.element, this.#main);
    this.#followLab();
    this.follow(themeChanged, () => this.#recolor());
    this.#recolor();
    this.follow(tableBrought, (file) => void this.#takeTable(file));
    const rearrange = (): void => {
      if (this.#main.dataset["beside"] === "modes") this.#arrange("modes");
    };
    this.#isWide.addEventListener("change", rearrange);
    this.atEnd(listenToHotkeys(actions), () =>
      this.#isWide.removeEventListener("change", rearrange),
    );
  }

  /** The tasks were edited. */
  #showLesson(): void {
    const { lesson, lab, sim } = this;
    this.#desk.follow();
    sim.page = lesson.text;
    lab.parts.setPage(lesson.text);
    this.#keepInAddress();
  }

  /** Measured values of the reader stand beside the run. */
  async #takeTable(file: File): Promise<void> {
    const { takeTable } = await import("./take-table");
    await takeTable(file, this.lab);
  }

  focus(): void {
    this.#heading.focus();
  }

  showText(): void {
    this.#tabs.showText();
  }

  /**
   * Where there is room, the text stands beside the board. The figure keeps the board's size, so
   * that nothing jumps when the drawing is played.
   */
  #showBoard(isOpen: boolean): void {
    this.#main.toggleAttribute("data-draws", isOpen);
    if (isOpen) this.#main.toggleAttribute("data-wide", true);
    if (isOpen && this.#isWide.matches) this.showText();
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
        this.#desk.element,
        fault ? h("p", { class: "link-fault", role: "alert" }, fault) : "",
      ),
      this.sim,
      this.#tabs.element,
    );
    if (!model.markdown && model.source)
      this.#main.append(h("footer", { class: "source" }, words.source(model.source)));
  }

  #followLab(): void {
    const { experiment } = this.lab;
    const { model, lesson } = this;
    this.follow(experiment.described, ({ name, description }) => {
      this.#heading.textContent = name || model.name;
      this.#lede.textContent = description;
      document.title = `${name || model.name} · Porthos`;
    });
    this.follow(experiment.changed, ({ status, text, description }) => {
      this.#main.dataset["status"] = status;
      if (status !== "reading" && status !== "computing")
        this.#main.dataset["runs"] = String(Number(this.#main.dataset["runs"]) + 1);
      const isChanged = model.id === ownId || text !== model.text || lesson.isOwn;
      if (status === "finished" && isChanged && !isBlankDrawing(text))
        rememberModel({
          ...{ name: description?.name || model.name, text },
          ...(lesson.isOwn ? { page: lesson.text } : {}),
        });
      const isDrawn = status === "refused" && this.#draw.isDrawing; // nothing drawn is lost by a problem
      if (status === "finished" || status === "failed" || isDrawn) this.#keepInAddress();
    });
  }

  #keepInAddress(): void {
    const { clock } = this.lab;
    void this.#header.link(clock.isPlaying ? 0 : clock.time).then((hash) => {
      if (this.element.isConnected) history.replaceState(null, "", hash);
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
    const isSmall = beside === "modes" && !this.#isWide.matches;
    if (beside) this.#desk.close();
    const withKnobs = beside === "tasks" ? "transport view knobs inputs" : null;
    this.#desk.show(isSmall ? "transport view" : withKnobs);
    if (isSame || !main.isConnected) return;
    this.#tabs.element.scrollIntoView({ block: isSmall ? "start" : "nearest" });
  }

  #recolor(): void {
    this.sim.setAttribute("theme", currentTheme());
    this.sim.recolor();
    this.#tabs.recolor();
  }
}

/** The gallery is English as far as it is not translated; the language of a reader's own model is not known. */
function languageOfModel({ id, translations }: GalleryModel): string | null {
  if (id === ownId) return null;
  return translations?.[spokenLanguage()] ? spokenLanguage() : "en";
}
