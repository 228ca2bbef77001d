import type { Trajectory } from "../engine/trajectory";
import type { Scene } from "../engine/types";
import { Hand } from "../study/hand";
import { makeHandPanel } from "./hand-panel";
import { formatTime } from "../plots/format";
import { Stage } from "../view/stage";
import type { Clock } from "../study/clock";
import { button, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { titleOf, type Actions } from "./hotkeys";
import { icon } from "./icons";
import type { Emitter } from "../base/emitter";
import { words } from "../words/words";

/** The figure while it shows another motion than the run. */
export interface Loan {
  /** Shows this moment of the other motion. */
  seek(t: number): void;
  /** Gives the figure back to the run. */
  end(): void;
}

export interface StagePanel {
  readonly element: HTMLElement;
  readonly stage: Stage;
  /** What the hand does by keys. */
  readonly actions: Actions;
  /** Takes in a text that says what is to be seen. */
  describeBy(text: HTMLElement): void;
  /** Lays a note about the run over the figure, at the top; it is gone while another motion is shown. */
  note(element: HTMLElement): void;
  /**
   * Shows another motion of the bodies with a caption, while the clock stands. It ends, and `onEnd` is told, also where
   * the clock or the run goes on.
   */
  lend(motion: Trajectory, caption: HTMLElement, onEnd: () => void): Loan;
  /** Shows or hides the buttons and the legend. */
  setTools(shown: boolean): void;
  dispose(): void;
}

/** The mechanism, with its view buttons, its legend, and a sentence where there is nothing to see. */
export function makeStagePanel(
  experiment: Experiment,
  clock: Clock,
  recolored: Emitter<void>,
  name: () => string,
): StagePanel {
  const canvasHost = h("div", { class: "stage-canvas", role: "img", "aria-label": name() });
  const stage = new Stage(canvasHost);
  const notice = h("div", { class: "notice", role: "status" });
  const legend = h("ul", { class: "stage-legend" });
  const tools = h(
    "div",
    { class: "stage-tools", role: "group", "aria-label": words.view },
    button(
      { class: "quiet square", "aria-label": words.zoomIn, title: titleOf("zoomIn") },
      [icon("plus")],
      () => stage.zoom(1.2),
    ),
    button(
      { class: "quiet square", "aria-label": words.zoomOut, title: titleOf("zoomOut") },
      [icon("minus")],
      () => stage.zoom(1 / 1.2),
    ),
    button(
      { class: "quiet square", "aria-label": words.resetView, title: titleOf("resetView") },
      [icon("fit")],
      () => stage.resetView(),
    ),
  );
  const hand = makeHandPanel(new Hand(experiment, clock), stage);
  const notes = h("div", { class: "stage-notes" }, hand.element);
  const element = h(
    "div",
    { class: "stage", part: "figure" },
    canvasHost,
    tools,
    legend,
    notes,
    notice,
  );

  let hasTools = true;
  const describe = (): void => {
    canvasHost.setAttribute("aria-label", words.figureAt(name(), formatTime(clock.time)));
  };
  let loan: { readonly caption: HTMLElement; readonly time: number; onEnd(): void } | null = null;
  const endLoan = (): void => {
    const ended = loan;
    if (!ended) return;
    loan = null;
    ended.caption.remove();
    legend.hidden = !hasTools;
    notes.hidden = false;
    stage.showInstead(null);
    stage.seek(clock.time);
    describe();
    ended.onEnd();
  };
  const lend = (motion: Trajectory, caption: HTMLElement, onEnd: () => void): Loan => {
    endLoan();
    clock.pause();
    const own = { caption, time: clock.time, onEnd };
    loan = own;
    element.append(caption);
    legend.hidden = true;
    notes.hidden = true;
    canvasHost.setAttribute("aria-label", words.figureAs(name(), caption.textContent));
    stage.showInstead(motion);
    return {
      seek: (t) => {
        if (loan === own) stage.seek(t);
      },
      end: () => {
        if (loan === own) endLoan();
      },
    };
  };
  const showNotice = (): void => {
    const text = noticeText(experiment, stage);
    notice.hidden = text === "";
    setText(notice, text);
  };
  const unsubscribe = [
    experiment.started.on((trajectory) => {
      endLoan();
      stage.show(trajectory);
      void stage.loaded.then(showNotice);
      fillLegend(legend, trajectory.scene, stage);
    }),
    experiment.changed.on(showNotice),
    clock.changed.on(() => {
      if (loan && (clock.isPlaying || clock.time !== loan.time)) endLoan();
      if (loan) return;
      stage.seek(clock.time);
      if (!clock.isPlaying) describe();
    }),
    recolored.on(() => stage.recolor()),
  ];
  showNotice();
  return {
    element,
    stage,
    actions: hand.actions,
    describeBy(text) {
      element.append(text);
      canvasHost.setAttribute("aria-describedby", text.id);
    },
    note: (text) => notes.prepend(text),
    lend,
    setTools: (shown) => {
      hasTools = shown;
      tools.hidden = !shown;
      legend.hidden = !shown || loan !== null;
    },
    dispose: () => {
      hand.dispose();
      unsubscribe.forEach((end) => end());
      stage.dispose();
    },
  };
}

function noticeText({ status, trajectory }: Experiment, stage: Stage): string {
  if (!stage.isAvailable) return words.noWebgl;
  if (status === "broken" && !trajectory) return words.nothingToShow;
  if (status === "refused" && !trajectory) return words.textHasProblems;
  if (status === "reading" && !trajectory) return words.readingModel;
  if (trajectory && trajectory.scene.bodies.length === 0) return words.noLooks;
  return "";
}

/** Vectors that the legend names. */
const mostNamed = 12;

/** Switches for paths and vectors, which are also their legend. */
function fillLegend(list: HTMLElement, scene: Scene, stage: Stage): void {
  const wanted = JSON.stringify([
    scene.vectors.slice(0, mostNamed).map(({ name, kind }) => [name, kind]),
    scene.trails.length > 0,
    scene.note,
  ]);
  if (list.dataset["shown"] === wanted) return;
  list.dataset["shown"] = wanted;
  const item = (
    what: "vectors" | "trails",
    ...content: readonly (Node | string)[]
  ): HTMLElement => {
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => stage.setShown(what, box.checked));
    return h(
      "li",
      { class: `of-${what}` },
      h("label", {}, box, h("span", { class: "keys" }, ...content)),
    );
  };
  const key = (kind: string): HTMLElement =>
    h("span", { class: `key key-${kind}`, "aria-hidden": "true" });
  const named = scene.vectors.slice(0, mostNamed);
  const arrows = ["force", "velocity"].flatMap((kind) => {
    const names = named
      .filter((vector) => (vector.kind === "velocity") === (kind === "velocity"))
      .map(({ name }) => name.replace(/^(.+)\.(.+)$/, "$2 ($1)"));
    if (names.length === 0) return [];
    return [h("span", { class: "keyed" }, key(kind), h("span", {}, names.join(", ")))];
  });
  list.replaceChildren(
    ...(scene.note ? [h("li", { class: "drawing-note" }, scene.note)] : []),
    ...(arrows.length > 0 ? [item("vectors", ...arrows)] : []),
    ...(scene.trails.length > 0
      ? [item("trails", h("span", { class: "keyed" }, key("trail"), words.path))]
      : []),
  );
}
