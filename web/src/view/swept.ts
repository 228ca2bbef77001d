import { Box3, Vector3 } from "three";

/** The content of a picture: its box, and its farthest points in some directions. */
export class Swept {
  readonly box = new Box3();
  readonly #farthest: { point: Vector3; reach: number }[] = [];

  constructor(readonly directions: readonly Vector3[]) {}

  get points(): readonly Vector3[] {
    return this.#farthest.map(({ point }) => point);
  }

  add(point: Vector3): void {
    this.box.expandByPoint(point);
    this.directions.forEach((direction, k) => {
      const reach = direction.dot(point);
      if (!(reach <= (this.#farthest[k]?.reach ?? -Infinity)))
        this.#farthest[k] = { point: point.clone(), reach };
    });
  }

  /** Adds the content of another one with the same directions. */
  union(other: Swept): this {
    other.points.forEach((point) => this.add(point));
    this.box.union(other.box);
    return this;
  }
}

export function cornersOf({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
}
