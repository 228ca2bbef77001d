import { modeNames } from "../../../bindings/js/modes";
import type { Trajectory } from "../engine/trajectory";
import type { State } from "../engine/types";
import { spellNumber, spellUnit } from "../plots/format";
import { lawSentence } from "../plots/mode-words";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import type { Clock } from "../study/clock";
import { Component } from "../base/component";
import { freshId, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { motionOf, type Motion } from "../study/motion";

/** Waiting time after a change, because another may follow, ms. */
const patience = 700;
/** At most this many quantities get a sentence, and this many bodies are named. */
const most = { quantities: 3, bodies: 8 };

/**
 * Announces the effect of a change when the run has ended, and the positions while the clock is
 * paused.
 */
export class Narrator extends Component {
  /** Describes the figure and its motion for screen readers. */
  readonly element = h("p", { id: freshId("motion"), class: "visually-hidden" });
  /** The parameters that were set at the last announcement. */
  #known: Readonly<Record<string, number>> = {};
  #hasChanged = false;
  /** The last announced time, s. */
  #saidTime = 0;
  #timer = 0;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
    readonly say: (sentence: string) => void,
  ) {
    super();
    this.follow(experiment.described, () => (this.#known = { ...experiment.settings.set }));
    this.follow(experiment.adjusted, () => (this.#hasChanged = true));
    this.follow(experiment.changed, ({ status }) => {
      window.clearTimeout(this.#timer);
      if (status !== "finished") return;
      const sentences = [figureSentence(experiment), ...motionSentences(experiment)];
      setText(this.element, sentences.join(" "));
      if (this.#hasChanged) this.#later(() => this.#changeSentences());
      this.#hasChanged = false;
    });
    this.follow(clock.changed, ({ isPlaying, time }) => {
      if (experiment.status !== "finished") return;
      if (isPlaying) this.#saidTime = NaN;
      else if (time !== this.#saidTime) this.#later(() => this.#timeSentence());
    });
    this.atEnd(() => window.clearTimeout(this.#timer));
  }

  #later(tell: () => string): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.say(tell()), patience);
  }

  #changeSentences(): string {
    const { experiment } = this;
    const known = this.#known;
    const { set } = experiment.settings;
    const turned = Object.keys({ ...known, ...set }).filter((name) => known[name] !== set[name]);
    this.#known = { ...set };
    return [...turned.map((name) => knobSentence(experiment, name)), ...motionSentences(experiment)]
      .filter(Boolean)
      .join(" ");
  }

  #timeSentence(): string {
    this.#saidTime = this.clock.time;
    return placeSentence(this.experiment, this.clock.time);
  }
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

/** The computed time, the motion of the positions, and the dissipated energy. */
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
    ...lawSentences(trajectory),
  ];
}

/** The modes at the end of a run, of the laws with the most events. */
function lawSentences({ switches, end }: Trajectory): readonly string[] {
  const { laws, modes, log } = switches;
  const { counts } = log;
  const lawStates = laws.map(({ name, isContact }, law) => {
    const slips = isContact ? (counts.get(`${name}.slip`) ?? 0) : 0;
    return { name, mode: modes[law]?.at(end) ?? -1, count: (counts.get(name) ?? 0) + slips };
  });
  return lawStates
    .sort((one, other) => other.count - one.count)
    .slice(0, most.quantities)
    .flatMap(({ name, mode, count }) => {
      const known = modeNames[mode];
      return known ? [words.lawEnds(name, words.modeStates[known], count)] : [];
    });
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
  const laws = trajectory.switches.laws
    .slice(0, most.quantities)
    .map(({ name, column }) => lawSentence(name, trajectory.valueAt(t, column)));
  return words.at(spelt(t, "s"), [...values, ...laws].join(", "));
}

/** Positions with a unit. Entries of rotations are left out. */
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
