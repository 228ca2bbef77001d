import type { TimeWindow } from "./time-window";

interface TimePointer {
  readonly shown: TimeWindow;
  /** Time at which the run ends, s. */
  readonly until: number;
  /** The time at a place in the drawing, px from its left edge. */
  timeAt(x: number): number;
  onSeek(t: number): void;
  /** The pointer is at a time; null: it has left. */
  onPoint(t: number | null, y: number): void;
}

/**
 * Pressing and dragging sets the time; with the shift key it selects a part; a pinch, or the wheel
 * with the control key, zooms.
 */
export function listenToTime(over: HTMLElement, pointer: TimePointer): void {
  const { shown, until } = pointer;
  const timeAt = (event: MouseEvent): number => {
    const x = event.clientX - over.getBoundingClientRect().left;
    return Math.min(Math.max(pointer.timeAt(x), 0), until);
  };
  let from: number | null = null;
  over.addEventListener("pointerdown", (event) => {
    over.setPointerCapture(event.pointerId);
    if (event.shiftKey) from = timeAt(event);
    else pointer.onSeek(timeAt(event));
  });
  over.addEventListener("pointermove", (event) => {
    const t = timeAt(event);
    pointer.onPoint(t, event.clientY - over.getBoundingClientRect().top);
    if (from === null && over.hasPointerCapture(event.pointerId)) pointer.onSeek(t);
  });
  over.addEventListener("pointerup", (event) => {
    const to = timeAt(event);
    if (from !== null) shown.show(Math.min(from, to), Math.max(from, to));
    from = null;
  });
  over.addEventListener("pointerleave", () => pointer.onPoint(null, 0));
  over.addEventListener("dblclick", () => shown.reset());
  over.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      shown.zoom(Math.exp(-0.01 * event.deltaY), timeAt(event));
    },
    { passive: false },
  );
}
