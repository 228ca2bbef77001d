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
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, .cm-editor, textarea, select, [role=tablist]")) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === "range") return /^(Arrow|Home|End|Page)/.test(event.key);
    return target.type !== "checkbox" || event.key === " ";
  }
  const isPressed = target instanceof HTMLButtonElement || target.matches("a[href], summary");
  return isPressed && (event.key === " " || event.key === "Enter");
}

/** Listens until the returned function is called. */
export function listenToHotkeys(hotkeys: readonly Hotkey[]): () => void {
  const listener = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || belongsToControl(event)) return;
    const hotkey = hotkeys.find(({ keys }) => keys.includes(event.key));
    if (!hotkey) return;
    event.preventDefault();
    hotkey.act();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}
