import type { AxisRange } from "./axis-range";

/** A place of the drawing, px. */
interface Place {
  readonly x: number;
  readonly y: number;
}

interface Plane {
  /** An axis that stays as it is may be missing. */
  readonly x?: AxisRange;
  readonly y: AxisRange;
  /** The frame of the axes within the element. */
  frame(): DOMRect;
  /** The pointer is at a place; null: it has left. */
  onPoint?(place: Place | null): void;
}

/** Two fingers nearer than this along an axis do not zoom it, px. */
const nearest = 24;

/**
 * Dragging moves the displayed part of a plane; a pinch, or the wheel with the control key, zooms, beside the frame only
 * the axis there; a double click shows all.
 */
export function listenToPlane(element: HTMLElement, plane: Plane): void {
  const down = new Map<number, Place>();
  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, placeOf(event));
  });
  element.addEventListener("pointermove", (event) => {
    const now = placeOf(event);
    plane.onPoint?.(now);
    if (!down.has(event.pointerId)) return;
    const before = [...down.values()];
    down.set(event.pointerId, now);
    follow(plane, before, [...down.values()]);
  });
  for (const type of ["pointerup", "pointercancel"] as const)
    element.addEventListener(type, ({ pointerId }) => down.delete(pointerId));
  element.addEventListener("pointerleave", () => plane.onPoint?.(null));
  element.addEventListener("dblclick", () => {
    plane.x?.reset();
    plane.y.reset();
  });
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomAt(plane, placeOf(event), Math.exp(-0.01 * event.deltaY));
    },
    { passive: false },
  );
}

/** Keeps the values under the fingers, of which there are one or two. */
function follow({ x, y, frame }: Plane, before: readonly Place[], now: readonly Place[]): void {
  const { left, width, bottom, height } = frame();
  const axes = [
    { range: x, of: (place: Place) => (place.x - left) / width, room: width },
    { range: y, of: (place: Place) => (bottom - place.y) / height, room: height },
  ];
  for (const { range, of, room } of axes) {
    const [from, to] = [before.map(of), now.map(of)];
    const middle = mean(to);
    range?.pan(middle - mean(from));
    const [apart, next] = [spread(from), spread(to)];
    if (Math.min(apart, next) * room > nearest) range?.zoom(next / apart, middle);
  }
}

function zoomAt({ x, y, frame }: Plane, place: Place, factor: number): void {
  const { left, width, bottom, height } = frame();
  if (place.x >= left) x?.zoom(factor, (place.x - left) / width);
  if (place.y <= bottom) y.zoom(factor, (bottom - place.y) / height);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = ([one = 0, other = one]: readonly number[]): number => Math.abs(one - other);
