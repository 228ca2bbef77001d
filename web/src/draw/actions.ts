import { say } from "../words/drawing";
import type { BoardCanvas } from "./canvas";
import {
  changeJoint,
  duplicateSelected,
  flipSelected,
  hideSelected,
  lockSelected,
  removeSelected,
  selectAll,
  showHidden,
  toggleAdding,
  toggleCentres,
  toggleGravity,
} from "./commands";
import {
  groupSelected,
  leaveGroup,
  openSelected,
  orderSelected,
  ungroupSelected,
} from "./group-commands";
import type { Pencil } from "./pencil";
import { makeSpatial } from "./space/commands";
import { tools, type ToolId } from "./tools";

/** What a board can do: all of it is in the palette, and has a key where one is given. */
export interface BoardAction {
  readonly name: string;
  readonly key: string;
  /** It is in the menu of what is selected. */
  readonly isForSelection?: boolean;
  act(): void;
}

export interface BoardCommands {
  readonly pencil: Pencil;
  readonly canvas: BoardCanvas;
  choose(tool: ToolId): void;
  cancel(): void;
  nextPoint(): void;
  nextPart(): void;
  choosePhoto(): void;
  play(): void;
  done(): void;
}

/** All actions of a board, in the order of its palette. */
export function boardActions(board: BoardCommands): readonly BoardAction[] {
  return [
    ...tools.map(({ id, key, group }) => ({
      ...{ name: say.tool[id], key, isForSelection: group === "arrange" },
      act: () => board.choose(id),
    })),
    ...selectionActions(board),
    ...(["currents", "voltages", "powers"] as const).map((each) => ({
      ...{ name: `${say.whatShows}: ${say.shows[each]}`, key: "" },
      act: () => board.canvas.look.toggle(each),
    })),
    { name: say.changeStandard, key: "", act: () => board.canvas.look.changeStandard() },
    { name: say.gravity, key: "", act: () => toggleGravity(board.pencil) },
    { name: say.centres, key: "", act: () => toggleCentres(board.pencil) },
    { name: say.space.asBodies, key: "", act: () => makeSpatial(board.pencil) && board.done() },
    { name: say.photo.choose, key: "", act: () => board.choosePhoto() },
    { name: say.nextPoint, key: "n", act: () => board.nextPoint() },
    { name: say.nextPart, key: "b", act: () => board.nextPart() },
    { name: say.groups.leave, key: "<", act: () => void leaveGroup(board.pencil) },
    { name: say.cancel, key: "Escape", act: () => board.cancel() },
    { name: say.zoomIn, key: "+", act: () => board.canvas.zoom(1.25) },
    { name: say.zoomOut, key: "-", act: () => board.canvas.zoom(0.8) },
    { name: say.showAll, key: "a", act: () => board.canvas.showAll() },
    { name: say.play, key: "k", act: () => board.play() },
    { name: say.done, key: "w", act: () => board.done() },
  ];
}

const orderKeys = [
  ["front", "Home"],
  ["forward", "PageUp"],
  ["backward", "PageDown"],
  ["back", "End"],
] as const;

/** What can be done with the selection. */
function selectionActions({ pencil, canvas }: BoardCommands): readonly BoardAction[] {
  const action = (name: string, key: string, act: () => void): BoardAction => {
    return { name, key, act, isForSelection: true };
  };
  return [
    action(say.remove, "Delete", () => removeSelected(pencil)),
    action(say.duplicate, "c", () => duplicateSelected(pencil, canvas.grid)),
    action(say.flipAcross, "F", () => flipSelected(pencil, "across")),
    action(say.flipUpright, "U", () => flipSelected(pencil, "upright")),
    action(say.nextJoint, "j", () => changeJoint(pencil)),
    action(say.groups.make, ".", () => groupSelected(pencil)),
    action(say.groups.open, ">", () => openSelected(pencil)),
    action(say.groups.dissolve, ",", () => ungroupSelected(pencil)),
    ...orderKeys.map(([shift, key]) =>
      action(say.groups.order[shift], key, () => orderSelected(pencil, shift)),
    ),
    action(say.lock, "K", () => lockSelected(pencil)),
    action(say.hide, "H", () => hideSelected(pencil)),
    action(say.showHidden, "Q", () => showHidden(pencil)),
    action(say.selectAll, "A", () => selectAll(pencil)),
    action(say.addToSelection, "Y", () => toggleAdding(pencil)),
  ];
}

/** The name of a key for readers. */
export function shownKey(key: string): string {
  const names: Readonly<Record<string, string>> = {
    ...{ Delete: "Del", Escape: "Esc", "-": "−" },
    ...{ PageUp: "PgUp", PageDown: "PgDn" },
  };
  const isShifted = key.length === 1 && key !== key.toLowerCase();
  return names[key] ?? (isShifted ? `⇧${key}` : key.toUpperCase());
}
