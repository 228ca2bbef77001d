import type { Vec } from "./numbers";

/** Sides of the grid's squares are at least this long, pixels. */
const leastSquare = 13;

/** The part of the plane that a board shows. */
export interface Window {
  /** What is in the middle, m. */
  readonly center: Vec;
  /** Pixels of a metre. */
  readonly scale: number;
  /** Of the board, pixels. */
  readonly width: number;
  readonly height: number;
}

export function toPixels({ center, scale, width, height }: Window, place: Vec): Vec {
  return {
    x: width / 2 + (place.x - center.x) * scale,
    y: height / 2 - (place.y - center.y) * scale,
  };
}

export function toMetres({ center, scale, width, height }: Window, spot: Vec): Vec {
  return {
    x: center.x + (spot.x - width / 2) / scale,
    y: center.y - (spot.y - height / 2) / scale,
  };
}

/** The side of the grid's squares, m: 1, 2 or 5 times a power of ten. */
export function gridOf({ scale }: Window): number {
  const least = leastSquare / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(3));
}

/** Lines of a grid in this number of squares are heavier. */
export function heavyEvery(grid: number): number {
  return /^[^1-9]*5/.test(grid.toFixed(12)) ? 4 : 5;
}

/** The window with another scale, around a spot that stays where it is. */
export function zoomed(window: Window, factor: number, around?: Vec): Window {
  const spot = around ?? { x: window.width / 2, y: window.height / 2 };
  const fixed = toMetres(window, spot);
  const scale = Math.min(1e5, Math.max(1e-2, window.scale * factor));
  const center = {
    x: fixed.x - (spot.x - window.width / 2) / scale,
    y: fixed.y + (spot.y - window.height / 2) / scale,
  };
  return { ...window, scale, center };
}

export function panned(window: Window, by: Vec): Window {
  const center = {
    x: window.center.x - by.x / window.scale,
    y: window.center.y + by.y / window.scale,
  };
  return { ...window, center };
}

/** The window that shows all of these places, no nearer than so many metres wide. */
export function fitted(window: Window, places: readonly Vec[], least: number, middle: Vec): Window {
  const all = places.length > 0 ? places : [middle];
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const across = Math.max(
    least,
    1.3 * (right - left),
    (1.4 * (top - bottom) * window.width) / window.height,
  );
  return {
    ...window,
    center: { x: (left + right) / 2, y: (bottom + top) / 2 },
    scale: window.width / across,
  };
}
