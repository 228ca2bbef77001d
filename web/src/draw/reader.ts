import { valueOf, type Scope } from "./formula";
import { declaredBy } from "../models/library";
import { listOf, type Entry, type ModelText } from "./model-text";
import { plus, turned, type Vec } from "./numbers";
import type { Frame, Side } from "./things";

/** Position and angle of a body. */
export interface Pose extends Vec {
  readonly phi: number;
}

/** Poses of bodies that the engine found, by their component; those of the text are taken for the others. */
export type Poses = ReadonlyMap<string, Pose>;

/** What the view draws with one body. */
export interface DrawnBody {
  readonly index: number;
  readonly name: string;
  readonly shapes: readonly Entry[];
}

const origin: Frame = { x: 0, y: 0, phi: 0, body: "ground" };
const none: Vec = { x: 0, y: 0 };

/** Values, offers and poses of a model text. */
export class Reader {
  readonly #scope: Scope;
  readonly #inner = new Map<string, Reader | null>();
  readonly #frames = new Map<string, Frame | null>();

  constructor(
    readonly model: ModelText,
    readonly poses: Poses,
    readonly set: Readonly<Record<string, number>>,
    /** The frame of an offer of a component; null where it has none. */
    readonly frameOf: (reader: Reader, name: string, offer: string) => Frame | null,
  ) {
    this.#scope = scopeOf(model, set);
  }

  /** The element that a component uses; "" for many of a kind. */
  useOf(name: string): string {
    const { use, count, for: loop } = this.model.members("components", name);
    return typeof use === "string" && count === undefined && loop === undefined ? use : "";
  }

  /** A reader of the model in a component; null where there is none, or many of a kind. */
  within(name: string): Reader | null {
    const known = this.#inner.get(name);
    if (known !== undefined) return known;
    const { model: inner, count, for: loop } = this.model.members("components", name);
    const isOne = typeof inner === "object" && inner !== null && !count && !loop;
    const found = isOne ? innerReader(this, name) : null;
    this.#inner.set(name, found);
    return found;
  }

  value(formula: unknown): number | undefined {
    return valueOf(formula, this.#scope);
  }

  number(name: string, parameter: string): number | undefined {
    return this.set[`${name}.${parameter}`] ?? this.value(this.given(name, parameter));
  }

  pair(name: string, parameter: string): Vec | undefined {
    return this.place(this.given(name, parameter));
  }

  /** The values of a list of formulas. */
  list(given: unknown): readonly number[] | undefined {
    const text = typeof given === "string" ? /^\s*\[([^[\]]*)\]\s*$/.exec(given)?.[1] : undefined;
    const all: unknown[] | undefined = Array.isArray(given) ? given : text?.split(",");
    const values = all?.map((entry) => this.value(entry) ?? NaN);
    return values?.some(Number.isNaN) ? undefined : values;
  }

  place(given: unknown): Vec | undefined {
    const [x, y] = this.list(given) ?? [];
    return x === undefined || y === undefined ? undefined : { x, y };
  }

  /** What a component gives a parameter, or its default. */
  given(name: string, parameter: string): unknown {
    const given = this.model.at("components", name, "parameters", parameter);
    if (given !== undefined) return given;
    return declaredBy(this.useOf(name)).find((one) => one.name === parameter)?.value;
  }

  /** The offer that a side of a component names. */
  between(name: string, side: string): string {
    const given = this.model.at("components", name, "between", side);
    return typeof given === "string" ? given : "";
  }

  /** A side of a component, at a parameter with a point in its frame. */
  side(name: string, side: string, parameter = ""): Side | null {
    const offer = this.between(name, side);
    const frame = this.frame(offer);
    const whole = this.wholeOffer(offer);
    const at = parameter === "" ? none : (this.pair(name, parameter) ?? none);
    return (
      frame && { offer: whole, at, place: plus(frame, turned(at, frame.phi)), body: frame.body }
    );
  }

  /** Some sides of a component; null where one has no place. */
  sides(name: string, ...sides: readonly string[]): readonly Side[] | null {
    const all = sides.map((side) => this.side(name, side));
    return all.some((side) => side === null) ? null : (all as readonly Side[]);
  }

  /** The frame of an offer; null where it is none that can be drawn. */
  frame(offer: string): Frame | null {
    const known = this.#frames.get(offer);
    if (known !== undefined) return known;
    this.#frames.set(offer, null); // what refers to itself has no place
    const found = this.#findFrame(offer);
    this.#frames.set(offer, found);
    return found;
  }

  #findFrame(offer: string): Frame | null {
    if (offer === "ground") return origin;
    const [name = "", part = "", rest] = offer.split(".");
    const whole = this.wholeOffer(offer);
    const inner = this.within(name);
    if (inner) {
      const found = inner.frame(whole.slice(name.length + 1));
      return found && found.body !== "ground" ? { ...found, body: `${name}.${found.body}` } : found;
    }
    if (rest !== undefined) return null;
    return this.frameOf(this, name, part);
  }

  /** An offer as it is called inside of the groups that have it: "arm.tip" may be "arm.rod.tip". */
  wholeOffer(offer: string): string {
    const [name = "", part = "", ...rest] = offer.split(".");
    const inner = this.within(name);
    if (!inner) return offer;
    const given = rest.length === 0 ? inner.model.at("offers", part) : undefined;
    const path = typeof given === "string" ? given : offer.slice(name.length + 1);
    return `${name}.${inner.wholeOffer(path)}`;
  }

  /** Where a body starts. */
  pose(name: string): Frame {
    const known = this.poses.get(name);
    if (known) return { ...known, body: name };
    const start = (state: string): unknown => {
      const given = this.model.at("components", name, "start", state);
      const { value } = this.model.members("components", name, "start", state);
      return value ?? given;
    };
    const [x = 0, y = 0] = this.list(start("r")) ?? [];
    return { x, y, phi: this.value(start("phi")) ?? 0, body: name };
  }

  /** The first body of the view that follows a component and has a shape of some type. */
  drawnWith(name: string, type: string): DrawnBody | null {
    const bodies = listOf(this.model.at("view", "bodies"));
    const index = bodies.findIndex(
      ({ position, shapes }) =>
        (position === `${name}.r` || position === `${name}.frame.r`) &&
        listOf(shapes).some((shape) => shape["type"] === type),
    );
    const body = bodies[index];
    return body ? { index, name: String(body["name"]), shapes: listOf(body["shapes"]) } : null;
  }

  /** The offer whose quantity a formula is: "rod.tip.v". */
  followed(formula: unknown, quantity: "r" | "v" | "omega"): Side | null {
    if (typeof formula !== "string" || !formula.endsWith(`.${quantity}`)) return null;
    const offer = formula.slice(0, -1 - quantity.length);
    const frame = this.frame(offer) ?? this.frame(`${offer}.center`);
    return frame && { offer, at: none, place: frame, body: frame.body };
  }
}

/** A reader of the model in a component, with the values and poses that it has there. */
function innerReader(reader: Reader, name: string): Reader {
  const { model, poses, set, frameOf } = reader;
  const prefix = `${name}.`;
  const own = <T>(all: Iterable<readonly [string, T]>): (readonly [string, T])[] =>
    [...all].flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    );
  const given = Object.entries(model.members("components", name, "parameters")).flatMap(
    ([parameter, formula]) => {
      const value = reader.value(formula);
      return value === undefined ? [] : [[parameter, value] as const];
    },
  );
  const values = Object.fromEntries([...given, ...own(Object.entries(set))]);
  return new Reader(model.within(name), new Map(own(poses)), values, frameOf);
}

/** The values of the outermost parameters. */
function scopeOf(model: ModelText, set: Readonly<Record<string, number>>): Scope {
  const open = new Set<string>();
  const scope: Scope = (name) => {
    if (set[name] !== undefined) return set[name];
    if (open.has(name)) return undefined;
    open.add(name);
    const given = model.at("parameters", name);
    const value = valueOf(model.members("parameters", name)["value"] ?? given, scope);
    open.delete(name);
    return value;
  };
  return scope;
}
