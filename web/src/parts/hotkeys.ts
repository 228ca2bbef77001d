/** One table of all keys: it drives the page and fills the help dialog. */
export interface Hotkey {
  /** Values of KeyboardEvent.key that trigger it. */
  readonly keys: readonly string[];
  /** As the help dialog writes it. */
  readonly shown: string;
  readonly label: string;
  readonly act: () => void;
}

/** Keys that a focused control uses itself are left to it. */
function belongsToControl(event: KeyboardEvent): boolean {
  const [target] = event.composedPath(); // inside elements with a tree of their own, too
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
 * Listens for keys pressed in `place` until the returned function is called. What is used in an element does not
 * reach the page around it, where the same key may turn a slide.
 */
export function listenToHotkeys(
  hotkeys: readonly Hotkey[],
  place: Document | HTMLElement = document,
): () => void {
  const listener = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (belongsToControl(event)) return leave(event);
    const hotkey = hotkeys.find(({ keys }) => keys.includes(event.key));
    if (!hotkey) return;
    event.preventDefault();
    leave(event);
    hotkey.act();
  };
  const leave = (event: Event): void => {
    if (place !== document) event.stopPropagation();
  };
  place.addEventListener("keydown", listener);
  return () => place.removeEventListener("keydown", listener);
}
