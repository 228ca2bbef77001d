import { withPrefix } from "./circuit";
import { powerOf, type Instant, type LiveRun } from "./live-run";
import { distance, middle, minus, plus, times, type Vec } from "./numbers";
import { textAt } from "./parts/drawn-element";
import { boxHalf } from "./parts/heat-body";
import type { Branch } from "./parts/part";
import type { Shows } from "./schematic-look";
import { s } from "./svg";
import { disc } from "./symbols";
import { isHeatBody, isTwoPole, thingsOf, type Thing } from "./things";
import { toPixels, type Window } from "./view-window";
import { wireFlows, type Inflow } from "./wire-flows";

/** Pixels from dot to dot. */
const pitch = 26;
/** Pixels that a dot goes in a run, if the largest current flows all the time; and at least in a second. */
const [inRun, inSecond] = [400, 60];
/** The half of a symbol, pixels: no dots cover it. */
const half = 20;

/** Currents as dots that move with the charge, and numbers beside the elements. */
export function paintLive(
  window: Window,
  live: LiveRun,
  now: Instant,
  shows: ReadonlySet<Shows>,
): readonly SVGElement[] {
  const at = (place: Vec): Vec => toPixels(window, place);
  const { branches } = live;
  const until = live.session.found.run?.until ?? 0;
  const speed = Math.max(inRun, inSecond * until);
  const dots = shows.has("currents")
    ? [
        ...branches.flatMap(([thing, branch]) => dotsOf(thing, branch, now, at, speed)),
        ...wireDots(live, now, at, speed),
      ]
    : [];
  return [
    ...(shows.has("powers") ? branches.flatMap((each) => powerMark(...each, now, at)) : []),
    ...dots,
    ...branches.flatMap(([thing, branch]) => numbersOf(thing, branch, now, at, shows)),
    ...now.drawing.things.filter(isHeatBody).flatMap(({ name, at: place }) => {
      const temperature = now.value(`${name}.temperature`);
      const { x, y } = at(place);
      return Number.isNaN(temperature)
        ? []
        : [textAt("board-live-value", reading(temperature, "K"), x, y + 34)];
    }),
  ];
}

/** A number with its unit and three digits. */
function reading(value: number, unit: string): string {
  if (Number.isNaN(value)) return "";
  const isNothing = Math.abs(value) < 1e-12;
  const digits = unit === "K" ? Number(value.toFixed(1)) : Number(value.toPrecision(3));
  return withPrefix(isNothing ? 0 : digits, unit).replace("-", "−");
}

function dotsOf(
  thing: Thing,
  branch: Branch,
  now: Instant,
  at: (place: Vec) => Vec,
  speed: number,
): readonly SVGElement[] {
  const isHeat = thing.kind === "conductor";
  const [a, b] = branch.ends.map(({ place }) => place);
  if (!a || !b) return [];
  const [from, to] = (isHeat ? [clear(a, b), clear(b, a)] : [a, b]).map(at);
  if (!from || !to) return [];
  const ahead = now.passed(branch) * speed;
  return dotsAlong(from, to, ahead, half, isHeat ? "board-dot is-heat" : "board-dot");
}

/** The place on the way to another one at which the box of a thermal body ends. */
function clear(from: Vec, to: Vec): Vec {
  const way = minus(to, from);
  const share = Math.min(boxHalf.x / Math.abs(way.x), boxHalf.y / Math.abs(way.y), 0.5);
  return plus(from, times(way, share));
}

/** Dots from place to place, so many pixels ahead of those at the start. */
function dotsAlong(
  from: Vec,
  to: Vec,
  ahead: number,
  gap: number,
  className = "board-dot",
): readonly SVGElement[] {
  const length = distance(from, to);
  if (ahead === 0 || length === 0) return [];
  const along = times(minus(to, from), 1 / length);
  const first = ((ahead % pitch) + pitch) % pitch;
  const count = Math.min(200, Math.ceil((length - first) / pitch));
  return Array.from({ length: Math.max(0, count) }, (_, k) => first + k * pitch)
    .filter((way) => Math.abs(way - length / 2) > gap && way <= length)
    .map((way) => disc(className, plus(from, times(along, way)), 2.6));
}

function wireDots(
  { branches }: LiveRun,
  now: Instant,
  at: (place: Vec) => Vec,
  speed: number,
): readonly SVGElement[] {
  const ends = branches.flatMap(([thing, branch]) => {
    const passed = isTwoPole(thing) ? now.passed(branch) * speed : 0;
    const [a, b] = branch.ends;
    return [
      { ...a, flow: -passed },
      { ...b, flow: passed },
    ];
  });
  return thingsOf(now.drawing, "net").flatMap(({ name, routes }) => {
    const inflows: readonly Inflow[] = ends.filter(({ net }) => net === name);
    return wireFlows(routes, inflows).flatMap(({ from, to, flow }) =>
      dotsAlong(at(from), at(to), flow, -1),
    );
  });
}

/** A disc whose area is the power: what gives and what takes have colours of their own. */
function powerMark(
  thing: Thing,
  branch: Branch,
  now: Instant,
  at: (place: Vec) => Vec,
): readonly SVGElement[] {
  const power = powerOf(thing, branch, now.value);
  const share = now.largestPower > 0 ? Math.abs(power) / now.largestPower : 0;
  if (!(share > 1e-6)) return [];
  const place = at(middle(branch.ends[0].place, branch.ends[1].place));
  const kind = power < 0 ? "gives" : "takes";
  const stores = thing.kind === "inductor" || thing.kind === "capacitor" ? " is-store" : "";
  return [disc(`board-power is-${kind}${stores}`, place, 34 * Math.sqrt(share))];
}

function numbersOf(
  thing: Thing,
  branch: Branch,
  now: Instant,
  at: (place: Vec) => Vec,
  shows: ReadonlySet<Shows>,
): readonly SVGElement[] {
  const [a, b] = branch.ends;
  const [from, to] = [at(a.place), at(b.place)];
  const { x, y } = middle(from, to);
  const isUpright = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  const isShort = isUpright || Math.abs(to.x - from.x) < 96;
  const texts = textsOf(thing, branch, now, shows).flatMap((text) =>
    isShort ? text.split("  ") : [text],
  );
  return texts.map((text, index) =>
    isUpright
      ? textAt("board-live-value", text, x + 21, y + 22 + 16 * index, "start")
      : textAt("board-live-value", text, x, y + 32 + 16 * index),
  );
}

/** Voltage and current in one line, the power in the next. */
function textsOf(
  thing: Thing,
  branch: Branch,
  now: Instant,
  shows: ReadonlySet<Shows>,
): readonly string[] {
  const flow = branch.current(now.value);
  if (thing.kind === "conductor") return shows.has("powers") ? [reading(flow, "W")] : [];
  const [a, b] = branch.ends.map(({ net }) => now.potential(net));
  const voltage = shows.has("voltages") && thing.kind !== "ammeter";
  const current = shows.has("currents") && thing.kind !== "voltmeter";
  const first = [
    voltage ? reading((a ?? NaN) - (b ?? NaN), "V") : "",
    current ? reading(flow, "A") : "",
  ].filter((text) => text !== "");
  const isMeter = thing.kind === "voltmeter" || thing.kind === "ammeter";
  const power =
    shows.has("powers") && !isMeter ? reading(powerOf(thing, branch, now.value), "W") : "";
  return [first.join("  "), power].filter((text) => text !== "");
}
