import type { EngineClient } from "../engine/client";
import { filesUsedBy, type GalleryModel } from "../models/catalog";
import { makeAbout } from "./about";
import { announce } from "./announce";
import { makeBanner } from "./banner";
import { Clock } from "./clock";
import { makeDataPanel } from "./data-panel";
import { button, h } from "./dom";
import { Experiment } from "./experiment";
import { makeHeader } from "./header";
import { openHelp } from "./help";
import { listenToHotkeys } from "./hotkeys";
import { icon } from "./icons";
import { makeInputsPanel } from "./inputs-panel";
import { makeLedgerPanel } from "./ledger-panel";
import { makeMethodPanel } from "./method-panel";
import type { Page } from "./page";
import { makeParametersPanel } from "./parameters-panel";
import { writeLink, type Shared } from "./share";
import { makeStagePanel } from "./stage-panel";
import { makeTabs } from "./tabs";
import { makeTextPanel } from "./text-panel";
import { makeTracesPanel } from "./traces-panel";
import { makeTransport } from "./transport";
import { workbenchHotkeys } from "./workbench-hotkeys";

/** One model: its picture, its traces, its knobs, its text. */
export function makeWorkbench(client: EngineClient, model: GalleryModel, shared: Shared): Page {
  const experiment = new Experiment(client, filesUsedBy);
  const clock = new Clock();
  const name = (): string => experiment.description?.name || model.name;

  const title = h("h1", { tabindex: -1 }, model.name);
  const lede = h("p", { class: "lede" }, model.description);
  experiment.described.on(({ name: newName, description }) => {
    title.textContent = newName || model.name;
    lede.textContent = description;
    document.title = `${newName || model.name} · Porthos`;
  });

  const step = (rows: number): void => {
    const { trajectory } = experiment;
    if (!trajectory) return;
    clock.pause();
    const row = trajectory.locate(clock.time + 1e-9).row + rows;
    clock.seek(trajectory.value(Math.min(Math.max(row, 0), trajectory.rowCount - 1), 0));
  };
  const link = (time: number): Promise<string> =>
    writeLink({
      model: model.id,
      settings: { ...experiment.settings },
      time,
      ...(experiment.text === model.text ? {} : { text: experiment.text }),
    });
  const share = async (): Promise<void> => {
    history.replaceState(null, "", await link(clock.time));
    try {
      await navigator.clipboard.writeText(location.href);
      announce("Link copied.");
      flash("Link copied");
    } catch {
      flash("The link is in the address bar");
    }
  };
  const shareLabel = h("span", { class: "label" }, "Share");
  const flash = (text: string): void => {
    shareLabel.textContent = text;
    window.setTimeout(() => (shareLabel.textContent = "Share"), 2500);
  };

  const stagePanel = makeStagePanel(experiment, clock, name);
  const traces = makeTracesPanel(experiment, clock);
  const data = makeDataPanel(experiment, model.id);
  const text = makeTextPanel(experiment, model.text, (count) =>
    tabs.mark("Model text", count > 0 ? String(count) : ""),
  );
  const about = makeAbout(model.markdown);
  const tabs = makeTabs("About the model, its text and its data", [
    { label: "About", content: about },
    { label: "Model text", content: text.element, onShow: text.open },
    { label: "Data", content: data.element, onShow: data.open },
  ]);
  const hotkeys = workbenchHotkeys(clock, stagePanel.stage, step, {
    share: () => void share(),
    help: () => openHelp(hotkeys),
    edit: () => tabs.show("Model text"),
  });
  const shareButton = button(
    { class: "quiet", title: "Copy a link to exactly this (S)" },
    [icon("link"), shareLabel],
    () => void share(),
  );
  const place = h(
    "nav",
    { class: "place grow", "aria-label": "Place" },
    h("a", { href: "#" }, icon("left"), "Gallery"),
  );
  const banner = makeBanner(experiment, () => tabs.show("Model text"));

  const main = h(
    "main",
    { class: "workbench" },
    h("div", { class: "title-block" }, title, lede, banner),
    h(
      "div",
      { class: "lab" },
      h(
        "div",
        { class: "figure-row" },
        h("div", { class: "hero" }, stagePanel.element, ...makeTransport(experiment, clock, step)),
        traces.element,
      ),
      h(
        "div",
        { class: "panels" },
        makeParametersPanel(experiment),
        h(
          "div",
          { class: "panel-stack" },
          makeInputsPanel(experiment),
          makeMethodPanel(experiment),
        ),
        makeLedgerPanel(experiment, clock),
      ),
    ),
    tabs.element,
    !model.markdown && model.source
      ? h("footer", { class: "source" }, `Source: ${model.source}`)
      : null,
  );
  const element = h(
    "div",
    { class: "page" },
    makeHeader(place, [shareButton], () => openHelp(hotkeys)),
    main,
  );

  let isFirstRun = true;
  const follow = (): void => {
    const { trajectory, status } = experiment;
    if (!trajectory) return;
    clock.setEnd(trajectory.end, status === "computing" || status === "reading");
    if (isFirstRun && trajectory.rowCount > 0) {
      isFirstRun = false;
      if (shared.time > 0) clock.seek(shared.time);
      else if (!prefersStillness()) clock.play();
    }
    if (!clock.isPlaying) clock.seek(clock.time);
  };
  experiment.grown.on(follow);
  experiment.changed.on(({ status, message }) => {
    main.dataset["status"] = status;
    follow();
    if (status === "failed") announce(`The run stopped. ${message}`);
    if (status === "finished" || status === "failed")
      void link(clock.isPlaying ? 0 : clock.time).then(remember);
  });
  const remember = (hash: string): void => {
    if (element.isConnected) history.replaceState(null, "", hash);
  };

  const stopListening = listenToHotkeys(hotkeys);
  const settings = shared.settings;
  void experiment.load(shared.text ?? model.text, settings);
  return {
    element,
    title: `${model.name} · Porthos`,
    focus: () => title.focus(),
    tick: (seconds) => {
      clock.tick(seconds);
      stagePanel.stage.draw();
    },
    dispose: () => {
      stopListening();
      experiment.dispose();
      stagePanel.dispose();
      traces.dispose();
      text.dispose();
    },
  };
}

function prefersStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
