import { say } from "../../words/drawing";
import { copyParts } from "./copies";
import { grid, partNamed, partsOf } from "./drawing";
import { removePart } from "./links";
import type { SpacePencil } from "./pencil";
import type { SpaceSession } from "./session";

/** What is selected, in words. */
export function selectionOf({ selectedNames: names }: SpaceSession): string {
  return names.length > 1 ? say.several(names.length) : (names[0] ?? "");
}

export function removeSelected({ session, told }: SpacePencil): void {
  const { selectedNames, aside } = session;
  const names = selectedNames.filter((name) => !aside.locked.has(name));
  const what = selectionOf(session);
  if (what === "") return told.emit(say.nothingSelected);
  if (names.length < selectedNames.length) told.emit(say.isLocked);
  if (names.length === 0) return;
  session.edit((model) => {
    for (const name of names) removePart(model, name);
    return "";
  });
  told.emit(say.removed(what));
}

/** Copies what is selected, two squares of the grid beside it. */
export function duplicateSelected({ session, told }: SpacePencil): void {
  const { selectedNames: names } = session;
  if (names.length === 0) return told.emit(say.nothingSelected);
  let count = 0;
  session.edit((model, drawing) => {
    const copies = copyParts(model, drawing, names, [2 * grid, 2 * grid, 0]);
    count = copies.length;
    return count > 0 ? copies : names;
  });
  told.emit(count > 0 ? say.added(selectionOf(session)) : say.hasNoCopy);
}

/** Locks what is selected, or unlocks it if all of it is locked. */
export function lockSelected({ session, told }: SpacePencil): void {
  const { selectedNames: names, aside } = session;
  if (names.length === 0) return told.emit(say.nothingSelected);
  const isLocked = names.every((name) => aside.locked.has(name));
  for (const name of names)
    if (isLocked) aside.locked.delete(name);
    else aside.locked.add(name);
  session.changed.emit(session);
  told.emit((isLocked ? say.unlocked : say.locked)(selectionOf(session)));
}

/** Hides what is selected. */
export function hideSelected({ session, told }: SpacePencil): void {
  const { selectedNames: names, aside } = session;
  if (names.length === 0) return told.emit(say.nothingSelected);
  const what = selectionOf(session);
  for (const name of names) aside.hidden.add(name);
  session.select("");
  told.emit(say.hidden(what));
}

export function showHidden({ session, told }: SpacePencil): void {
  const { hidden } = session.aside;
  const names = [...hidden];
  hidden.clear();
  session.select(...names.filter((name) => partNamed(session.drawing, name)));
  session.changed.emit(session);
  told.emit(say.shown(names.length));
}

export function selectAll({ session, told }: SpacePencil): void {
  session.select(...partsOf(session.shown).map(({ name }) => name));
  told.emit(say.selected(say.several(session.selectedNames.length)));
}

/** Whether clicks add to the selection, as they do with Shift. */
export function toggleAdding(pencil: SpacePencil): void {
  pencil.isAdding = !pencil.isAdding;
  pencil.told.emit(pencil.isAdding ? say.adds : say.replaces);
  pencil.changed.emit(pencil);
}
