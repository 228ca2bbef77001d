import type { History } from "../study/history";

/**
 * Tells a history when the reader presses pointer and keys. It listens in the capture phase,
 * because elements may stop events on their way. Returns the function that stops listening.
 */
export function listenForSteps(history: History): () => void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  const on = (type: string, act: () => void): void => window.addEventListener(type, act, options);
  on("pointerdown", () => history.pressPointer());
  on("pointerup", () => history.releasePointer());
  on("pointercancel", () => history.releasePointer());
  on("keydown", () => history.pressKey());
  return () => end.abort();
}
