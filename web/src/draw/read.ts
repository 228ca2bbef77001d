import type { ComponentKind } from "./library";
import { declaredBy, kindOfUse } from "./library";
import type { ModelText } from "./model-text";
import { valueOf, type Scope } from "./formula";
import { nodesOf } from "./nodes";
import { directionOf, distance, minus, plus, times, turned, type Vec } from "./numbers";
import type { Drawing, Frame, Motor, Side, Thing } from "./things";

/** Position and angle of a body. */
export interface Pose extends Vec {
  readonly phi: number;
}

/** Poses of bodies that the engine found, by their component; those of the text are taken for the others. */
export type Poses = ReadonlyMap<string, Pose>;

/** Reads what there is to draw. `set` are values of parameters that replace those of the text. */
export function readDrawing(
  model: ModelText,
  poses: Poses = new Map(),
  set: Readonly<Record<string, number>> = {},
): Drawing {
  return new DrawingReader(model, poses, set).read();
}

const origin: Frame = { x: 0, y: 0, phi: 0, body: "ground" };
const none: Vec = { x: 0, y: 0 };

class DrawingReader {
  readonly #scope: Scope;
  readonly #frames = new Map<string, Frame | null>();

  constructor(
    readonly model: ModelText,
    readonly poses: Poses,
    readonly set: Readonly<Record<string, number>>,
  ) {
    this.#scope = scopeOf(model, set);
  }

  read(): Drawing {
    const names = Object.keys(this.model.members("components"));
    const components = names.flatMap((name) => this.#component(name) ?? []);
    const drawn = new Set(components.map(({ name }) => name));
    const things = [...components, ...this.#motors(components), ...this.#pens(), ...this.#forces()];
    return { things, nodes: nodesOf(things), others: names.filter((name) => !drawn.has(name)) };
  }

  #kindOf(name: string): ComponentKind | undefined {
    const { use, count, for: loop } = this.model.members("components", name);
    return count !== undefined || loop !== undefined ? undefined : kindOfUse(use);
  }

  #component(name: string): Thing | null {
    const kind = this.#kindOf(name);
    if (kind === "rod") return this.#rod(name);
    if (kind === "mass") return this.#mass(name);
    if (kind === "point") return this.#point(name);
    if (!kind) return null;
    const a = this.#side(name, "a", kind === "pin" || kind === "slide");
    const b = this.#side(name, "b", kind === "pin" || kind === "slide");
    if (!a || !b) return null;
    if (kind !== "slide") return { kind, name, a, b };
    const axis = this.#pair(name, "axis") ?? { x: 1, y: 0 };
    const length = Math.hypot(axis.x, axis.y);
    const { phi } = this.#frame(a.offer) ?? origin;
    const along = turned(times(axis, 1 / (length || 1)), phi);
    return { kind, name, a, b, along, length: this.#number(name, "length") ?? 0.2 };
  }

  #rod(name: string): Thing | null {
    const center = this.#pose(name);
    const length = this.#number(name, "length");
    if (length === undefined) return null;
    const half = times(directionOf(center.phi), length / 2);
    return { kind: "rod", name, center, tail: minus(center, half), tip: plus(center, half) };
  }

  #mass(name: string): Thing {
    const [width = 0.1, height = 0.06] = this.#list(this.#given(name, "size")) ?? [];
    return { kind: "mass", name, frame: this.#pose(name), size: { width, height } };
  }

  #point(name: string): Thing | null {
    const frame = this.#frame(name);
    const offer = this.#between(name, "a");
    const holder = this.#frame(offer);
    if (!frame || !holder) return null;
    const at = this.#pair(name, "at") ?? none;
    return {
      ...{ kind: "point", name, frame },
      on: { offer, at, place: frame, body: holder.body },
    };
  }

  #side(name: string, side: "a" | "b", hasPlace: boolean): Side | null {
    const offer = this.#between(name, side);
    const frame = this.#frame(offer);
    const at = hasPlace ? (this.#pair(name, `at_${side}`) ?? none) : none;
    return frame && { offer, at, place: plus(frame, turned(at, frame.phi)), body: frame.body };
  }

  #between(name: string, side: string): string {
    const given = this.model.at("components", name, "between", side);
    return typeof given === "string" ? given : "";
  }

  /** The frame of an offer; null where it is none that can be drawn. */
  #frame(offer: string): Frame | null {
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
    const kind = this.#kindOf(name);
    if (rest !== undefined) return null;
    if (kind === "mass") return part === "" || part === "frame" ? this.#pose(name) : null;
    if (kind === "rod") {
      const center = this.#pose(name);
      const half = (this.#number(name, "length") ?? NaN) / 2;
      const share = { tail: -half, center: 0, tip: half }[part];
      if (share === undefined || Number.isNaN(share)) return null;
      return { ...center, ...plus(center, times(directionOf(center.phi), share)) };
    }
    if (kind !== "point" || (part !== "" && part !== "frame")) return null;
    const holder = this.#frame(this.#between(name, "a"));
    const at = this.#pair(name, "at") ?? none;
    const phi = (holder?.phi ?? 0) + (this.#number(name, "angle") ?? 0);
    return holder && { ...plus(holder, turned(at, holder.phi)), phi, body: holder.body };
  }

  #pose(name: string): Frame {
    const known = this.poses.get(name);
    if (known) return { ...known, body: name };
    const start = (state: string): unknown => {
      const given = this.model.at("components", name, "start", state);
      const { value } = this.model.members("components", name, "start", state);
      return value ?? given;
    };
    const [x = 0, y = 0] = this.#list(start("r")) ?? [];
    return { x, y, phi: valueOf(start("phi"), this.#scope) ?? 0, body: name };
  }

  #given(name: string, parameter: string): unknown {
    const given = this.model.at("components", name, "parameters", parameter);
    if (given !== undefined) return given;
    const kind = this.#kindOf(name);
    return kind && declaredBy(kind).find((one) => one.name === parameter)?.value;
  }

  #number(name: string, parameter: string): number | undefined {
    return this.set[`${name}.${parameter}`] ?? valueOf(this.#given(name, parameter), this.#scope);
  }

  #pair(name: string, parameter: string): Vec | undefined {
    const [x, y] = this.#list(this.#given(name, parameter)) ?? [];
    return x === undefined || y === undefined ? undefined : { x, y };
  }

  #list(given: unknown): number[] | undefined {
    const text = typeof given === "string" ? /^\s*\[([^[\]]*)\]\s*$/.exec(given)?.[1] : undefined;
    const all: unknown[] | undefined = Array.isArray(given) ? given : text?.split(",");
    const values = all?.map((entry) => valueOf(entry, this.#scope) ?? NaN);
    return values?.some(Number.isNaN) ? undefined : values;
  }

  #motors(components: readonly Thing[]): Motor[] {
    return Object.entries(this.model.members("inputs")).flatMap(([name, input]): Motor[] => {
      const [joint = "", port = ""] = name.split(".");
      const on = components.find((thing) => thing.name === joint);
      const isPort =
        (on?.kind === "pin" && port === "torque") || (on?.kind === "slide" && port === "force");
      if (!isPort) return [];
      const isSpeed = typeof input === "object" && input !== null && "flow" in input;
      const drives = isSpeed ? "speed" : port === "torque" ? "torque" : "force";
      return [{ kind: "motor", name, joint, drives, place: on.b.place }];
    });
  }

  #pens(): Thing[] {
    const bodies = listOf(this.model.at("view", "bodies"));
    const traced = new Set(listOf(this.model.at("view", "trails")).map(({ body }) => body));
    return bodies.flatMap(({ name, position }): Thing[] => {
      const on = this.#followed(position, "r");
      return on && typeof name === "string" && traced.has(name) ? [{ kind: "pen", name, on }] : [];
    });
  }

  #forces(): Thing[] {
    return Object.entries(this.model.members("ports")).flatMap(([name, port]): Thing[] => {
      const { flow } = (port ?? {}) as { readonly flow?: unknown };
      const on = this.#followed(flow, "v");
      const [x, y] = this.#list(this.model.at("inputs", name)) ?? [];
      if (!on || x === undefined || y === undefined) return [];
      return [{ kind: "force", name, on, value: { x, y } }];
    });
  }

  /** The offer whose place (r) or velocity (v) a formula is. */
  #followed(formula: unknown, quantity: "r" | "v"): Side | null {
    if (typeof formula !== "string" || !formula.endsWith(`.${quantity}`)) return null;
    const offer = formula.slice(0, -2);
    const isCenter = this.#kindOf(offer) === "rod";
    const frame = this.#frame(isCenter ? `${offer}.center` : offer);
    return frame && { offer, at: none, place: frame, body: frame.body };
  }
}

type Entry = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? (value as readonly Entry[]) : [];
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

/** The length of a rod, m. */
export function lengthOf({ tail, tip }: { readonly tail: Vec; readonly tip: Vec }): number {
  return distance(tail, tip);
}
