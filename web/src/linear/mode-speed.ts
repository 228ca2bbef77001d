/** The playback speed of a mode. */
export interface ModeSpeed {
  /** Period of the motion in the figure, s. */
  readonly period: number;
  /** The factor by which the playback is slower, or faster if it is below 1; 1 in real time. */
  readonly slower: number;
  readonly faster: number;
}

/** Periods that the eye can follow are shown in real time, s. */
const visible = { shortest: 0.8, longest: 5 };
/** Other periods become about this long, s: by a round factor. */
const comfortable = 1.5;
/** Time to show a change without oscillation, there and back, s. */
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

/** The next number of 1, 2, 5, 10, … */
function roundAtLeast(x: number): number {
  const decade = 10 ** Math.floor(Math.log10(x));
  return ([1, 2, 5, 10].find((factor) => factor * decade >= x) ?? 10) * decade;
}
