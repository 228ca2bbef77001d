import type { Linearization } from "porthos/worker";
import { h } from "../base/dom";
import { errorsOf, type Linearized } from "../linear/linearized";
import { formatNumber } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";

/** The verdict on stability, and why a state was not used. */
export function verdictOf({ linear, place, missing }: Linearized): readonly (Node | string)[] {
  const { stability } = linear;
  const reasons = missing.map((one) => `${words.notNear[one.place]}${reasonOf(one.linear)}.`);
  if (missing.length > 0 && errorsOf(linear).length === 0)
    reasons.push(words.insteadBeside(words.linearPlaces[place]));
  const verdict = stability
    ? [
        h("strong", {}, words.stability[stability.verdict]),
        ": ",
        h("span", { lang: "en" }, `${stability.because}.`),
      ]
    : [words.notLinearized];
  return reasons.length > 0
    ? [...verdict, " ", h("span", { class: "missing" }, reasons.join(" "))]
    : verdict;
}

/** The engine's reason for a missing state, in brackets. */
function reasonOf(linear: Linearization): string {
  const [first] = errorsOf(linear);
  const reason = /\((.*)\)$/.exec(first?.found ?? "")?.[1];
  return reason ? ` (${reason})` : "";
}

/** Facts on the state and the linear system. */
export function factRows({
  at,
  structure,
  coordinates = [],
  zeros = 0,
}: Linearization): HTMLElement[] {
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
