import type { LinearizedAt, Mode } from "porthos/worker";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { speedOf } from "./mode-speed";

/** Smaller values, relative to the largest, are rounding errors. */
const rounding = 1e-12;
/** Smaller changes, relative to the largest, are not mentioned. */
const mentioned = 0.01;

/** A state that a mode changes. */
export interface ShapePart {
  readonly name: string;
  readonly unit: string;
  readonly size: number;
  /** Degrees, ahead of the real part of the shape. */
  readonly phase: number;
}

/** A number that is zero relative to a scale. */
export function zeroIfSmall(value: number, scale: number): number {
  return Math.abs(value) < rounding * scale ? 0 : value;
}

/** −0.15 ± 1.99 i */
export function eigenvalueText({ eigenvalue: [re, im], isPair, naturalFrequency }: Mode): string {
  const real = zeroIfSmall(re, naturalFrequency);
  if (!isPair) return formatNumber(real);
  return `${real === 0 ? "" : `${formatNumber(real)} `}± ${formatNumber(im)} i`;
}

/** The positions of a shape, or the velocities if no position changes, the largest first. */
export function shapeParts(
  { shape }: Mode,
  { states }: LinearizedAt,
  isPosition: (name: string) => boolean,
): readonly ShapePart[] {
  const all = states.map(({ name, unit }, k): ShapePart => {
    const [re, im] = [shape.re[k] ?? 0, shape.im[k] ?? 0];
    return { name, unit, size: Math.hypot(re, im), phase: (Math.atan2(im, re) * 180) / Math.PI };
  });
  const moved = (parts: readonly ShapePart[]): readonly ShapePart[] => {
    const largest = Math.max(...parts.map(({ size }) => size), 0);
    return parts
      .filter(({ size }) => size > mentioned * largest && size > 1e-9)
      .sort((one, other) => other.size - one.size);
  };
  const positions = moved(all.filter(({ name }) => isPosition(name)));
  return positions.length > 0 ? positions : moved(all);
}

/** Names of the states that move most. */
export function namesOf(parts: readonly ShapePart[], most: number): string {
  const names = parts.slice(0, most).map(({ name }) => symbolText(name));
  return names.join(", ") + (parts.length > most ? ", …" : "");
}

/** "0.498 Hz, shown 2 times slower", or the time in which it decays or grows. */
export function captionOf(mode: Mode, number: number): string {
  const title = words.modeNumber(number);
  if (!mode.isPair) return `${title}: ${formatNumber(mode.eigenvalue[0])} 1/s`;
  return `${title}: ${formatNumber(mode.frequency)} Hz, ${paceOf(mode)}`;
}

export function paceOf({ frequency, isPair }: Mode): string {
  const { slower, faster } = speedOf(isPair ? frequency : 0);
  if (slower > 1) return words.shownSlower(formatNumber(slower));
  if (faster > 1) return words.shownFaster(formatNumber(faster));
  return words.inRealTime;
}

/** The part of a mode that the figure does not show: growth or decay. */
export function growthNote({ eigenvalue: [rate], isPair, naturalFrequency }: Mode): string {
  if (zeroIfSmall(rate, naturalFrequency) === 0) return "";
  const time = `${formatNumber(Math.LN2 / Math.abs(rate), 3)} s`;
  if (!isPair) return `${words.noSwinging} ${rate < 0 ? words.halves(time) : words.doubles(time)}`;
  return rate < 0 ? words.withoutDecay(time) : words.withoutGrowth(time);
}

/** The change in the figure of the state that moves most. */
export function amplitudeText([first]: readonly ShapePart[], amplitude: number): string {
  if (!first) return "";
  const value = `${formatNumber(first.size * amplitude, 2)} ${formatUnit(first.unit)}`.trim();
  return words.amplitudeOf(symbolText(first.name), value);
}
