import { say } from "../words/drawing";
import { tools, type ToolId } from "./tools";

/** What a board can do: all of it is in the palette, and has a key where one is given. */
export interface BoardAction {
  readonly name: string;
  readonly key: string;
  act(): void;
}

export interface BoardCommands {
  choose(tool: ToolId): void;
  remove(): void;
  duplicate(): void;
  cancel(): void;
  nextPoint(): void;
  nextPart(): void;
  zoom(factor: number): void;
  showAll(): void;
  play(): void;
  done(): void;
}

/** All actions of a board, in the order of its palette. */
export function boardActions(board: BoardCommands): readonly BoardAction[] {
  return [
    ...tools.map(({ id, key }) => ({ name: say.tool[id], key, act: () => board.choose(id) })),
    { name: say.remove, key: "Delete", act: () => board.remove() },
    { name: say.duplicate, key: "c", act: () => board.duplicate() },
    { name: say.nextPoint, key: "n", act: () => board.nextPoint() },
    { name: say.nextPart, key: "b", act: () => board.nextPart() },
    { name: say.cancel, key: "Escape", act: () => board.cancel() },
    { name: say.zoomIn, key: "+", act: () => board.zoom(1.25) },
    { name: say.zoomOut, key: "-", act: () => board.zoom(0.8) },
    { name: say.showAll, key: "a", act: () => board.showAll() },
    { name: say.play, key: "k", act: () => board.play() },
    { name: say.done, key: "w", act: () => board.done() },
  ];
}

/** The name of a key for readers. */
export function shownKey(key: string): string {
  const names: Readonly<Record<string, string>> = { Delete: "Del", Escape: "Esc", "-": "−" };
  return names[key] ?? key.toUpperCase();
}
