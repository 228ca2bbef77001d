import { Emitter } from "../../base/emitter";
import { say } from "../../words/drawing";
import type { ModelText } from "../model-text";
import {
  drivableJoints,
  featuresOf,
  groundAt,
  readSpace,
  type Feature,
  type SpaceDrawing,
  type SpaceJoint,
} from "./drawing";
import { addBody, addJoint, addRod, fittingJoints } from "./edit";
import { addForce, addLink, addWheel, drivesOf, setDrive } from "./links";
import type { SpaceSession } from "./session";
import type { SpaceTool } from "./tools";
import { add, norm, subtract, type Triple } from "./vectors";

/** Something to choose from. */
export interface Offer {
  readonly name: string;
  act(): void;
}

/** Draws in space: pointers, fingers and keys all come here with points that they have chosen. */
export class SpacePencil {
  readonly changed = new Emitter<SpacePencil>();
  /** A sentence for readers who do not see what was done. */
  readonly told = new Emitter<string>();
  tool: SpaceTool = "select";
  /** The first of two points. */
  first: Feature | null = null;
  /** The height of the plane that is drawn on, m. */
  height = 0;
  mode: "translate" | "rotate" = "translate";
  refused = "";
  /** Whether clicks add to the selection, as they do with Shift. */
  isAdding = false;

  constructor(
    readonly session: SpaceSession,
    /** Asks which of some is meant. */
    readonly ask: (offers: readonly Offer[]) => void,
  ) {}

  /** The points that the tool can take. */
  features(drawing: SpaceDrawing = this.session.shown): readonly Feature[] {
    if (this.tool === "motor") return drivableJoints(drawing);
    return drawing.bodies.flatMap(featuresOf);
  }

  /** Selects a part, or adds it to the selection or removes it from there. */
  select(name: string, adds = this.isAdding): void {
    const { session, told } = this;
    const { selectedNames: before } = session;
    const has = before.includes(name);
    if (!adds) session.select(name);
    else if (name)
      session.select(...before.filter((each) => each !== name), ...(has ? [] : [name]));
    const { selectedNames: names } = session;
    const said = names.length > 1 ? say.several(names.length) : (names[0] ?? "");
    told.emit(said ? say.selected(said) : say.nothingSelected);
  }

  choose(tool: SpaceTool): void {
    this.tool = tool;
    this.first = null;
    this.refused = "";
    this.told.emit(`${say.chosen(say.space.tool[tool])} ${say.space.hint[tool]}`);
    this.changed.emit(this);
  }

  raise(by: number): void {
    this.height = Number((this.height + by).toFixed(6)) + 0;
    this.told.emit(say.space.heightIs(String(this.height)));
    this.changed.emit(this);
  }

  /** Uses the tool at a point. */
  use(target: Feature): void {
    const { tool } = this;
    this.refused = "";
    if (tool === "rod") this.#rod(target);
    else if (tool === "joint") this.#joint(target);
    else if (tool === "spring" || tool === "damper") this.#link(tool, target);
    else if (tool === "force") this.#force(target);
    else if (tool === "motor") this.#motor(target);
    else if (tool === "wheel") this.#add((model) => addWheel(model, target.place));
    else if (tool !== "select") {
      const up: Triple = [0, 0, target.body === "ground" && target.place[2] === 0 ? half : 0];
      this.#add((model) => addBody(model, tool, add(target.place, up)));
    }
    this.changed.emit(this);
  }

  #add(action: (model: ModelText, drawing: SpaceDrawing) => string): void {
    this.session.edit(action);
    this.told.emit(say.added(this.session.selected));
  }

  /** Both points, once the second one is there. */
  #both(target: Feature): readonly [Feature, Feature] | null {
    const { first } = this;
    this.first = first ? null : target;
    return first && [first, target];
  }

  #rod(target: Feature): void {
    const [from, to] = this.#both(target) ?? [];
    if (!from || !to) return;
    if (isSamePlace(from, to)) return this.refuse(say.tooShort);
    this.#add((model) => {
      const name = addRod(model, from.place, to.place);
      joinEnds(model, name, [from, to]);
      return name;
    });
  }

  #link(kind: "spring" | "damper", target: Feature): void {
    const [from, to] = this.#both(target) ?? [];
    if (!from || !to) return;
    if (from.body === to.body) return this.refuse(say.space.sameEnds);
    if (isSamePlace(from, to)) return this.refuse(say.tooShort);
    this.#add((model) => addLink(model, kind, from, to));
  }

  #force(target: Feature): void {
    if (!this.first && target.body === "ground") return this.refuse(say.cannotPoint);
    const [from, to] = this.#both(target) ?? [];
    if (!from || !to) return;
    if (isSamePlace(from, to)) return this.refuse(say.tooShort);
    this.#add((model) => addForce(model, from, to.place));
  }

  #motor({ body }: Feature): void {
    const { session } = this;
    const joint = session.drawing.joints.find(({ name }) => name === body);
    if (!joint) return this.refuse(say.space.needsJoint);
    this.ask(
      drivesOf(joint).map((sets) => ({
        name: say.inputs[sets],
        act: () => {
          this.#add((model) => {
            setDrive(model, joint, sets);
            return joint.name;
          });
          this.changed.emit(this);
        },
      })),
    );
  }

  #joint(target: Feature): void {
    const [first, second] = this.#both(target) ?? [];
    if (!first || !second) return;
    // The same point once more is the ground there.
    const isSame = second.body === first.body && isSamePlace(first, second);
    const other = isSame ? groundAt(first.place) : second;
    const kinds = fittingJoints(first, other);
    if (kinds.length === 0) return this.refuse(say.space.sameBody);
    this.ask(
      kinds.map((kind) => ({
        name: say.space.joint[kind],
        act: () => {
          this.session.edit((model, drawing) => addJoint(model, drawing, kind, [first, other]));
          this.told.emit(say.added(`${say.space.joint[kind]} ${this.session.selected}`));
          this.changed.emit(this);
        },
      })),
    );
  }

  /** Says why something was not done. */
  refuse(why: string): void {
    this.refused = why;
    this.told.emit(why);
    this.changed.emit(this);
  }

  cancel(): void {
    if (this.first) this.first = null;
    else if (this.tool !== "select") return this.choose("select");
    else this.session.select("");
    this.refused = "";
    this.changed.emit(this);
  }
}

const isSamePlace = (a: Feature, b: Feature): boolean => norm(subtract(a.place, b.place)) < 1e-9;

/** Half the height of new bodies, m: they stand on the ground. */
const half = 0.05;

/** Joins the ends of a rod to the bodies on which they are, by ball joints. */
function joinEnds(model: ModelText, name: string, places: readonly [Feature, Feature]): void {
  const drawing = readSpace(model);
  const rod = drawing.bodies.find((body) => body.name === name);
  const ends = rod ? featuresOf(rod) : [];
  // Nothing is moved: the ends are where they belong.
  const joints = drawing.bodies.map(({ name: held, r }): SpaceJoint => ({
    ...{ kind: "rigid", name: held, bodies: [held, "ground"], place: r, ends: [r, r] },
    ...{ axis: null, arms: [], drive: null },
  }));
  for (const [k, each] of places.entries()) {
    const end = ends[k];
    if (each.body !== "ground" && end)
      addJoint(model, { ...drawing, joints }, "spherical", [each, end]);
  }
}
