import {
  effectOf as spelledEffect,
  modeNames,
  type Law,
  type Switch,
} from "../../../bindings/js/modes";
import type { SwitchLog } from "../engine/switch-log";
import { words } from "../words/words";

/** At most this many notes are shown next to the pointer. */
const mostNotes = 3;

/** The word for the number of a mode, also for several modes. */
export function modeWord(mode: number): string {
  const name = modeNames[mode];
  return name ? words.modeNames[name] : words.severalModes;
}

/** The behaviour of a law in a mode, in words: "floor sticks". */
export function lawSentence(law: string, mode: number): string {
  const name = modeNames[mode];
  return name ? words.lawIs(law, words.modeStates[name]) : `${law}: ${words.severalModes}`;
}

/** The effect of a switch, in words; "" for an event of the model. */
export function effectOf(one: Switch, laws: readonly Law[]): string {
  const { bounces, touches, switches, modeNames: name } = words;
  return spelledEffect(one, laws, {
    ...{ bounces, touches, switches },
    keeps: (mode) => words.keepsMode(name[mode]),
    changes: (from, to) => words.changesMode(name[from], name[to]),
  });
}

/** The events of a log from `first` up to `after`, in a few lines. */
export function notesOf(
  log: SwitchLog,
  first: number,
  after: number,
  laws: readonly Law[],
): readonly string[] {
  const shown = Math.min(after, first + mostNotes);
  const notes = Array.from({ length: Math.max(0, shown - first) }, (_, index) => {
    const one = log.at(first + index);
    const effect = effectOf(one, laws);
    return effect ? `${one.name}: ${effect}` : one.name;
  });
  const more = (after - shown) * log.stride;
  return more > 0 ? [...notes, words.moreMarks(more)] : notes;
}
