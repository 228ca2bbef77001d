import { PorthosSim } from "../element/define";
import type { GalleryModel } from "../models/catalog";
import { rememberModel } from "../models/recent";
import { ownId } from "../models/own";
import { button, h } from "../parts/dom";
import { History } from "../parts/history";
import { listenToHotkeys } from "../parts/hotkeys";
import { icon } from "../parts/icons";
import { makeAbout } from "./about";
import { makeDataPanel } from "./data-panel";
import { makeHeader } from "./header";
import { openHelp } from "./help";
import type { Page } from "./page";
import { writeLink, type Shared } from "../parts/link";
import { makeTabs } from "./tabs";
import { makeSaveMenu } from "./save-menu";
import { copy, embedCode, takeAwayButton } from "./take-away";
import { makeTextPanel } from "./text-panel";
import { currentTheme, themeChanged } from "./theme";
import { workbenchHotkeys } from "./workbench-hotkeys";

/** One model: the element with all its parts, and beside it the model's page, its text and its data. */
export async function makeWorkbench(model: GalleryModel, shared: Shared): Promise<Page> {
  const sim = new PorthosSim();
  sim.setAttribute("controls", "all");
  sim.onShowProblem = () => tabs.show("Model text");
  sim.model = shared.text ?? model.text;
  sim.beginning = { settings: shared.settings, time: shared.time, plays: shared.time === 0 };
  const lab = await sim.ready();
  const { experiment, clock, hotkeys: simKeys } = lab;

  const title = h("h1", { tabindex: -1 }, model.name);
  const lede = h("p", { class: "lede" }, model.description);
  const text = makeTextPanel(experiment, model.text, (count) =>
    tabs.mark("Model text", count > 0 ? String(count) : ""),
  );
  const data = makeDataPanel(experiment, model.id);
  const tabs = makeTabs("About the model, its text and its data", [
    { label: "About", content: makeAbout(model.markdown, lab) },
    { label: "Model text", content: text.element, onShow: text.open },
    { label: "Data", content: data.element, onShow: data.open },
  ]);
  const link = (time: number): Promise<string> =>
    writeLink({
      model: model.id,
      settings: { ...experiment.settings },
      time,
      ...(experiment.text === model.text && model.id !== ownId ? {} : { text: experiment.text }),
    });
  const share = takeAwayButton("Share", "link", "Copy a link to exactly this (S)", async () => {
    history.replaceState(null, "", await link(clock.time));
    return (await copy(location.href)) ? "Link copied" : "The link is in the address bar";
  });
  const embed = takeAwayButton(
    "Embed",
    "code",
    "Copy the code that shows this in a page",
    async () =>
      (await copy(embedCode(experiment.description?.name || model.name, await link(clock.time))))
        ? "Code copied"
        : "Copying is not allowed",
  );
  const save = makeSaveMenu(lab, model.markdown, model.id);
  const past = new History(experiment);
  const undo = button(
    { class: "quiet square", "aria-label": "Undo", title: "Undo (Z)", disabled: true },
    [icon("undo")],
    () => past.undo(),
  );
  const redo = button(
    { class: "quiet square", "aria-label": "Redo", title: "Redo (Y)", disabled: true },
    [icon("redo")],
    () => past.redo(),
  );
  past.changed.on(({ canUndo, canRedo }) => {
    undo.disabled = !canUndo;
    redo.disabled = !canRedo;
  });
  const hotkeys = workbenchHotkeys(simKeys, {
    share: share.act,
    help: () => openHelp(hotkeys),
    edit: () => tabs.show("Model text"),
    undo: () => past.undo(),
    redo: () => past.redo(),
  });
  const place = h(
    "nav",
    { class: "place grow", "aria-label": "Place" },
    h("a", { href: "#" }, icon("left"), "Gallery"),
  );
  const main = h(
    "main",
    { class: "workbench", "data-status": "reading" },
    h(
      "div",
      { class: "title-block" },
      title,
      lede,
      shared.fault ? h("p", { class: "link-fault", role: "alert" }, shared.fault) : null,
    ),
    sim,
    tabs.element,
    !model.markdown && model.source
      ? h("footer", { class: "source" }, `Source: ${model.source}`)
      : null,
  );
  const element = h(
    "div",
    { class: "page" },
    makeHeader(place, [undo, redo, share.button, embed.button, ...save], () => openHelp(hotkeys)),
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
  };
  follow();
  const ends = [listenToHotkeys(hotkeys), themeChanged.on(follow), text.dispose];
  return {
    element,
    title: `${model.name} · Porthos`,
    focus: () => title.focus(),
    dispose: () => ends.forEach((end) => end()),
  };
}
