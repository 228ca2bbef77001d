// Written by tools/keys.mjs from the schema of the model text.

import type { ViewText } from "./view-text.js";

/** A model, or a component of one. */
export interface ModelText {
  /** the version of the format: `1`, in every model and component */
  readonly porthos: 1;
  /** URL of a schema, for editors */
  readonly $schema?: string;
  /** how the model is called */
  readonly name?: string;
  /** where the equations come from */
  readonly source?: string;
  /** one or two sentences for the reader */
  readonly description?: string;
  /** name → number, vector or matrix, or an object */
  readonly parameters?: { readonly [name: string]: number | NumbersText | ParameterText };
  /** as `parameters`: values such as gravity that reach every component below. The outermost text that has one sets it, the others have a default */
  readonly environment?: { readonly [name: string]: number | NumbersText | ParameterText };
  /** name → an object: kinds of its own of what is offered; components with a `model` know them too */
  readonly interfaces?: { readonly [name: string]: InterfaceDeclarationText };
  /** side → interface: what an element acts between */
  readonly between?: { readonly [name: string]: InterfaceText };
  /** sentence → condition of parameters: what their values have to keep to, as `{ "a capacitance above 0": "C > 0" }`. Where it does not hold the sentence is what was expected (PH104) */
  readonly requires?: { readonly [name: string]: string };
  /** name → formula: an abbreviation, used in other formulas as if it were written out */
  readonly definitions?: { readonly [name: string]: FormulasText };
  /** name → start value, or an object: the state of a potential storage (position, angle, charge, flux, entropy). Without a start: 0 */
  readonly positions?: { readonly [name: string]: FormulasText | StateText };
  /** the same, for the state of a kinetic storage (velocity, angular velocity, current) */
  readonly velocities?: { readonly [name: string]: FormulasText | StateText };
  /** position → formula of its rate [positions], linear in the velocities and in the efforts `effort(x)`. The part with own efforts must be skew (PH122); what it takes from those of other components moves these in return */
  readonly kinematics?: { readonly [name: string]: FormulasText };
  /** formula [positions, velocities] of at most second degree in the velocities of this system, with a mass matrix that is positive semidefinite; below is what terms of lower degree mean (J) */
  readonly kinetic_energy?: FormulaText;
  /** instead of `kinetic_energy`: the matrix, an array of rows of formulas [positions], in the order of the velocities */
  readonly mass?: RowsText;
  /** instead of both energies: the formula L [positions, velocities, `t`], of at most second degree in the velocities, see below (J) */
  readonly lagrangian?: FormulaText;
  /** formula [positions, `t`], or name → formula (one ledger column each) (J) */
  readonly potential_energy?: FormulaText | { readonly [name: string]: FormulaText };
  /** `"SE(2)"` (v_x, v_y, omega), `"SO(3)"`, `"SE(3)"` (omega, v), `"SO(3)xR3"` when all velocities in their order belong to the group; or an array of `{ "group", "velocities": [names] }`: adds the gyroscopic force ad*_w(Mw) of body-fixed velocities */
  readonly velocity_group?: GroupNameText | readonly GroupText[];
  /** the matrix G, an array of rows of formulas [positions, velocities, `momentum(v)`]; skew: adds the force -G w */
  readonly gyroscopic?: RowsText;
  /** name → formula c = 0 [positions, `t`], or an array of them, or `{ "formula": either, "unit" }` (unit of the formula); with `t` it leads the motion and does work */
  readonly position_constraints?: { readonly [name: string]: FormulasText | ConstraintText };
  /** name → formula a = 0 [positions, velocities, `effort(x)`, `t`], or an array of them, or `{ "formula": either, "unit" }`; linear in the velocities and efforts plus a function of time alone, which makes it a port (below); holonomic or not */
  readonly velocity_constraints?: { readonly [name: string]: FormulasText | ConstraintText };
  /** name of a velocity → formula of the resisting force; or name → an object */
  readonly dissipation?: { readonly [name: string]: FormulasText | DissipationText };
  /** name of a velocity → formula of the force on it, or name → an object: a control law, drag, a motor's characteristic. Of any sign, so not passive: what it supplies is in `energy.forces.`*name* */
  readonly forces?: { readonly [name: string]: FormulasText | ForceText };
  /** name → an object; or name → `"component.port"`, which shows a component's port to the outside */
  readonly ports?: { readonly [name: string]: string | PortText };
  /** name → an object or `"component.offer"`: what others may attach to, see below */
  readonly offers?: { readonly [name: string]: string | OfferText };
  /** port, also of a component (`joint.torque`) → effort as a formula [positions, velocities, `effort(x)`, `momentum(v)`, `t`] (an array for an array port; with states it is a feedback), or `{ "effort": … }`, or `{ "flow": … }`, which prescribes the motion as a formula [`t`]: the effort is then what it takes. A port without an input has the effort 0 */
  readonly inputs?: { readonly [name: string]: FormulasText | InputText };
  /** name → formula [positions, velocities, `momentum(v)`, `t`] or `{ "formula", "unit", "label" }` that the motion should keep; it is a column, and if it is linear in the velocities the energy correction respects it */
  readonly invariants?: { readonly [name: string]: FormulasText | ReadoutText };
  /** name → formula or `{ "formula", "unit", "label" }`, of anything: states, `t`, `multiplier(name)`, `effort(x)`, `momentum(v)`, `rate(v)`, the acceleration */
  readonly outputs?: { readonly [name: string]: FormulasText | ReadoutText };
  /** name → an object, see below */
  readonly events?: { readonly [name: string]: EventText };
  /** name → an object, see below and elements */
  readonly components?: { readonly [name: string]: ComponentText };
  /** name → `["component.port", "component.port"]`: equal flows, opposite efforts; where both ports declare a position the positions are held equal too */
  readonly connections?: { readonly [name: string]: readonly [string, string] };
  /** name → an object: any number of ports that meet */
  readonly junctions?: { readonly [name: string]: JunctionText };
  /** an object: ports whose efforts are a skew matrix times their flows */
  readonly interconnection?: InterconnectionText;
  /** how it is run, an object */
  readonly simulation?: SimulationText;
  /** how it is shown, see below */
  readonly view?: ViewText;
}

/** A constant that formulas may use. */
export interface ParameterText {
  /** a number, an array of numbers, or a formula of parameters before it: the value where none is given */
  readonly value?: FormulaText | NumbersText;
  /** instead of a value: a formula of other parameters, in any order; it cannot be set */
  readonly formula?: FormulasText;
  /** its unit */
  readonly unit?: string;
  /** what it is, for people */
  readonly label?: string;
  /** the least value that is taken */
  readonly min?: number;
  /** the largest value that is taken */
  readonly max?: number;
}

/** A position or velocity. */
export interface StateText {
  /** formula of parameters: a guess, corrected until the constraints hold */
  readonly start?: FormulasText;
  /** of a vector (3) or a matrix ([3, 3]) without a start */
  readonly size?: number | readonly number[];
  /** its unit */
  readonly unit?: string;
  /** what it is, for people */
  readonly label?: string;
  /** whether the start is kept as it stands */
  readonly fixed?: boolean;
}

/** A constraint with a unit. */
export interface ConstraintText {
  /** what is held at zero */
  readonly formula: FormulasText;
  /** unit of the formula */
  readonly unit?: string;
}

/** A resistive relation: effort × flow is never negative. */
export interface DissipationText {
  /** formula [positions], linear in the velocities and efforts */
  readonly flow: FormulasText;
  /** what resists it [positions, velocities, `effort(x)`, `t`] */
  readonly effort: FormulasText;
  /** what takes the power up: an entropy, a thermal port or a temperature */
  readonly heats?: string;
}

/** A force law, of any sign. */
export interface ForceText {
  /** formula [positions], linear in the velocities and efforts */
  readonly flow: FormulasText;
  /** what drives it [positions, velocities, `effort(x)`, `momentum(v)`, `multiplier(c)`, `t`] */
  readonly effort: FormulasText;
}

/** A pair of a flow and an effort. It needs a flow or a position. */
export interface PortText {
  /** formula [positions] or an array of them, linear in the velocities and efforts */
  readonly flow?: FormulasText;
  /** formula (or array) [positions] whose rate is the flow, which may then be left out */
  readonly position?: FormulasText;
  /** unit of the flow */
  readonly flow_unit?: string;
  /** unit of the effort */
  readonly effort_unit?: string;
  /** unit of the position */
  readonly position_unit?: string;
  /** what its effort is: `force`, `torque`, `voltage`, … Ports that are joined have the same, where both say it */
  readonly quantity?: string;
}

/** Ports that meet. Their powers add up to zero. */
export interface JunctionText {
  /** `common_flow`: equal flows, efforts that add up to zero (a rigid joint, a series circuit of currents); `common_effort`: equal efforts, flows that add up to zero (a node where currents meet) */
  readonly kind: "common_flow" | "common_effort";
  /** `"component.port"` of each; all of the same size, units and quantity */
  readonly ports: readonly string[];
}

/** Ports whose efforts are a matrix times their flows. */
export interface InterconnectionText {
  /** `"component.port"` of each */
  readonly ports: readonly string[];
  /** S of efforts = S flows, a matrix of formulas of parameters, one row and column for each entry of the ports in their order. It must be skew, so that it conserves power (PH122) */
  readonly matrix: RowsText;
}

/** what an element attaches to: one that every text knows, or one of its own */
export type InterfaceText =
  "frame" | "planar_frame" | "point" | "shaft" | "pin" | "thermal" | "state" | string;

/** A kind of what is offered. What has all of its quantities, with their sizes and units, serves as it, whatever it is called. */
export interface InterfaceDeclarationText {
  /** name → an object, or its unit: a position */
  readonly quantities: { readonly [name: string]: string | QuantityText };
  /** whether `ground` is one, with 0 for everything (and no rotation) */
  readonly ground?: boolean;
}

/** One of the quantities of an interface: a formula of positions, unless it is a rate. */
export interface QuantityText {
  /** SI unit, a text */
  readonly unit?: string;
  /** what it is, in words */
  readonly label?: string;
  /** of a vector (3) or a matrix ([3, 3]); of a rate that of what it is the rate of */
  readonly size?: number | readonly number[];
  /** another quantity, of which this is the rate. An offer may leave it out, unless it is the angular velocity (3) of a matrix of axes (3 x 3) */
  readonly rate_of?: string;
  /** instead: a formula of velocities and efforts too, which is the rate of nothing, as a voltage */
  readonly free?: boolean;
}

/** What others may attach to, in the axes of the world; [interfaces](#elements) say which quantities they have. */
export interface OfferText {
  /** its kind */
  readonly interface: InterfaceText;
  /** position of the origin (m) */
  readonly r?: FormulasText;
  /** rotation matrix, its columns are the axes */
  readonly R?: FormulasText;
  /** angle (rad) */
  readonly phi?: FormulasText;
  /** the rate of r (m/s) */
  readonly v?: FormulasText;
  /** angular velocity (rad/s) */
  readonly omega?: FormulasText;
  /** voltage, also of efforts (V) */
  readonly u?: FormulasText;
  /** temperature, also of efforts (`effort(s)`) (K) */
  readonly theta?: FormulasText;
  /** positions that are shared, of any shape */
  readonly x?: FormulasText;
  readonly [name: string]: FormulasText | undefined;
}

/** What drives a port: one of the two. */
export interface InputText {
  /** formula [`t`] */
  readonly effort?: FormulasText;
  /** formula [`t`]: the motion is prescribed */
  readonly flow?: FormulasText;
}

/** A column with a unit. */
export interface ReadoutText {
  /** of anything */
  readonly formula: FormulasText;
  /** its unit */
  readonly unit?: string;
  /** what it is, for people */
  readonly label?: string;
}

/** Something that happens when a formula passes through zero. */
export interface EventText {
  /** the formula */
  readonly when: FormulaText;
  /** which passages count */
  readonly direction?: "falling" | "either" | "rising";
  /** one action or an array of them */
  readonly do: ActionText | readonly ActionText[];
}

export type ActionText = "stop" | "record" | ChangeText;

/** New values: one of the two. */
export interface ChangeText {
  /** velocity → its new value */
  readonly reset?: { readonly [name: string]: FormulasText };
  /** parameter → its new value */
  readonly set?: { readonly [name: string]: FormulasText };
}

/** A use of a model inside another: its text or the name of its file. */
export interface ComponentText {
  /** file, relative to the outermost model, or `porthos:NAME`, an element of the library */
  readonly use?: string;
  /** instead: the model itself */
  readonly model?: ModelText;
  /** side → `"component.offer"`, `"component"` or `"ground"` */
  readonly between?: { readonly [name: string]: string };
  /** makes components `name[1]`, `name[2]`, … of it */
  readonly count?: FormulaText;
  /** instead: index → [first, last], one component for each */
  readonly for?: { readonly [name: string]: readonly [FormulaText, FormulaText] };
  /** values for its own parameters, not for those with a formula; formulas of the outer parameters */
  readonly parameters?: { readonly [name: string]: FormulasText };
  /** values for its states and (dotted) those of its components; of a joint also for what it reports: `angle` */
  readonly start?: { readonly [name: string]: FormulasText | ComponentStartText };
}

/** A start that may be kept. */
export interface ComponentStartText {
  /** formula of the outer parameters */
  readonly value: FormulasText;
  /** whether it is kept as it stands */
  readonly fixed?: boolean;
}

export type GroupNameText = "SE(2)" | "SO(3)" | "SE(3)" | "SO(3)xR3";

/** Velocities that belong to a group. */
export interface GroupText {
  /** name of the group */
  readonly group: GroupNameText;
  /** names, in the order of the group */
  readonly velocities: readonly string[];
}

/** How a model asks to be run. */
export interface SimulationText {
  /** the end of the run (s) */
  readonly until?: number;
  /** from one row to the next; the step of methods with a fixed one (s) */
  readonly step?: number;
  /** one of the methods */
  readonly method?: MethodName;
  /** relative, of methods with adaptive step size: `adaptive-gauss`, `radau(3)`, `dop853`; others have no use for it (PH303) */
  readonly tolerance?: number;
  /** steps from one row of the table to the next */
  readonly output_every?: number;
  /** names of columns that the table of a large model leaves out otherwise; `*` at the end of one stands for any rest */
  readonly columns?: readonly string[];
}

/** a formula, or a number */
export type FormulaText = string | number;

/** a formula, a vector, or a matrix by rows */
export type FormulasText = FormulaText | readonly (FormulaText | readonly FormulaText[])[];

/** a matrix by rows */
export type RowsText = string | readonly (readonly FormulaText[] | string)[];

/** a vector, or a matrix by rows */
export type NumbersText = readonly (number | readonly number[])[];

/** two or three coordinates */
export type PointText = string | readonly FormulaText[];

/** An integration method with its order; docs/numerics.md says what each is for. */
export type MethodName =
  | "gauss(1)"
  | "gauss(2)"
  | "gauss(3)"
  | "gauss(4)"
  | "adaptive-gauss(2)"
  | "adaptive-gauss(3)"
  | "radau(3)"
  | "dop853"
  | "discrete-gradient"
  | "rk4-baumgarte"
  | "symplectic-euler";
