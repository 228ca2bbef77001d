import { words, type Word } from "../words/words";

interface Row {
  readonly id: string;
  readonly group: Word;
  /** Values of KeyboardEvent.key that trigger it. */
  readonly keys: readonly string[];
  /** The keys as shown in the help, separated by spaces. */
  readonly shown: string;
  readonly label: Word;
  /** Takes precedence over the action of a focused control for this key. */
  readonly isFirst?: boolean;
}

/** All keys of the page and of the element. Handlers, the help and the titles use this table. */
export const hotkeys = [
  { id: "play", group: "keysOfPlayback", keys: [" ", "k"], shown: "Space", label: "playOrPause" },
  { id: "reset", group: "keysOfPlayback", keys: ["r", "Home"], shown: "R", label: "reset" },
  { id: "stepBack", group: "keysOfPlayback", keys: [","], shown: ",", label: "stepBack" },
  { id: "stepForward", group: "keysOfPlayback", keys: ["."], shown: ".", label: "stepForward" },
  { id: "halfBack", group: "keysOfPlayback", keys: ["j"], shown: "J", label: "halfBack" },
  { id: "halfForward", group: "keysOfPlayback", keys: ["l"], shown: "L", label: "halfForward" },
  { id: "slower", group: "keysOfPlayback", keys: ["["], shown: "[", label: "slower" },
  { id: "faster", group: "keysOfPlayback", keys: ["]"], shown: "]", label: "faster" },
  { id: "takeNext", group: "keysOfHand", keys: ["h"], shown: "H", label: "takeNext" },
  {
    ...{ id: "moveHeld", group: "keysOfHand", isFirst: true, label: "moveHeld" },
    ...{ keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: "← → ↑ ↓" },
  },
  {
    ...{ id: "letGo", group: "keysOfHand", isFirst: true, label: "letGo" },
    ...{ keys: ["Escape", "Enter"], shown: "Esc" },
  },
  { id: "turnLeft", group: "keysOfView", keys: ["ArrowLeft"], shown: "←", label: "turnLeft" },
  { id: "turnRight", group: "keysOfView", keys: ["ArrowRight"], shown: "→", label: "turnRight" },
  { id: "zoomIn", group: "keysOfView", keys: ["+", "="], shown: "+", label: "zoomIn" },
  { id: "zoomOut", group: "keysOfView", keys: ["-"], shown: "−", label: "zoomOut" },
  { id: "resetView", group: "keysOfView", keys: ["v"], shown: "V", label: "resetView" },
  { id: "draw", group: "keysOfPage", keys: ["w"], shown: "W", label: "draw" },
  { id: "edit", group: "keysOfPage", keys: ["e"], shown: "E", label: "editText" },
  { id: "undo", group: "keysOfPage", keys: ["z"], shown: "Z", label: "undo" },
  { id: "redo", group: "keysOfPage", keys: ["y"], shown: "Y", label: "redo" },
  { id: "share", group: "keysOfPage", keys: ["s"], shown: "S", label: "shareTitle" },
  { id: "search", group: "keysOfPage", keys: ["/"], shown: "/", label: "search" },
  { id: "colours", group: "keysOfPage", keys: ["d"], shown: "D", label: "eitherColours" },
  { id: "gallery", group: "keysOfPage", keys: ["g"], shown: "G", label: "toGallery" },
  { id: "help", group: "keysOfPage", keys: ["?"], shown: "?", label: "thisHelp" },
] as const satisfies readonly Row[];

export type HotkeyId = (typeof hotkeys)[number]["id"];

/**
 * Actions of keys. If an action returns false, it had no effect, and the next row with this key may
 * act.
 */
export type Actions = Readonly<Partial<Record<HotkeyId, (key: string) => boolean | void>>>;

/** The name of a key for readers. */
export function shownKeys(id: HotkeyId): string {
  const shown = hotkeys.find((row) => row.id === id)?.shown ?? "";
  return shown === "Space" ? words.spaceKey : shown;
}

/** The title of a button: its action and its key. */
export function titleOf(id: HotkeyId): string {
  const row = hotkeys.find((other) => other.id === id);
  return row ? `${words[row.label]} (${shownKeys(id)})` : "";
}

/** Keys that a focused control uses itself are left to that control. */
function belongsToControl(event: KeyboardEvent): boolean {
  const [target] = event.composedPath(); // also inside elements with a shadow tree
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, .cm-editor, textarea, select, [role=tablist]")) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === "range") return /^(Arrow|Home|End|Page)/.test(event.key);
    return target.type !== "checkbox" || event.key === " ";
  }
  const isPressed = target instanceof HTMLButtonElement || target.matches("a[href], summary");
  return isPressed && (event.key === " " || event.key === "Enter");
}

/**
 * Listens for keys pressed in `place` until the returned function is called. A key that an element
 * uses does not reach the page around it, where the same key may turn a slide.
 */
export function listenToHotkeys(
  actions: Actions,
  place: Document | HTMLElement = document,
): () => void {
  const leave = (event: Event): void => {
    if (place !== document) event.stopPropagation();
  };
  const isDone = (rows: readonly Row[], key: string): boolean =>
    rows.some(
      ({ id, keys }) => keys.includes(key) && (actions[id as HotkeyId]?.(key) ?? true) !== false,
    );
  const listener = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const known = hotkeys.filter(({ id }) => actions[id] !== undefined);
    const isControls = belongsToControl(event);
    const rows: readonly Row[] = known.filter((row: Row) => !isControls || row.isFirst === true);
    if (isDone(rows, event.key)) event.preventDefault();
    else if (!isControls) return;
    leave(event);
  };
  place.addEventListener("keydown", listener);
  return () => place.removeEventListener("keydown", listener);
}
