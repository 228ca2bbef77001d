/** Coordinates of a path in the order in which they were drawn; a pen stroke begins after each gap. */
export interface Stroke {
  readonly points: number[];
  isClosed: boolean;
}

/**
 * A path that a canvas can draw and that a file can take: `Path2D` alone does not tell what it contains.
 */
export class Outline {
  readonly native = new Path2D();
  readonly strokes: Stroke[] = [];
  /** A circle of radius 1 around the origin. */
  isDisc = false;

  static disc(): Outline {
    const outline = new Outline();
    outline.native.arc(0, 0, 1, 0, 2 * Math.PI);
    outline.isDisc = true;
    return outline;
  }

  /** A copy that can be continued. */
  static of(other: Outline): Outline {
    const outline = new Outline();
    outline.native.addPath(other.native);
    outline.strokes.push(
      ...other.strokes.map(({ points, isClosed }) => ({ points: [...points], isClosed })),
    );
    return outline;
  }

  moveTo(x: number, y: number): void {
    this.native.moveTo(x, y);
    this.strokes.push({ points: [x, y], isClosed: false });
  }

  lineTo(x: number, y: number): void {
    this.native.lineTo(x, y);
    this.strokes.at(-1)?.points.push(x, y);
  }

  closePath(): void {
    this.native.closePath();
    const last = this.strokes.at(-1);
    if (last) last.isClosed = true;
  }
}
