import { frameOfSide } from "./frames";
import { leastSquares, rankOf } from "./least-squares";
import { minus, turned, type Vec } from "./numbers";
import type { Poses } from "./reader";
import {
  bodiesOf,
  flat,
  isPin,
  thingsOf,
  ungrouped,
  type Drawing,
  type Side,
  type Slide,
} from "./things";

/** A point of a body, or of the ground (body -1), in its frame. */
export interface Point {
  readonly body: number;
  readonly at: Vec;
}

/** A row of the constraints: its value, and how it changes with x, y and phi of some bodies. */
type Row = (x: Float64Array, out: Float64Array) => number;

/** Things that join no bodies, or in ways that a linkage knows. */
const known: ReadonlySet<string> = new Set([
  ...["spring", "damper", "force", "torque", "velocity", "spin", "pen", "motor", "point", "floor"],
  ...["pin", "weld", "slide", "gear", "rod", "mass", "disc", "plate", "net"],
  ...["resistor", "inductor", "capacitor", "diode", "switch", "voltage", "current", "machine"],
  ...["transformer", "gyrator", "voltmeter", "ammeter", "heater"],
  ...["capacity", "reservoir", "conductor"],
]);

/** Bodies that pins, guides and gears join: the poses that these allow. Units are m and rad. */
export class Linkage {
  readonly names: readonly string[];
  /** x, y and phi of each body. */
  x: Float64Array;
  readonly #rows: readonly Row[];
  /** The weight of an angle against a length, m: the size of the mechanism. */
  readonly #size: number;

  constructor(readonly drawing: Drawing) {
    const bodies = bodiesOf(drawing);
    this.names = bodies.map(({ name }) => name);
    this.x = Float64Array.from(bodies.flatMap(({ frame: { x, y, phi } }) => [x, y, phi]));
    const pins = drawing.things.filter(isPin);
    const places = pins.map(({ b }) => b.place);
    const spread = (axis: "x" | "y"): number => {
      const all = places.map((place) => place[axis]);
      return all.length > 0 ? Math.max(...all) - Math.min(...all) : 0;
    };
    this.#size = Math.max(0.1, Math.hypot(spread("x"), spread("y")) / 2);
    this.#rows = [
      ...pins.flatMap(({ kind, a, b }) => [
        ...this.#meeting(this.pointOf(a), this.pointOf(b)),
        ...(kind === "weld" ? [this.#sameTurn(a.body, b.body)] : []),
      ]),
      ...thingsOf(drawing, "slide").flatMap((slide) => this.#guide(slide)),
      ...thingsOf(drawing, "gear").flatMap(({ sides: [a, b], ratio }) =>
        a && b ? [this.#mesh(a.body, b.body, ratio ?? 1)] : [],
      ),
    ];
  }

  /** A side in the frame of its body. */
  pointOf(side: Side): Point {
    const body = this.names.indexOf(side.body);
    if (body < 0) return { body, at: side.place };
    const frame = { x: this.x[3 * body] ?? 0, y: this.x[3 * body + 1] ?? 0 };
    return { body, at: turned(minus(side.place, frame), -(this.x[3 * body + 2] ?? 0)) };
  }

  /** Where a point is. */
  placeOf({ body, at }: Point, x = this.x): Vec {
    if (body < 0) return at;
    const { x: dx, y: dy } = turned(at, x[3 * body + 2] ?? 0);
    return { x: (x[3 * body] ?? 0) + dx, y: (x[3 * body + 1] ?? 0) + dy };
  }

  /** The angle of a body; 0 of the ground. */
  angleOf(body: string, x = this.x): number {
    const index = this.names.indexOf(body);
    return index < 0 ? 0 : (x[3 * index + 2] ?? 0);
  }

  get poses(): Poses {
    return new Map(
      this.names.map((name, k) => {
        const [x = 0, y = 0, phi = 0] = this.x.subarray(3 * k, 3 * k + 3);
        return [name, { x, y, phi }];
      }),
    );
  }

  /**
   * Brings a point as near to a place as the joints let it, from where the bodies are. Returns the largest gap that is
   * left in the joints, m.
   */
  pull(point: Point, to: Vec): number {
    const before = this.x.slice();
    const wish = this.#at(point, to);
    // The joints weigh more than the wish, and the wish more than that nothing else moves.
    this.#search([...this.#rows.map(weighted(30)), ...wish], 1e-5, 12, 1e-5 * this.#size);
    const gap = this.close();
    if (gap > 1e-7) this.x = before;
    return gap;
  }

  /** Brings a point to a place. Returns the largest gap that is left, there and in the joints, m. */
  reach(point: Point, to: Vec): number {
    return this.#search([...this.#rows, ...this.#at(point, to)], 1e-8, 20);
  }

  /** Closes the joints with small moves. Returns the largest gap that is left, m. */
  close(): number {
    return this.#search(this.#rows, 1e-10, 12);
  }

  /** Turns body b to an angle relative to body a, and closes the joints. Returns the largest gap that is left, m. */
  turnTo(a: string, b: string, angle: number): number {
    return this.#search([...this.#rows, this.#turn(a, b, angle)], 1e-10, 20);
  }

  /** The number of independent motions: positions less the rank of the constraints. */
  get freedom(): number {
    const { jacobian } = this.#linear(this.#rows);
    return this.x.length - rankOf(jacobian, 1e-8);
  }

  /** How all positions change with the angle from body a to body b; null where they are undetermined. */
  ratesOf(a: string, b: string): Float64Array | null {
    const rows = [...this.#rows, this.#turn(a, b, 0)];
    const { jacobian } = this.#linear(rows);
    const right = new Float64Array(rows.length);
    right[rows.length - 1] = this.#size;
    const rates = leastSquares(jacobian, right, this.x.length, 1e-12);
    const rest = jacobian.map(
      (row, k) => row.reduce((sum, value, i) => sum + value * (rates[i] ?? 0), 0) - (right[k] ?? 0),
    );
    const scaled = rates.map((value, k) => (k % 3 === 2 ? value / this.#size : value));
    return Math.max(...rest.map(Math.abs)) < 1e-6 * this.#size ? scaled : null;
  }

  /** Levenberg and Marquardt. Returns the largest residual, m. */
  #search(rows: readonly Row[], damping: number, most: number, least = 1e-13): number {
    let { residuals, jacobian } = this.#linear(rows);
    for (let count = 0; count < most && largest(residuals) > 1e-12; count++) {
      const step = leastSquares(jacobian, residuals, this.x.length, damping);
      const size = Math.max(...step.map(Math.abs));
      const share = Math.min(1, this.#size / (size || 1)); // no step turns a body by more than about a radian
      this.x = this.x.map(
        (value, k) => value - (share * (step[k] ?? 0)) / (k % 3 === 2 ? this.#size : 1),
      );
      ({ residuals, jacobian } = this.#linear(rows));
      if (share * size < least) break;
    }
    return largest(residuals);
  }

  /** Residuals, and their derivatives by x, y and size times phi. */
  #linear(rows: readonly Row[]): { residuals: Float64Array; jacobian: Float64Array[] } {
    const residuals = new Float64Array(rows.length);
    const jacobian = rows.map((row, k) => {
      const out = new Float64Array(this.x.length);
      residuals[k] = row(this.x, out);
      for (let i = 2; i < out.length; i += 3) out[i] = (out[i] ?? 0) / this.#size;
      return out;
    });
    return { residuals, jacobian };
  }

  #meeting(a: Point, b: Point): readonly Row[] {
    return (["x", "y"] as const).map((axis) => (x, out) => {
      this.#differentiate(b, x, out, axis, 1);
      this.#differentiate(a, x, out, axis, -1);
      return this.placeOf(b, x)[axis] - this.placeOf(a, x)[axis];
    });
  }

  #at(point: Point, to: Vec): Row[] {
    return (["x", "y"] as const).map((axis) => (x: Float64Array, out: Float64Array) => {
      this.#differentiate(point, x, out, axis, 1);
      return this.placeOf(point, x)[axis] - to[axis];
    });
  }

  #sameTurn(a: string, b: string): Row {
    return this.#turn(a, b, this.angleOf(b) - this.angleOf(a));
  }

  /** An angle between bodies, times the size so that it is a length. */
  #turn(a: string, b: string, angle: number): Row {
    const size = this.#size;
    const [one, other] = [this.names.indexOf(a), this.names.indexOf(b)];
    return (x, out) => {
      if (one >= 0) out[3 * one + 2] = (out[3 * one + 2] ?? 0) - size;
      if (other >= 0) out[3 * other + 2] = (out[3 * other + 2] ?? 0) + size;
      return size * (this.angleOf(b, x) - this.angleOf(a, x) - angle);
    };
  }

  /** A gear: a turns `ratio` times as fast as b. */
  #mesh(a: string, b: string, ratio: number): Row {
    const [i, j] = [this.names.indexOf(a), this.names.indexOf(b)];
    const turn = (x?: Float64Array): number => this.angleOf(a, x) - ratio * this.angleOf(b, x);
    const start = turn();
    const size = this.#size;
    return (x, out) => {
      if (i >= 0) out[3 * i + 2] = size;
      if (j >= 0) out[3 * j + 2] = -ratio * size;
      return size * (turn(x) - start);
    };
  }

  /** A point on a line of body a, and a fixed angle. */
  #guide({ a, b, along }: Slide): readonly Row[] {
    const [origin, point] = [this.pointOf(a), this.pointOf(b)];
    const holder = this.names.indexOf(a.body);
    const local = turned(along, -frameOfSide(this.drawing, a).phi);
    const line: Row = (x, out) => {
      const phi = holder < 0 ? 0 : (x[3 * holder + 2] ?? 0);
      const direction = turned(holder < 0 ? along : local, phi);
      const [from, to] = [this.placeOf(origin, x), this.placeOf(point, x)];
      const way = minus(to, from);
      for (const [axis, weight] of [
        ["x", -direction.y],
        ["y", direction.x],
      ] as const) {
        this.#differentiate(point, x, out, axis, weight);
        this.#differentiate(origin, x, out, axis, -weight);
      }
      if (holder >= 0) {
        const change = -(direction.x * way.x + direction.y * way.y);
        out[3 * holder + 2] = (out[3 * holder + 2] ?? 0) + change;
      }
      return direction.x * way.y - direction.y * way.x;
    };
    return [line, this.#sameTurn(a.body, b.body)];
  }

  /** Adds the derivative of a coordinate of a point. */
  #differentiate(
    { body, at }: Point,
    x: Float64Array,
    out: Float64Array,
    axis: "x" | "y",
    weight: number,
  ): void {
    if (body < 0) return;
    const k = 3 * body;
    const arm = turned(at, x[k + 2] ?? 0);
    const index = axis === "x" ? k : k + 1;
    out[index] = (out[index] ?? 0) + weight;
    out[k + 2] = (out[k + 2] ?? 0) + weight * (axis === "x" ? -arm.y : arm.x);
  }
}

function weighted(weight: number): (row: Row) => Row {
  return (row) => (x, out) => {
    const value = row(x, out);
    for (let k = 0; k < out.length; k++) out[k] = weight * (out[k] ?? 0);
    return weight * value;
  };
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The linkage of a drawing; null where something else ties its bodies. */
export function linkageOf(drawing: Drawing): Linkage | null {
  const isKnown =
    drawing.others.length === 0 && ungrouped(drawing.things).every(({ kind }) => known.has(kind));
  return isKnown ? new Linkage(flat(drawing)) : null;
}
