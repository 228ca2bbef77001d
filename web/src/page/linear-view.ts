import type { Linearization } from "porthos/worker";
import "uplot/dist/uPlot.min.css";
import "../styles/linear.css";
import "../styles/modes.css";
import type { Lab } from "../element/lab";
import { errorsOf, linearized, places, type Linearized, type Place } from "../linear/linearized";
import { ModePlayer } from "../linear/mode-player";
import { makeModeTable, shortening, type ModeTable } from "../linear/mode-table";
import { eigenvalueText } from "../linear/mode-words";
import { presentState, type PresentState } from "../linear/present-state";
import { makeResponsePanel } from "../linear/response-panel";
import { matrixTables, scroller, stateTable } from "../linear/state-tables";
import { button, h } from "../base/dom";
import { problemList } from "../parts/problems";
import { EigenvaluePlot } from "../plots/eigenvalue-plot";
import { formatNumber, formatTime } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { saveText } from "./take-away";

export interface LinearView {
  readonly element: HTMLElement;
  /** It is seen: what it shows is of the run as it is now. */
  open(): void;
  /** It is not seen any more, and the figure is the run's. */
  close(): void;
  recolor(): void;
}

/** Eigenvalues whose names are said of the plane; the table has all. */
const said = 12;

/** Small motions beside a state of the run: what comes out, and the figure in its modes. */
export function makeLinearView(lab: Lab, fileName: () => string): LinearView {
  const { experiment, clock } = lab;
  const beside = h(
    "select",
    { "aria-label": words.linearizedBeside },
    ...places.map((place) => h("option", { value: place }, words.linearPlaces[place])),
  );
  const taken = h("span", {});
  const status = h("p", { role: "status", class: "linear-status" });
  const problems = h("div", {});
  const facts = h("dl", { class: "facts" });
  const state = h("div", {});
  const matrices = h("div", {});
  const modes = h("section", {});
  const response = makeResponsePanel(experiment);
  let table: ModeTable | null = null;
  const plot = new EigenvaluePlot((mode) => choose(mode));
  const player = new ModePlayer(
    lab,
    (mode) => {
      table?.choose(mode);
      plot.choose(mode);
    },
    (mode) => table?.focus(mode),
  );
  const save = button({ class: "secondary small", hidden: true }, [words.saveLinear], () => {
    if (shown)
      saveText(
        JSON.stringify(shown.linear, null, 1),
        `${fileName()}.linear.json`,
        "application/json",
      );
  });
  const results = h(
    "div",
    { hidden: true },
    modes,
    h("h3", {}, words.besideWhat),
    facts,
    state,
    response.element,
    matrices,
  );
  const element = h(
    "div",
    { class: "linear" },
    h("p", { class: "hint" }, words.linearHint),
    h(
      "div",
      { class: "linear-head" },
      h("label", {}, h("span", {}, words.linearizedBeside), beside),
      h(
        "div",
        { class: "taken" },
        taken,
        button({ class: "secondary small" }, [words.takePresent], () => {
          time = clock.time;
          void update();
        }),
        save,
      ),
    ),
    status,
    problems,
    results,
  );
  let time = clock.time;
  let isOpen = false;
  let asked = "";
  let shown: Linearized | null = null;

  const choose = (mode: number): void => {
    if (shown) void player.choose(mode, shown.linear);
  };
  const show = (found: Linearized, from: PresentState): void => {
    const { linear, place, missing } = found;
    shown = found;
    const errors = errorsOf(linear);
    const told = missing.map((one) => `${words.notNear[one.place]}${reasonOf(one.linear)}.`);
    if (missing.length > 0 && errors.length === 0)
      told.push(words.insteadBeside(words.linearPlaces[place]));
    const { stability } = linear;
    status.replaceChildren(
      ...(stability
        ? [
            h("strong", {}, words.stability[stability.verdict]),
            ": ",
            h("span", { lang: "en" }, `${stability.because}.`),
          ]
        : [words.notLinearized]),
      ...(told.length > 0 ? [" ", h("span", { class: "missing" }, told.join(" "))] : []),
    );
    problems.replaceChildren(...(linear.problems.length > 0 ? [problemList(linear.problems)] : []));
    results.hidden = !linear.A;
    save.hidden = !linear.A;
    if (!linear.A) return;
    facts.replaceChildren(...factRows(linear));
    state.replaceChildren(...[stateTable(linear)].filter((one) => one !== null));
    matrices.replaceChildren(...[matrixTables(linear)].filter((one) => one !== null));
    showModes(linear);
    response.setLinear(linear, place, from);
  };
  const showModes = (linear: Linearization): void => {
    const { modes: all = [], zeros = 0 } = linear;
    if (all.length === 0)
      return modes.replaceChildren(h("h3", {}, words.eigenvalues), h("p", {}, words.noModes));
    const kinds = new Map(experiment.description?.states.map(({ name, kind }) => [name, kind]));
    table = makeModeTable(linear, (name) => kinds.get(name) === "position", choose);
    modes.replaceChildren(
      h("h3", {}, words.eigenvalues),
      h("p", { class: "hint" }, words.eigenvalueHint, " ", shortening(linear)),
      h(
        "div",
        { class: "eigen" },
        plot.element,
        h("div", {}, h("div", scroller(words.eigenvalues), table.element), player.element),
      ),
    );
    const points = all.flatMap(({ eigenvalue: [re, im], isPair }, mode) =>
      (isPair ? [im, -im] : [0]).map((one) => ({ re, im: one, mode })),
    );
    const names = all.slice(0, said).map(eigenvalueText);
    const label = names.join("; ") + (all.length > said ? "; …" : "");
    plot.setData(points, zeros, words.eigenvaluePlot(label));
    plot.choose(null);
  };
  const update = async (): Promise<void> => {
    if (!isOpen || !experiment.description || experiment.status === "refused") return;
    const from = presentState(experiment, time);
    const { source, settings } = experiment;
    const key = JSON.stringify([source.text, settings.set, settings.inputs, beside.value, from]);
    if (key === asked) return;
    asked = key;
    player.stop();
    taken.textContent = words.stateAt(formatTime(from.time));
    status.textContent = words.linearizing;
    element.setAttribute("aria-busy", "true");
    try {
      const found = await linearized(experiment, beside.value as Place, from);
      if (asked !== key) return;
      show(found, from);
    } catch {
      if (asked !== key) return;
      asked = "";
      shown = null;
      results.hidden = save.hidden = true;
      status.textContent = words.notLinearized;
    }
    element.removeAttribute("aria-busy");
  };
  beside.addEventListener("change", () => void update());
  experiment.changed.on(({ status: now }) => {
    if (now === "finished" || now === "failed") void update();
  });
  return {
    element,
    open: () => {
      isOpen = true;
      void update();
    },
    close: () => {
      isOpen = false;
      player.stop();
    },
    recolor: response.recolor,
  };
}

/** What the engine says of a place that is not near, in brackets. */
function reasonOf(linear: Linearization): string {
  const [first] = errorsOf(linear);
  const reason = /\((.*)\)$/.exec(first?.found ?? "")?.[1];
  return reason ? ` (${reason})` : "";
}

function factRows({ at, structure, coordinates = [], zeros = 0 }: Linearization): HTMLElement[] {
  const { iterations, residual = 0, motion = "" } = at ?? {};
  const rows: [string, string | undefined][] = [
    [words.motionThere, words.motions[motion]],
    [
      words.foundBy,
      iterations === undefined
        ? undefined
        : words.foundAfter(iterations, formatNumber(residual, 2)),
    ],
    [
      words.constraintRows,
      structure && words.rowsOfRank(structure.rows, structure.rank, structure.freedoms.velocities),
    ],
    [words.freeCoordinates, coordinates.map(({ name }) => symbolText(name)).join(", ")],
    [words.zeroEigenvalues, zeros > 0 ? words.zerosMean(zeros) : undefined],
  ];
  return rows.flatMap(([name, value]) => (!value ? [] : [h("dt", {}, name), h("dd", {}, value)]));
}
