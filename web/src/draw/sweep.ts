import type { Vec } from "./numbers";
import { linkageOf, type Linkage } from "./linkage";
import {
  bodyNamed,
  isPin,
  thingNamed,
  thingsOf,
  type Drawing,
  type Pin,
  type Thing,
} from "./things";

/** The poses over the angle of a crank. */
export interface Sweep {
  /** The pin that is turned. */
  readonly driver: Pin;
  /** From body a of the pin to body b, rad, in ascending order. */
  readonly angles: readonly number[];
  /** The crank makes whole turns. */
  readonly isWhole: boolean;
  /** x, y and phi of all bodies at each angle, and their derivatives by the angle. */
  readonly poses: readonly Float64Array[];
  readonly rates: readonly Float64Array[];
  readonly linkage: Linkage;
}

/** Steps of a turn. */
const steps = 180;
/** Joints count as closed below this gap, m. */
const closed = 1e-7;

/** The pins that can be turned: those with a motor come first, then those at the ground. */
export function driversOf(drawing: Drawing): readonly Pin[] {
  const driven = thingsOf(drawing, "motor").flatMap(({ joint }) => {
    const thing = thingNamed(drawing, joint);
    return thing?.kind === "pin" ? [thing] : [];
  });
  const grounded = thingsOf(drawing, "pin").filter(({ a, b }) =>
    [a.body, b.body].includes("ground"),
  );
  return [...new Set([...driven, ...grounded])];
}

/** Turns a pin from where it is, both ways until it has made a turn or can go no further. null where that does not decide the poses. */
export function sweepOf(drawing: Drawing, driver: Pin): Sweep | null {
  const linkage = linkageOf(drawing);
  if (!linkage || linkage.close() > closed) return null;
  const [a, b] = [driver.a.body, driver.b.body];
  if (!linkage.ratesOf(a, b) || linkage.freedom !== 1) return null;
  const start = linkage.angleOf(b) - linkage.angleOf(a);
  const home = linkage.x.slice();
  const forward = march(linkage, [a, b], start, 1);
  const isWhole = forward.length === steps;
  linkage.x = home.slice();
  const back = isWhole ? [] : march(linkage, [a, b], start, -1);
  linkage.x = home.slice();
  const rates = linkage.ratesOf(a, b);
  const own = rates ? [{ angle: start, x: home, rates }] : [];
  const all = [...back.reverse(), ...own, ...forward];
  return {
    ...{ driver, isWhole, linkage },
    angles: all.map(({ angle }) => angle),
    poses: all.map(({ x }) => x),
    rates: all.map((each) => each.rates),
  };
}

interface Stop {
  readonly angle: number;
  readonly x: Float64Array;
  readonly rates: Float64Array;
}

function march(
  linkage: Linkage,
  [a, b]: readonly [string, string],
  start: number,
  way: 1 | -1,
): Stop[] {
  const stops: Stop[] = [];
  const step = (2 * Math.PI) / steps;
  for (let k = 1; k <= steps; k++) {
    const angle = start + way * k * step;
    const before = linkage.x.slice();
    const isClosed = linkage.turnTo(a, b, angle) < closed;
    // A jump to another way of closing the loop is no continuation.
    const isNear = linkage.x.every((value, i) => i % 3 !== 2 || Math.abs(value - before[i]!) < 0.5);
    const rates = isClosed && isNear ? linkage.ratesOf(a, b) : null;
    if (!rates) break;
    stops.push({ angle, x: linkage.x.slice(), rates });
  }
  return stops;
}

/** A quantity over the angle of the crank. */
export interface Curve {
  readonly name: string;
  /** "x", "y", "angle" */
  readonly of: "x" | "y" | "angle";
  readonly unit: string;
  readonly values: readonly number[];
  /** By the angle of the crank: m or rad for each rad. */
  readonly rates: readonly number[];
}

/** The path of a point of a thing, and how its coordinates change. */
export function pointCurves(
  { linkage, poses, rates }: Sweep,
  pen: Thing & { readonly kind: "pen" },
): readonly Curve[] {
  const point = linkage.pointOf(pen.on);
  const k = 3 * point.body;
  const places = poses.map((x) => linkage.placeOf(point, x));
  const speeds = poses.map((x, row): Vec => {
    const at = linkage.placeOf(point, x);
    const own = rates[row]!;
    const turn = own[k + 2] ?? 0;
    return {
      x: (own[k] ?? 0) - turn * (at.y - (x[k + 1] ?? 0)),
      y: (own[k + 1] ?? 0) + turn * (at.x - (x[k] ?? 0)),
    };
  });
  return (["x", "y"] as const).map((of) => ({
    ...{ name: pen.name, of, unit: "m" },
    values: places.map((place) => place[of]),
    rates: speeds.map((speed) => speed[of]),
  }));
}

/** What the crank moves: bodies at the ground that turn or slide, besides itself. */
export function outputCurves(
  { linkage, poses, rates, driver }: Sweep,
  drawing: Drawing,
): readonly Curve[] {
  const curve = (body: string, of: "angle" | "x" | "y"): Curve => {
    const index = 3 * linkage.names.indexOf(body) + { x: 0, y: 1, angle: 2 }[of];
    return {
      ...{ name: body, of, unit: of === "angle" ? "rad" : "m" },
      values: poses.map((x) => x[index] ?? 0),
      rates: rates.map((own) => own[index] ?? 0),
    };
  };
  const turning = thingsOf(drawing, "pin").flatMap(({ name, a, b }) => {
    const body = a.body === "ground" ? b.body : b.body === "ground" ? a.body : "";
    return body && name !== driver.name ? [curve(body, "angle")] : [];
  });
  const sliding = thingsOf(drawing, "slide").flatMap(({ a, b, along }) => {
    const isUpright = Math.abs(along.y) > Math.abs(along.x);
    return a.body === "ground" ? [curve(b.body, isUpright ? "y" : "x")] : [];
  });
  return [...turning, ...sliding];
}

/** The angles of the crank at which a quantity reverses, rad. */
export function deadCentres({ angles, isWhole }: Sweep, { rates }: Curve): readonly number[] {
  const scale = Math.max(...rates.map(Math.abs));
  if (scale < 1e-9) return [];
  const found = rates.flatMap((rate, row) => {
    const next = rates[row + 1];
    return next === undefined || rate * next > 0 || rate === 0 ? [] : [rootIn(angles, rates, row)];
  });
  const turn = (angle: number): number => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  return isWhole ? found.map(turn).sort((one, other) => one - other) : found;
}

/** Where the cubic through four rows is 0, between two of them. */
function rootIn(angles: readonly number[], rates: readonly number[], row: number): number {
  const first = Math.max(0, Math.min(row - 1, angles.length - 4));
  const xs = angles.slice(first, first + 4);
  const valueAt = (angle: number): number =>
    xs.reduce((sum, x, k) => {
      const share = xs.reduce(
        (all, other, m) => (m === k ? all : (all * (angle - other)) / (x - other)),
        1,
      );
      return sum + share * (rates[first + k] ?? 0);
    }, 0);
  let [low = 0, high = 0] = [angles[row], angles[row + 1]];
  const sign = Math.sign(rates[row] ?? 0);
  for (let k = 0; k < 40; k++) {
    const middle = (low + high) / 2;
    if (sign * valueAt(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The smallest and the largest transmission angle, rad, from 0 to pi/2: between the coupler and the output where they are
 * joined; of a slider, between the coupler and the normal of its guide. null where there is no such pair.
 */
export function transmissionOf(
  { linkage, poses, driver }: Sweep,
  drawing: Drawing,
): { readonly least: number; readonly most: number; readonly joint: string } | null {
  const crank = driver.a.body === "ground" ? driver.b.body : driver.a.body;
  for (const pin of drawing.things.filter(isPin)) {
    const [a, b] = [pin.a.body, pin.b.body];
    if (pin === driver || [a, b].includes("ground") || [a, b].includes(crank)) continue;
    if (pin.a.at.y !== 0 || pin.b.at.y !== 0) continue; // beside the line of a rod
    const outputs = [a, b].map((body) => directionOf(drawing, body, pin.name));
    const coupler = [b, a][outputs.findIndex((output) => output !== null)];
    const output = outputs.find((each) => each !== null);
    const rod = bodyNamed(drawing, coupler ?? "");
    if (!output || rod?.kind !== "rod") continue;
    const cosines = poses.map((x) => {
      const turned = output.body === "" ? 0 : linkage.angleOf(output.body, x);
      return Math.cos(linkage.angleOf(rod.name, x) - turned - output.angle);
    });
    const most = Math.max(extreme(cosines), extreme(cosines.map((value) => -value)));
    const passesRight = Math.min(...cosines) < 0 && Math.max(...cosines) > 0;
    const least = passesRight ? 0 : Math.min(...cosines.map(Math.abs));
    return {
      ...{ least: Math.acos(Math.min(1, most)), most: Math.acos(least) },
      joint: pin.name,
    };
  }
  return null;
}

/** The largest value between rows: at the top of the parabola through three of them. */
function extreme(values: readonly number[]): number {
  const most = Math.max(...values);
  const row = values.indexOf(most);
  const [before, after] = [values[row - 1], values[row + 1]];
  if (before === undefined || after === undefined) return most;
  const bend = before - 2 * most + after;
  return bend === 0 ? most : most - (before - after) ** 2 / (8 * bend);
}

/** The direction that counts at a body which is guided by the ground: along a rod from its pivot, or across a guide. */
function directionOf(
  drawing: Drawing,
  body: string,
  but: string,
): { readonly body: string; readonly angle: number } | null {
  const isPivoted = thingsOf(drawing, "pin").some(
    ({ name, a, b }) =>
      name !== but && [a.body, b.body].includes(body) && [a.body, b.body].includes("ground"),
  );
  if (isPivoted && bodyNamed(drawing, body)?.kind === "rod") return { body, angle: 0 };
  const guide = thingsOf(drawing, "slide").find(
    ({ a, b }) => a.body === "ground" && b.body === body,
  );
  return guide ? { body: "", angle: Math.atan2(guide.along.x, -guide.along.y) } : null;
}
