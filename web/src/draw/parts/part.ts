import type { Aside } from "../aside";
import type { Field } from "../field";
import type { ModelText } from "../model-text";
import type { Motion } from "../motion";
import type { Vec } from "../numbers";
import type { Reader } from "../reader";
import type { Domain, Target } from "../target";
import type { Drawing, Frame, Kind, Side, Terminal, Thing, ThingOf } from "../things";
import type { Window } from "../view-window";

/** A parameter that lies in the frame of a side. An edge has bodies on its left; a turn changes its sign in a mirror. */
export interface Placed {
  readonly of: "point" | "direction" | "edge" | "angle" | "turn";
  readonly side: string;
}

/** What a copy is of, besides components. */
export interface Copying {
  readonly motion: Motion;
  readonly reader: Reader;
  /** The copy of an offer or of a component; undefined where there is none. */
  copyOf(offer: string): string | undefined;
}

/** A current between two ends while the model runs. */
export interface Branch {
  readonly ends: readonly [Terminal, Terminal];
  /** From the first end to the second, A or W, from the columns of a run. */
  current(value: (column: string) => number): number;
}

/** Where a thing is painted. */
export interface Paper {
  readonly window: Window;
  /** Symbols of circuits. */
  readonly standard: "IEC" | "ANSI";
  readonly isSelected: boolean;
  readonly isPointed: boolean;
  /** In pixels. */
  at(place: Vec): Vec;
}

/** A kind of thing: how a text has it, what it looks like, and how it is changed. */
export interface Part<K extends Kind = Kind> {
  readonly kinds: readonly K[];
  /** Elements of the library that a text uses for it; none for what is no component. */
  readonly elements?: readonly string[];
  /** Parameters that the inspector shows first. */
  readonly first?: readonly string[];
  /** A pointer meets what is deeper after what is not: bodies of some size are 1, lines 2. */
  readonly depth?: 1 | 2;
  /** Its parameters that depend on where it is. */
  readonly placed?: Readonly<Record<string, Placed>>;
  /** Reads a component; null where it is of another kind or has no drawing. */
  read?(reader: Reader, name: string): ThingOf<K> | null;
  /** Reads what stands outside the components. */
  readRest?(reader: Reader, components: readonly Thing[]): readonly ThingOf<K>[];
  /** The frame of an offer of one of the elements; null where it has none of this name. */
  frame?(reader: Reader, name: string, offer: string): Frame | null;
  /** Points to which other things can be fixed. */
  ends?(thing: ThingOf<K>): readonly Side[];
  /** Where it is, for its mark and for a reader who cannot see it. */
  place(thing: ThingOf<K>): Vec;
  /** Places that the board shows with it. */
  extent?(thing: ThingOf<K>): readonly Vec[];
  /** The distance of a place from it, m. */
  away(thing: ThingOf<K>, place: Vec, reach: number): number;
  paint(thing: ThingOf<K>, paper: Paper): readonly SVGElement[];
  /** What flows through it while the model runs. */
  branches?(thing: ThingOf<K>): readonly Branch[];
  /** Moves one of its ends. False where its joints are moved instead. */
  moveEnd?(model: ModelText, drawing: Drawing, thing: ThingOf<K>, end: Side, to: Vec): boolean;
  /** Adapts it to moves of what it joins. */
  follow?(model: ModelText, before: ThingOf<K>, after: ThingOf<K>): void;
  /** Copies what is no component. Returns the name of the copy, "" where there is none. */
  copy?(model: ModelText, thing: ThingOf<K>, copying: Copying): string;
  /** Moves what is no parameter of its component. */
  move?(model: ModelText, thing: ThingOf<K>, motion: Motion, reader: Reader): void;
  /** Removes what a text has of it besides its component. */
  remove?(model: ModelText, thing: ThingOf<K>): void;
  /** Renames what a text has of it; without this its component is renamed. */
  rename?(model: ModelText, thing: ThingOf<K>, to: string): void;
  /** Fields of the inspector before those of the parameters of its element. */
  fields?(model: ModelText, thing: ThingOf<K>): readonly Field[];
}

/** Why a tool can do nothing at its places. */
export type Refusal =
  | "cannotMotor"
  | "cannotPoint"
  | "tooShort"
  | "cannotTouch"
  | "needsBody"
  | "needsDiscs"
  | "needsDrum"
  | "needsTerminals"
  | "needsShaft"
  | "needsHeat"
  | "needsHeatBodies"
  | "cannotJoin"
  | "selectFirst";

/** What a tool knows besides the drawing. */
export interface Choices {
  readonly selected: readonly string[];
  /** How many an arrangement makes, the original included. */
  readonly number: number;
}

/** A tool that draws. */
export interface Tool<Id extends string = string> {
  readonly id: Id;
  readonly key: string;
  /** What attracts its places: joints and bodies, unless it says something else. */
  readonly domain?: Domain;
  /** Places that it needs; with "many" the first one again ends it. */
  readonly places: number | "many";
  readonly group: "bodies" | "joints" | "links" | "drives" | "circuit" | "arrange" | "panel";
  /** After it has been used once, the tool that selects comes back. */
  readonly isOnce?: boolean;
  /** Lines of 24 by 24; filled parts follow after a bar. */
  readonly icon: string;
  /** What is shown while it is used: a line from place to place, or a circle around the first. */
  readonly preview?: "line" | "circle";
  /** Changes what lies beside the text, in place of the text. Returns what is said of it. */
  mark?(aside: Aside, places: readonly Target[]): string;
  refuse?(drawing: Drawing, places: readonly Target[], choices: Choices): Refusal | null;
  /** Draws. Returns the name or the names of what is selected then. */
  use(
    model: ModelText,
    drawing: Drawing,
    places: readonly Target[],
    choices: Choices,
  ): string | readonly string[];
}
