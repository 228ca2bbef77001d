import { say } from "../words/drawing";
import { removeThing } from "./change";
import { copyThings } from "./copies";
import { nameOf } from "./describe";
import { jointKinds, setJoint } from "./joints";
import { mirrorAt, shiftBy } from "./motion";
import { moveThings } from "./move-things";
import type { Vec } from "./numbers";
import { placesOf } from "./parts/table";
import type { Pencil } from "./pencil";
import type { DrawSession } from "./session";
import { isJoint, thingNamed } from "./things";

/** What is selected, in words. */
export function selectionOf({ drawing, selectedNames }: DrawSession): string {
  const [first = "", ...more] = selectedNames;
  const thing = thingNamed(drawing, first);
  if (more.length > 0) return say.several(selectedNames.length);
  return thing ? nameOf(thing) : first;
}

/** Removes what is selected and not locked. */
export function removeSelected({ session, told }: Pencil): void {
  const { locked } = session.aside;
  const names = session.selectedNames.filter((name) => !locked.has(name));
  if (names.length < session.selectedNames.length) told.emit(say.isLocked);
  if (names.length === 0) return session.selectedNames.length === 0 ? tellNothing(told) : undefined;
  const what = selectionOf(session);
  session.edit((model, drawing) => {
    for (const name of names) removeThing(model, drawing, name);
    return "";
  });
  told.emit(say.removed(what));
}

const tellNothing = (told: Pencil["told"]): void => told.emit(say.nothingSelected);

/** Makes a copy of what is selected, two squares of the grid beside it. */
export function duplicateSelected({ session, told }: Pencil, grid: number): void {
  const { selectedNames } = session;
  if (selectedNames.length === 0) return tellNothing(told);
  const motion = shiftBy({ x: 2 * grid, y: -2 * grid });
  let count = 0;
  session.edit((model, drawing) => {
    const copies = copyThings(model, drawing, selectedNames, motion);
    count = copies.length;
    return count > 0 ? copies : selectedNames;
  });
  told.emit(count > 0 ? say.added(selectionOf(session)) : say.hasNoCopy);
}

/** Mirrors what is selected at the line through its middle. */
export function flipSelected(pencil: Pencil, way: "across" | "upright"): void {
  const { session, told } = pencil;
  const names = movable(pencil);
  const middle = middleOf(session, names);
  if (!middle) return;
  const motion = mirrorAt(middle, way === "across" ? Math.PI / 2 : 0);
  session.edit((model, drawing) => moveThings(model, drawing, names, motion));
  told.emit(say.moved(selectionOf(session)));
}

/** The selected things that are not locked; says so where there are none. */
function movable({ session, told }: Pencil): readonly string[] {
  const { locked } = session.aside;
  const names = session.selectedNames.filter((name) => !locked.has(name));
  if (names.length === 0)
    told.emit(session.selectedNames.length > 0 ? say.isLocked : say.nothingSelected);
  return names;
}

function middleOf({ drawing }: DrawSession, names: readonly string[]): Vec | null {
  const places = names.flatMap((name) => {
    const thing = thingNamed(drawing, name);
    return thing ? placesOf(thing) : [];
  });
  if (places.length === 0) return null;
  const middle = (all: readonly number[]): number =>
    Number(((Math.min(...all) + Math.max(...all)) / 2).toFixed(6));
  return { x: middle(places.map(({ x }) => x)), y: middle(places.map(({ y }) => y)) };
}

/** Selects all that is drawn and not hidden. */
export function selectAll({ session, told }: Pencil): void {
  session.select(...session.shown.things.map(({ name }) => name));
  told.emit(say.selected(say.several(session.selectedNames.length)));
}

/** Whether clicks add to the selection, as they do with Shift. */
export function toggleAdding(pencil: Pencil): void {
  const { choices, told } = pencil;
  choices.isAdding = !choices.isAdding;
  told.emit(choices.isAdding ? say.adds : say.replaces);
  pencil.changed.emit(pencil);
}

/** Switches gravity off, or on again: without an entry of the model it pulls down. */
export function toggleGravity({ session, told }: Pencil): void {
  let isOn = false;
  session.edit((_model, _drawing, whole) => {
    const given = whole.at("environment", "gravity");
    isOn = JSON.stringify(given) === "[0,0]";
    if (isOn) whole.remove(["environment", "gravity"], 0);
    else whole.set(["environment", "gravity"], [0, 0]);
  });
  told.emit(say.gravityIs(isOn));
}

/** Shows the instant centres, or no more. */
export function toggleCentres({ session, told }: Pencil): void {
  const { aside } = session;
  aside.showsCentres = !aside.showsCentres;
  told.emit(aside.showsCentres ? say.centres : say.showsNothing);
  session.changed.emit(session);
}

/** Locks what is selected, or unlocks it if all of it is locked. */
export function lockSelected({ session, told }: Pencil): void {
  const { selectedNames: names, aside } = session;
  if (names.length === 0) return tellNothing(told);
  const isLocked = names.every((name) => aside.locked.has(name));
  for (const name of names)
    if (isLocked) aside.locked.delete(name);
    else aside.locked.add(name);
  session.changed.emit(session);
  told.emit((isLocked ? say.unlocked : say.locked)(selectionOf(session)));
}

/** Hides what is selected. */
export function hideSelected({ session, told }: Pencil): void {
  const { selectedNames: names, aside } = session;
  if (names.length === 0) return tellNothing(told);
  const what = selectionOf(session);
  for (const name of names) aside.hidden.add(name);
  session.select("");
  session.changed.emit(session);
  told.emit(say.hidden(what));
}

export function showHidden({ session, told }: Pencil): void {
  const { hidden } = session.aside;
  const names = [...hidden];
  hidden.clear();
  session.select(...names.filter((name) => thingNamed(session.drawing, name)));
  session.changed.emit(session);
  told.emit(say.shown(names.length));
}

/** Makes the next kind of joint of the selected one. */
export function changeJoint({ session, told }: Pencil): void {
  const { selected, drawing } = session;
  const kinds = selected ? jointKinds(drawing, selected) : [];
  if (!selected || !isJoint(selected)) return told.emit(say.noJoint);
  const next = kinds[(kinds.findIndex((kind) => kind === selected.kind) + 1) % kinds.length];
  if (!next) return;
  session.edit((model, before) => setJoint(model, before, selected, next));
  told.emit(say.isNow(selected.name, say.joint[next]));
}
