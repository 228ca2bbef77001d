/** How fast a mode is shown. */
export interface ModeSpeed {
  /** Period of the motion in the figure, s. */
  readonly period: number;
  /** So many times slower than it is, or as many times faster; 1 as it is. */
  readonly slower: number;
  readonly faster: number;
}

/** Periods that can be followed with the eye are shown as they are, s. */
const visible = { shortest: 0.8, longest: 5 };
/** Others become about as long as this, s: a round number of times slower or faster. */
const comfortable = 1.5;
/** There and back of what does not swing, s. */
const thereAndBack = 4;

/** The speed for a mode of this frequency, Hz. A mode with frequency 0 does not oscillate. */
export function speedOf(frequency: number): ModeSpeed {
  if (!(frequency > 0)) return { period: thereAndBack, slower: 1, faster: 1 };
  const own = 1 / frequency;
  if (own >= visible.shortest && own <= visible.longest)
    return { period: own, slower: 1, faster: 1 };
  if (own < visible.shortest) {
    const slower = roundAtLeast(comfortable / own);
    return { period: own * slower, slower, faster: 1 };
  }
  const faster = roundAtLeast(own / visible.longest);
  return { period: own / faster, slower: 1, faster };
}

/** The next of 1, 2, 5, 10, … */
function roundAtLeast(x: number): number {
  const decade = 10 ** Math.floor(Math.log10(x));
  return ([1, 2, 5, 10].find((factor) => factor * decade >= x) ?? 10) * decade;
}
