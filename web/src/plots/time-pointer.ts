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
  /** A box was drawn that is this part of the height, from its lower to its upper edge. */
  onBox?(low: number, high: number): void;
}

/** A box lower than this selects only a part of the time, px. */
const leastHeight = 24;

/**
 * Pressing and dragging sets the time; with the shift key it selects a part, by a box also of the values; a pinch, or
 * the wheel with the control key, zooms; the wheel sideways moves the displayed part.
 */
export function listenToTime(over: HTMLElement, pointer: TimePointer): void {
  const { shown, until } = pointer;
  const timeAt = (event: MouseEvent): number => {
    const x = event.clientX - over.getBoundingClientRect().left;
    return Math.min(Math.max(pointer.timeAt(x), 0), until);
  };
  const box = document.createElement("div");
  box.className = "chart-selection";
  let from: MouseEvent | null = null;
  over.addEventListener("pointerdown", (event) => {
    over.setPointerCapture(event.pointerId);
    if (event.shiftKey) from = event;
    else pointer.onSeek(timeAt(event));
  });
  over.addEventListener("pointermove", (event) => {
    const t = timeAt(event);
    pointer.onPoint(t, event.clientY - over.getBoundingClientRect().top);
    if (!over.hasPointerCapture(event.pointerId)) return;
    if (from) drawBox(box, over, from, event, pointer.onBox !== undefined);
    else pointer.onSeek(t);
  });
  over.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [one, other] = [timeAt(from), timeAt(event)];
    shown.show(Math.min(one, other), Math.max(one, other));
    const { bottom, height } = over.getBoundingClientRect();
    const edges = [from.clientY, event.clientY].map((y) => (bottom - y) / height);
    if (isBox(from, event)) pointer.onBox?.(Math.min(...edges), Math.max(...edges));
    from = null;
    box.remove();
  });
  over.addEventListener("pointerleave", () => pointer.onPoint(null, 0));
  over.addEventListener("dblclick", () => shown.reset());
  over.addEventListener(
    "wheel",
    (event) => {
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) && !shown.isWhole;
      if (!event.ctrlKey && !isSideways) return;
      event.preventDefault();
      if (event.ctrlKey) shown.zoom(Math.exp(-0.01 * event.deltaY), timeAt(event));
      else shown.pan(event.deltaX / over.clientWidth);
    },
    { passive: false },
  );
}

const isBox = (one: MouseEvent, other: MouseEvent): boolean =>
  Math.abs(one.clientY - other.clientY) > leastHeight;

/** Shows the part that is being selected. */
function drawBox(
  box: HTMLElement,
  over: HTMLElement,
  ...[from, to, hasValues]: [MouseEvent, MouseEvent, boolean]
): void {
  const { left, top, height } = over.getBoundingClientRect();
  const isHigh = hasValues && isBox(from, to);
  const place = {
    left: Math.min(from.clientX, to.clientX) - left,
    top: isHigh ? Math.min(from.clientY, to.clientY) - top : 0,
    width: Math.abs(from.clientX - to.clientX),
    height: isHigh ? Math.abs(from.clientY - to.clientY) : height,
  };
  for (const [name, size] of Object.entries(place)) box.style.setProperty(name, `${size}px`);
  over.append(box);
}
