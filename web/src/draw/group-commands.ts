import { say } from "../words/drawing";
import { nameOf } from "./describe";
import { canUngroup, groupThings, ungroup } from "./groups";
import { orderThings, type Shift } from "./order";
import type { Pencil } from "./pencil";
import { prefixOf, type DrawSession } from "./session";
import { thingNamed } from "./things";

/** Makes a group of what is selected. */
export function groupSelected({ session, told }: Pencil): void {
  const { selectedNames, experiment, aside } = session;
  if (selectedNames.length === 0) return told.emit(say.nothingSelected);
  const before = experiment.settings.starts ? null : experiment.text;
  const inside = session.inside;
  const name = session.edit((model, drawing) => {
    const made = groupThings(model, drawing, selectedNames);
    return made === "" ? selectedNames : made;
  });
  const thing = thingNamed(session.drawing, name ?? "");
  if (thing?.kind !== "group") return told.emit(say.groups.none);
  if (before !== null)
    aside.grouped.set(experiment.text, { name: `${inside}.${thing.name}`, text: before });
  told.emit(say.added(nameOf(thing)));
}

/** Dissolves the selected group: the text is as it was before, if nothing else has changed since. */
export function ungroupSelected({ session, told }: Pencil): void {
  const { selected: group, model, experiment, aside, inside } = session;
  if (group?.kind !== "group") return told.emit(say.groups.needed);
  if (!model || !canUngroup(model, group.name)) return told.emit(say.groups.stays(group.name));
  const former = aside.grouped.get(experiment.text);
  const isFormer = former?.name === `${inside}.${group.name}` && !experiment.settings.starts;
  session.edit((edited, _drawing, whole) => {
    const names = ungroup(edited, group.name);
    if (isFormer) whole.rewrite(former.text);
    return names;
  });
  told.emit(say.groups.dissolved(group.name));
}

/** Opens the selected group: then the board is that of what is in it. */
export function openSelected(pencil: Pencil): void {
  const { session, told } = pencil;
  const { selected: group } = session;
  if (group?.kind !== "group") return told.emit(say.groups.needed);
  pencil.cancel();
  session.open(`${prefixOf(session)}${group.name}`);
  told.emit(say.groups.opened(group.name));
}

/** Leaves the open group. Returns whether there was one. */
export function leaveGroup(pencil: Pencil): boolean {
  const { session, told } = pencil;
  if (session.inside === "") return false;
  pencil.cancel();
  session.open(outerOf(session));
  told.emit(say.groups.left);
  return true;
}

function outerOf({ inside }: DrawSession): string {
  return inside.split(".").slice(0, -1).join(".");
}

/** Brings what is selected before other things, or behind them. */
export function orderSelected({ session, told }: Pencil, shift: Shift): void {
  const { selectedNames } = session;
  if (selectedNames.length === 0) return told.emit(say.nothingSelected);
  session.edit((model, drawing) => orderThings(model, drawing, selectedNames, shift));
  told.emit(say.groups.order[shift]);
}
