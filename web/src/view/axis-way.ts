import type { Trajectory } from "../engine/trajectory";
import type { SceneBody, Triple } from "../engine/types";
import type { Ends } from "./guideway";
import type { PoseReader } from "./pose";

/**
 * The rod of a prismatic or cylindrical joint, which stands on the first body: it reaches as far as
 * the second body goes along it in all motion computed so far.
 */
export class AxisWay {
  #trajectory: Trajectory | null = null;
  #stride = 0;
  #rows = 0;
  #low = 0;
  #high = 0;

  constructor(
    /** The ends of the rod as the joint has it. */
    readonly rod: (reader: PoseReader) => { readonly from: Triple; readonly to: Triple },
    /** The column of the position along the rod, m. */
    readonly column: string,
  ) {}

  ends(reader: PoseReader): Ends {
    this.#follow(reader.trajectory);
    const { from, to } = this.rod(reader);
    const way = to.map((value, k) => value - (from[k] ?? NaN)) as unknown as Triple;
    const length = Math.hypot(...way);
    const shifted = (point: Triple, by: number): Triple => [
      point[0] + (by / length) * way[0],
      point[1] + (by / length) * way[1],
      point[2] + (by / length) * way[2],
    ];
    const isLonger = length > 0 && this.#high > this.#low;
    if (!isLonger) return { from, to, start: 0, isLonger };
    const [start, end] = [this.#low, this.#high];
    return { from: shifted(from, start), to: shifted(to, end), start, isLonger };
  }

  #follow(trajectory: Trajectory): void {
    if (this.#trajectory !== trajectory || this.#stride !== trajectory.stride) {
      this.#trajectory = trajectory;
      this.#stride = trajectory.stride;
      this.#rows = this.#low = this.#high = 0;
    }
    const column = trajectory.indexOf(this.column);
    if (column < 0) return;
    for (let row = Math.max(0, this.#rows - 1); row < trajectory.rowCount; row++) {
      const position = trajectory.value(row, column);
      if (position < this.#low) this.#low = position;
      if (position > this.#high) this.#high = position;
    }
    this.#rows = trajectory.rowCount;
  }
}

/** The column of the position along the axis that a body of the scene draws, if it is the one of a joint. */
export function positionAlong({ name }: SceneBody): string | null {
  return name.endsWith(".axis") ? name.replace(/axis$/, "position") : null;
}
