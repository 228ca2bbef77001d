import type { Trajectory } from "../engine/trajectory";
import type { State } from "../engine/types";
import { spellNumber, spellUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import type { Clock } from "../study/clock";
import { freshId, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { motionOf, type Motion } from "../study/motion";

/** After a change or a step nothing is said for so long: another may follow, ms. */
const patience = 700;
/** Quantities that one sentence each is said about, and bodies that are named. */
const most = { quantities: 3, bodies: 8 };

export interface Narrator {
  /** What the figure shows and how it moves, for readers who do not see it. */
  readonly element: HTMLElement;
  dispose(): void;
}

/**
 * Says what a change did, once the run has come to its end, and where things are when time stands still. While time
 * passes nothing is said.
 */
export function makeNarrator(
  experiment: Experiment,
  clock: Clock,
  say: (sentence: string) => void,
): Narrator {
  const element = h("p", { id: freshId("motion"), class: "visually-hidden" });
  let known: Readonly<Record<string, number>> = {};
  let hasChanged = false;
  let saidTime = 0;
  let timer = 0;
  const later = (tell: () => string): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => say(tell()), patience);
  };
  const tellChange = (): string => {
    const { set } = experiment.settings;
    const turned = Object.keys({ ...known, ...set }).filter((name) => known[name] !== set[name]);
    known = { ...set };
    return [...turned.map((name) => knobSentence(experiment, name)), ...motionSentences(experiment)]
      .filter(Boolean)
      .join(" ");
  };
  const tellTime = (): string => {
    saidTime = clock.time;
    return placeSentence(experiment, clock.time);
  };
  const ends = [
    experiment.described.on(() => {
      known = { ...experiment.settings.set };
    }),
    experiment.adjusted.on(() => (hasChanged = true)),
    experiment.changed.on(({ status }) => {
      window.clearTimeout(timer);
      if (status !== "finished") return;
      setText(element, [figureSentence(experiment), ...motionSentences(experiment)].join(" "));
      if (hasChanged) later(tellChange);
      hasChanged = false;
    }),
    clock.changed.on(({ isPlaying, time }) => {
      if (experiment.status !== "finished") return;
      if (isPlaying) saidTime = NaN;
      else if (time !== saidTime) later(tellTime);
    }),
  ];
  return {
    element,
    dispose: () => {
      window.clearTimeout(timer);
      ends.forEach((end) => end());
    },
  };
}

function figureSentence({ trajectory }: Experiment): string {
  const bodies = (trajectory?.scene.bodies ?? []).filter(({ role }) => role !== "ground");
  const names = bodies.slice(0, most.bodies).map(({ name }) => name);
  return names.length > 0 ? words.bodies(names.join(", ")) : "";
}

function knobSentence({ description, settings }: Experiment, name: string): string {
  const parameter = description?.parameters.find((one) => one.name === name);
  if (!parameter) return "";
  const value = settings.set[name] ?? parameter.value;
  return words.setTo(parameter.label || symbolText(name), spelt(value, parameter.unit, 4));
}

/** What was computed: how far, how the positions go, and what was dissipated. */
function motionSentences(experiment: Experiment): readonly string[] {
  const { trajectory } = experiment;
  if (!trajectory || trajectory.rowCount === 0) return [];
  const moving = positionsOf(experiment).flatMap(({ state, column }) => {
    const motion = motionOf(trajectory.column(0), trajectory.column(column));
    return motion.kind === "rests" ? [] : [sentenceOf(state, motion)];
  });
  const dissipated = trajectory.indexOf("energy.dissipated");
  const lost = dissipated < 0 ? 0 : trajectory.valueAt(trajectory.end, dissipated);
  return [
    words.ranTo(spelt(trajectory.end, "s")),
    ...(moving.length > 0 ? moving.slice(0, most.quantities) : [words.nothingMoves]),
    ...(lost > 0 ? [words.lost(spelt(lost, "J"))] : []),
  ];
}

function placeSentence(experiment: Experiment, t: number): string {
  const { trajectory } = experiment;
  if (!trajectory) return "";
  const values = positionsOf(experiment)
    .slice(0, most.quantities)
    .map(({ state, column }) => {
      const value = spelt(trajectory.valueAt(t, column), state.unit);
      return `${nameOf(state)} ${value}`;
    });
  return words.at(spelt(t, "s"), values.join(", "));
}

/** Positions with a unit: entries of rotations say nothing to anybody. */
function positionsOf({ description, trajectory }: Experiment) {
  return (description?.states ?? []).flatMap((state) => {
    const column = trajectory?.indexOf(state.name) ?? -1;
    const isTold = state.kind === "position" && column >= 0 && state.unit !== "";
    return isTold ? [{ state, column }] : [];
  });
}

function sentenceOf(state: State, motion: Motion): string {
  const name = nameOf(state);
  const write = (value: number): string => spelt(value, state.unit);
  switch (motion.kind) {
    case "rests":
      return words.rests(name, write(motion.at));
    case "grows":
    case "falls":
      return words[motion.kind](name, write(motion.from), write(motion.to));
    case "swings":
      return words.swings(name, write(motion.low), write(motion.high), spelt(motion.period, "s"));
    case "moves":
      return words.moves(name, write(motion.low), write(motion.high));
  }
}

const nameOf = ({ label, name }: State): string => label || symbolText(name);

const spelt = (value: number, unit: string, digits = 3): string =>
  `${spellNumber(value, digits)} ${spellUnit(unit)}`.trim();
