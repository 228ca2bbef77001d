import "../styles/tabs.css";
import "../styles/prose.css";
import "../styles/tasks.css";
import { PorthosSim } from "../element/define";
import type { GalleryModel } from "../models/load-model";
import { rememberModel } from "../models/recent";
import { fileNameOf, ownId } from "../models/own";
import type { Clock } from "../study/clock";
import { button, h } from "../base/dom";
import { History } from "../study/history";
import { listenToHotkeys, titleOf, type Actions } from "../parts/hotkeys";
import { icon } from "../parts/icons";
import { listenForSteps } from "../parts/undo-steps";
import { makeAbout } from "./about";
import { makeDataPanel } from "./data-panel";
import { makeDiagramPanel } from "./diagram-panel";
import { makeHeader, skipLink } from "./header";
import { makeLinearPanel } from "./linear-panel";
import { openHelp } from "./help";
import type { Page } from "./page";
import { writeLink, type Shared } from "../study/link";
import { currentLanguage } from "./language";
import { earlyWords } from "../words/languages";
import { makeTabs, type Tabs } from "./tabs";
import { makeSaveMenu } from "./save-menu";
import { copy, takeAwayButton } from "./take-away";
import { makeStructurePanel } from "./structure-panel";
import { makeTextPanel } from "./text-panel";
import { currentTheme, themeChanged, toggleTheme } from "./theme";
import { words } from "../words/words";

/** Where a figure of others is to begin: at the start, unless the motion has been stopped on its way. */
const placeInTime = (clock: Clock): number => (clock.isPlaying || clock.isAtEnd ? 0 : clock.time);

/** One model: the element with all its parts, and beside it the model's page, its text and its data. */
export async function makeWorkbench(model: GalleryModel, shared: Shared): Promise<Page> {
  const early = earlyWords[currentLanguage()];
  const sim = new PorthosSim();
  sim.lang = currentLanguage(); // it is opened before it stands in the page
  sim.setAttribute("controls", "all");
  sim.onShowProblem = () => tabs.show(words.modelText);
  sim.model = shared.text ?? model.text;
  sim.beginning = { settings: shared.settings, time: shared.time, plays: shared.time === 0 };
  const lab = await sim.ready();
  const { experiment, clock } = lab;

  const title = h("h1", { tabindex: -1, lang: "en" }, model.name);
  const lede = h("p", { class: "lede", lang: "en" }, model.description);
  const text = makeTextPanel(experiment, model.text, (count) =>
    tabs.mark(words.modelText, count > 0 ? String(count) : ""),
  );
  const fileName = (): string => fileNameOf(model.id, experiment.description?.name ?? "");
  const data = makeDataPanel(experiment, fileName);
  const diagram = makeDiagramPanel(
    experiment,
    clock,
    fileName,
    (place) => {
      tabs.show(words.modelText);
      text.show(place);
    },
    (names) => lab.light(names),
  );
  const structure = makeStructurePanel(experiment, (count) =>
    tabs.mark(words.structure, count > 0 ? String(count) : ""),
  );
  const linear = makeLinearPanel(lab, fileName);
  const main = h("main", {
    ...{ class: "workbench", "data-status": "reading", "data-beside": "", tabindex: -1 },
  });
  /** What acts on the figure has it in sight: beside it where there is room, and modes else below the figure alone. */
  const isWide = matchMedia("(min-width: 66rem)");
  const arrange = (beside: "text" | "modes" | null): void => {
    const isSame = main.dataset["beside"] === (beside ?? "");
    main.dataset["beside"] = beside ?? "";
    const controls = beside === "modes" && !isWide.matches ? "transport view" : "all";
    if (sim.getAttribute("controls") !== controls) sim.setAttribute("controls", controls);
    if (isSame || !main.isConnected) return;
    tabs.element.scrollIntoView({ block: controls === "all" ? "nearest" : "start" });
  };
  const rearrange = (): void => {
    if (main.dataset["beside"] === "modes") arrange("modes");
  };
  isWide.addEventListener("change", rearrange);
  const shows = (beside: "text" | "modes" | null, open?: () => void) => (): void => {
    arrange(beside);
    if (beside !== "modes") linear.close();
    open?.();
  };
  const tabs: Tabs = makeTabs(words.tabs, [
    { label: words.about, content: makeAbout(model.markdown, lab), onShow: shows(null) },
    { label: words.modelText, content: text.element, onShow: shows("text", text.open) },
    { label: words.diagram, content: diagram.element, onShow: shows(null, diagram.open) },
    { label: words.structure, content: structure.element, onShow: shows(null, structure.open) },
    { label: words.linear, content: linear.element, onShow: shows("modes", linear.open) },
    { label: words.data, content: data.element, onShow: shows(null, data.open) },
  ]);
  if (model.id === ownId) tabs.show(words.modelText); // there is nothing to read about it
  const link = (time: number): Promise<string> =>
    writeLink({
      model: model.id,
      settings: { ...experiment.settings },
      time,
      ...(experiment.text === model.text && model.id !== ownId ? {} : { text: experiment.text }),
    });
  const share = takeAwayButton(words.share, "link", titleOf("share"), async () => {
    history.replaceState(null, "", await link(clock.time));
    return (await copy(location.href)) ? words.linkCopied : words.linkInAddress;
  });
  const embed = button(
    { class: "quiet", title: words.embedTitle },
    [icon("code"), h("span", { class: "label" }, words.embed)],
    () =>
      void import("./embed-dialog").then(({ openEmbedDialog }) =>
        openEmbedDialog({
          experiment,
          name: experiment.description?.name || model.name,
          page: model.markdown,
          link: () => link(placeInTime(clock)),
        }),
      ),
  );
  const save = makeSaveMenu(lab, model.markdown, fileName);
  const past = new History(experiment);
  const undo = button(
    { class: "quiet square", "aria-label": words.undo, title: titleOf("undo"), disabled: true },
    [icon("undo")],
    () => past.undo(),
  );
  const redo = button(
    { class: "quiet square", "aria-label": words.redo, title: titleOf("redo"), disabled: true },
    [icon("redo")],
    () => past.redo(),
  );
  past.changed.on(({ canUndo, canRedo }) => {
    undo.disabled = !canUndo;
    redo.disabled = !canRedo;
  });
  const actions: Actions = {
    ...lab.actions,
    edit: () => tabs.show(words.modelText),
    undo: () => past.undo(),
    redo: () => past.redo(),
    share: share.act,
    colours: toggleTheme,
    gallery: () => void (location.hash = ""),
    help: () => openHelp(actions),
  };
  const place = h(
    "nav",
    { class: "place grow", "aria-label": words.place },
    h("a", { href: "#" }, icon("left"), words.gallery),
  );
  main.append(
    h(
      "div",
      { class: "title-block" },
      h("div", { class: "title-head" }, title, lab.makeAccuracyNote()),
      lede,
      shared.fault ? h("p", { class: "link-fault", role: "alert" }, early[shared.fault]) : null,
    ),
    sim,
    tabs.element,
    ...(!model.markdown && model.source
      ? [h("footer", { class: "source" }, words.source(model.source))]
      : []),
  );
  const element = h(
    "div",
    { class: "page" },
    skipLink(words.skipToSimulation, () => main),
    makeHeader(place, [undo, redo, share.button, embed, ...save], () => openHelp(actions)),
    main,
  );

  experiment.described.on(({ name, description }) => {
    title.textContent = name || model.name;
    lede.textContent = description;
    document.title = `${name || model.name} · Porthos`;
  });
  experiment.changed.on(({ status }) => {
    main.dataset["status"] = status;
    if (status === "finished" && (model.id === ownId || experiment.text !== model.text))
      rememberModel({ name: experiment.description?.name || model.name, text: experiment.text });
    if (status === "finished" || status === "failed")
      void link(clock.isPlaying ? 0 : clock.time).then((hash) => {
        if (element.isConnected) history.replaceState(null, "", hash);
      });
  });
  const follow = (): void => {
    sim.setAttribute("theme", currentTheme());
    sim.recolor();
    linear.recolor();
  };
  follow();
  const ends = [listenToHotkeys(actions), themeChanged.on(follow), text.dispose, linear.close];
  ends.push(listenForSteps(past));
  ends.push(() => isWide.removeEventListener("change", rearrange));
  return {
    element,
    title: `${model.name} · Porthos`,
    focus: () => title.focus(),
    dispose: () => ends.forEach((end) => end()),
  };
}
