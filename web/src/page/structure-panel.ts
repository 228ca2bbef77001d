import type { Finding, Inspection } from "porthos/worker";
import "../styles/structure.css";
import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Problem } from "../engine/types";
import { refusalIn, refusalNote } from "../parts/refusal-note";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** The structure of the model: facts, then each finding with its theorem. */
export class StructurePanel extends Component {
  readonly element: HTMLElement;
  readonly #status = h("p", { role: "status" });
  readonly #facts = h("dl", { class: "facts" });
  readonly #findings = h("div", { class: "findings" });
  #isOpen = false;
  /** The text and options of the last inspection, as JSON. */
  #shown = "";

  constructor(
    readonly experiment: Experiment,
    /** The number of failed requirements has changed. */
    readonly onCount: (failed: number) => void,
  ) {
    super();
    this.element = h("div", { class: "structure" }, this.#status, this.#facts, this.#findings);
    this.follow(experiment.described, () => void this.#update());
    this.follow(experiment.changed, ({ status }) => {
      if (status === "finished" || status === "failed") void this.#update();
    });
  }

  open(): void {
    this.#isOpen = true;
    void this.#update();
  }

  async #update(): Promise<void> {
    const { client, source, settings, description, status } = this.experiment;
    if (!this.#isOpen || !description || status === "refused") return;
    const options = { set: { ...settings.set }, starts: { ...settings.starts } };
    const wanted = JSON.stringify([source.text, options]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#status.textContent = words.inspecting;
    this.element.setAttribute("aria-busy", "true");
    try {
      const inspection = await client.inspect(source, options);
      if (wanted !== this.#shown) return;
      const refusal = refusalIn(inspection);
      if (refusal) this.#refuse(refusal);
      else this.#show(inspection);
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) this.#shown = "";
      if (refusal) this.#refuse(refusal);
      else this.#status.textContent = words.notInspected;
    }
    this.element.removeAttribute("aria-busy");
  }

  /** Shows why a model that runs has no report. */
  #refuse(problem: Problem): void {
    this.#status.textContent = "";
    this.#facts.replaceChildren();
    this.#findings.replaceChildren(refusalNote(problem, true));
    this.onCount(0);
  }

  #show(inspection: Inspection): void {
    const { findings, leftOut, states } = inspection;
    const failed = findings.filter(isAccusation).length;
    this.#status.textContent = words.inspected(states, failed, leftOut.length === 0);
    this.#facts.replaceChildren(...factRows(inspection));
    const groups = groupsOf(findings, this.experiment);
    this.#findings.replaceChildren(...groups, ...leftOutOf(inspection));
    this.onCount(failed);
  }
}

const isAccusation = ({ kind, verdict }: Finding): boolean =>
  kind === "requirement" && verdict === "fails";

function factRows({ facts }: Inspection): HTMLElement[] {
  const { canonical, casimirs, changedCasimirs, conserved, searched, modes } = facts;
  const rows: [string, string | readonly string[]][] = [
    [
      words.states,
      words.statesAndPorts(facts.positions ?? 0, facts.velocities ?? 0, facts.ports ?? 0),
    ],
    [words.index, String(facts.index ?? words.notKnown)],
    [
      words.constraintRows,
      words.rowsOfRank(facts.rows ?? 0, facts.rank ?? 0, facts.freeVelocities ?? 0),
    ],
  ];
  if (modes)
    rows.push([
      words.modesOfLaws,
      Object.entries(modes).map(([law, mode]) => `${law}: ${words.modeNames[mode]}`),
    ]);
  if (canonical)
    rows.push([
      words.canonicalForm,
      words.canonicalSizes(canonical.pairs, canonical.casimirs, canonical.constraints),
    ]);
  if (casimirs?.length) rows.push([words.casimirs, casimirs]);
  for (const { casimir, by } of changedCasimirs ?? [])
    rows.push([words.changedBy(by.join(", ")), [casimir]]);
  if (conserved?.length) rows.push([words.conserved, conserved]);
  if (searched && searched.degree > 0)
    rows.push([words.searched, words.polynomials(searched.degree, searched.variables.length)]);
  return rows.flatMap(([name, value]) => [
    h("dt", {}, name),
    typeof value === "string"
      ? h("dd", {}, value)
      : h("dd", {}, ...value.map((formula) => h("code", {}, formula))),
  ]);
}

/** The findings that fail first, then those that hold, then those that do not apply. */
function groupsOf(findings: readonly Finding[], experiment: Experiment): HTMLElement[] {
  const groups: [string, (one: Finding) => boolean][] = [
    [words.doubtful, isAccusation],
    [words.undecided, ({ verdict }) => verdict === "undecided"],
    [words.requirements, ({ kind, verdict }) => kind === "requirement" && verdict === "holds"],
    [
      words.properties,
      ({ kind, verdict }) => kind === "property" && (verdict === "holds" || verdict === "fails"),
    ],
    [words.notApplicable, ({ verdict }) => verdict === "not applicable"],
  ];
  return groups.flatMap(([title, belongs]) => {
    const own = findings.filter(belongs);
    if (own.length === 0) return [];
    return [h("h3", {}, title), h("ul", {}, ...own.map((finding) => itemOf(finding, experiment)))];
  });
}

/** The checks for which there was no time. */
function leftOutOf({ leftOut }: Inspection): HTMLElement[] {
  if (leftOut.length === 0) return [];
  const items = leftOut.map(({ check, why }) => h("li", { lang: "en" }, `${check}: ${why}`));
  return [h("h3", {}, words.leftOut), h("ul", {}, ...items)];
}

function itemOf(finding: Finding, experiment: Experiment): HTMLElement {
  const { name, theorem, check, kind, verdict, residual, tolerance, where, note } = finding;
  const isYes = verdict === "holds";
  const answer =
    kind === "property" && verdict !== "not applicable" && verdict !== "undecided"
      ? isYes
        ? words.yes
        : words.no
      : words.verdicts[verdict];
  const blamed = (finding.responsible ?? []).map((one) => {
    const symbol = /^momentum\((.*)\)$/.exec(one)?.[1] ?? one;
    const code = h("code", {}, one);
    code.addEventListener("pointerenter", () => experiment.attention.pointed.emit(symbol));
    code.addEventListener("pointerleave", () => experiment.attention.pointed.emit(null));
    return code;
  });
  const size =
    typeof residual === "number" && (residual !== 0 || tolerance) // a search has neither
      ? words.residual(
          residual === 0 ? "0" : residual.toExponential(1),
          (tolerance ?? 0).toExponential(0),
        )
      : "";
  return h(
    "li",
    { class: isAccusation(finding) ? "fails" : "", lang: "en" },
    h("span", { class: "verdict", "data-verdict": verdict }, answer),
    h(
      "div",
      {},
      h("span", { class: "name" }, name),
      h("span", { class: "stated" }, ` ${check}, ${theorem}`),
      ...(note ? [h("p", {}, note)] : []),
      ...(blamed.length > 0 ? [h("p", { class: "blamed" }, ...blamed)] : []),
      ...(size ? [h("p", { class: "size" }, size + (where ? `, ${where}` : ""))] : []),
    ),
  );
}
