// Written by tools/keys.mjs from the schema of the model text.

import type {
  InterfaceText,
  GroupNameText,
  IndicesText,
  FormulaText,
  FormulasText,
  RowsText,
  NumbersText,
} from "./formula-text.js";
import type { ViewText } from "./view-text.js";

/** A model, or a component of a model. */
export interface ModelText {
  /** version of the format: `1`, in every model and component */
  readonly porthos: 1;
  /** URL of a schema, for editors */
  readonly $schema?: string;
  /** name of the model */
  readonly name?: string;
  /** source of the equations */
  readonly source?: string;
  /** one or two sentences for the reader */
  readonly description?: string;
  /** name → number, vector or matrix, or an object */
  readonly parameters?: { readonly [name: string]: number | NumbersText | ParameterText };
  /** values for every component below, such as gravity; entries as in `parameters`. The outermost text that has a value sets it; the values of the others are defaults */
  readonly environment?: { readonly [name: string]: number | NumbersText | ParameterText };
  /** name → an object: additional interfaces. Components with a `model` know them too */
  readonly interfaces?: { readonly [name: string]: InterfaceDeclarationText };
  /** side → interface: the interfaces that this element acts between */
  readonly between?: { readonly [name: string]: InterfaceText };
  /** sentence → condition on parameters, as `{ "a capacitance above 0": "C > 0" }`. If the condition is false, PH104 quotes the sentence as what it expected */
  readonly requires?: { readonly [name: string]: string };
  /** name → formula: an abbreviation for use in other formulas */
  readonly definitions?: { readonly [name: string]: FormulasText };
  /** name → formula, or an object: a definition that a component that uses this text may replace by a formula of its own, such as the characteristic of a nonlinear resistor */
  readonly characteristics?: { readonly [name: string]: FormulasText | CharacteristicText };
  /** name → start value, or an object: the state of a potential storage (position, angle, charge, flux, entropy). The default start is 0 */
  readonly positions?: { readonly [name: string]: FormulasText | StateText };
  /** name → start value, or an object: the state of a kinetic storage (velocity, angular velocity, current) */
  readonly velocities?: { readonly [name: string]: FormulasText | StateText };
  /** position → formula of its rate [positions], linear in the velocities and in the efforts `effort(x)`. The matrix that multiplies its own efforts must be skew (PH122). An effort of another component in the formula gives that component the opposite flow */
  readonly kinematics?: { readonly [name: string]: FormulasText };
  /** formula [positions, velocities] of at most second degree in the velocities of this system. The mass matrix must be positive semidefinite. Terms of lower degree are allowed (J) */
  readonly kinetic_energy?: FormulaText;
  /** instead of `kinetic_energy`: the mass matrix, an array of rows of formulas [positions], in the order of the velocities */
  readonly mass?: RowsText;
  /** instead of both energies: the formula L = T - V [positions, velocities, `t`], of at most second degree in the velocities; see energies (J) */
  readonly lagrangian?: FormulaText;
  /** formula [positions, `t`], or name → formula (one ledger column each) (J) */
  readonly potential_energy?: FormulaText | { readonly [name: string]: FormulaText };
  /** adds the gyroscopic force ad*_w(Mw) of body-fixed velocities. `"SE(2)"` (v_x, v_y, omega), `"SO(3)"`, `"SE(3)"` (omega, v) or `"SO(3)xR3"`, if all velocities in their order belong to the group; otherwise an array of `{ "group", "velocities": [names] }` */
  readonly velocity_group?: GroupNameText | readonly GroupText[];
  /** the matrix G, an array of rows of formulas [positions, velocities, `momentum(v)`]. It must be skew. It adds the force -G w */
  readonly gyroscopic?: RowsText;
  /** name → formula c = 0 [positions, `t`], or an array of formulas, or `{ "formula": either, "unit" }` (unit of the formula). A constraint with `t` prescribes motion and does work */
  readonly position_constraints?: { readonly [name: string]: FormulasText | ConstraintText };
  /** name → formula a = 0 [positions, velocities, `effort(x)`, `t`], or an array of formulas, or `{ "formula": either, "unit" }`; holonomic or nonholonomic. The formula is linear in the velocities and efforts. It may add a function of time alone, which makes it a port. Its coefficients may jump with the state, as in `if(x > 0, 1, 2)*u + v`: the velocities turn there without loss of energy, as in a short smooth change */
  readonly velocity_constraints?: { readonly [name: string]: FormulasText | ConstraintText };
  /** name of a velocity → formula of the resisting force; or name → an object */
  readonly dissipation?: { readonly [name: string]: FormulasText | DissipationText };
  /** name → an object: bodies that may touch */
  readonly contacts?: { readonly [name: string]: ContactText };
  /** name of a velocity → formula of the force on it; or name → an object. For control laws, drag, motor characteristics. A force may have any sign. Its work is in `energy.forces.`*name* */
  readonly forces?: { readonly [name: string]: FormulasText | ForceText };
  /** name → an object; or name → `"component.port"`, which exposes the port of a component */
  readonly ports?: { readonly [name: string]: string | PortText };
  /** name → an object, or `"component.offer"`: frames, points, pins and so on that elements can attach to */
  readonly offers?: { readonly [name: string]: string | OfferText };
  /** port, also of a component (`joint.torque`) → the effort, as a formula [positions, velocities, `effort(x)`, `momentum(v)`, `t`] or `{ "effort": formula }`; an array for an array port. A formula of states is a feedback. Or `{ "flow": formula }` [`t`]: it prescribes the flow, and the effort follows. A port without an input has effort 0 */
  readonly inputs?: { readonly [name: string]: FormulasText | InputText };
  /** name → formula [positions, velocities, `momentum(v)`, `t`], or `{ "formula", "unit", "label" }`: a quantity that the motion should conserve. It is a column. If it is linear in the velocities, the energy correction preserves it */
  readonly invariants?: { readonly [name: string]: FormulasText | ReadoutText };
  /** name → formula, or `{ "formula", "unit", "label" }`: a column. The formula may use states, `t`, `multiplier(name)`, `effort(x)`, `momentum(v)` and the acceleration `rate(v)` */
  readonly outputs?: { readonly [name: string]: FormulasText | ReadoutText };
  /** name → an object; see events */
  readonly events?: { readonly [name: string]: EventText };
  /** name → an object; see components and elements */
  readonly components?: { readonly [name: string]: ComponentText };
  /** name → `["component.port", "component.port"]`: equal flows, opposite efforts. If both ports declare a position, the positions are equal too */
  readonly connections?: { readonly [name: string]: readonly [string, string] };
  /** name → an object: joins any number of ports */
  readonly junctions?: { readonly [name: string]: JunctionText };
  /** an object: sets the efforts of ports to a skew matrix times their flows */
  readonly interconnection?: InterconnectionText;
  /** run settings, an object */
  readonly simulation?: SimulationText;
  /** the drawing, see view */
  readonly view?: ViewText;
}

/** A constant for formulas. */
export interface ParameterText {
  /** a number, an array of numbers, or a formula of earlier parameters: the default value */
  readonly value?: FormulaText | NumbersText;
  /** instead of a value: a formula of other parameters, in any order. Such a parameter cannot be set */
  readonly formula?: FormulasText;
  /** its unit */
  readonly unit?: string;
  /** the unit in which the page shows it, such as `mm` or `rpm`. Values in texts, runs and files stay in `unit` */
  readonly display_unit?: string;
  /** a description for the reader */
  readonly label?: string;
  /** smallest allowed value */
  readonly min?: number;
  /** largest allowed value */
  readonly max?: number;
}

/** A position or a velocity. */
export interface StateText {
  /** formula of parameters: a guess that the engine corrects until the constraints hold */
  readonly start?: FormulasText;
  /** of a vector (3) or a matrix ([3, 3]) without a start */
  readonly size?: number | readonly number[];
  /** its unit */
  readonly unit?: string;
  /** the unit in which the page shows it, such as `mm` or `rpm`. Values in texts, runs and files stay in `unit` */
  readonly display_unit?: string;
  /** a description for the reader */
  readonly label?: string;
  /** whether the start must stay unchanged */
  readonly fixed?: boolean;
}

/** A constraint with a unit. */
export interface ConstraintText {
  /** the expression that must be zero */
  readonly formula: FormulasText;
  /** unit of the formula */
  readonly unit?: string;
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

/** A resistive relation: effort × flow is never negative. */
export interface DissipationText {
  /** formula [positions], linear in the velocities and efforts */
  readonly flow: FormulasText;
  /** the resisting force [positions, velocities, `effort(x)`, `t`] */
  readonly effort?: FormulasText;
  /** the force of dry friction in slip, in the place of the effort [positions, velocities, `effort(x)`, `multiplier(c)`, `t`] */
  readonly dry?: FormulaText;
  /** the largest force of dry friction that sticks; the default is that of slip. At rest it slips only where it cannot stick */
  readonly static?: FormulaText;
  /** `true`: the flow is never negative, and passes without a force */
  readonly one_way?: true;
  /** condition on parameters of this text, as `friction > 0`: where it is false, there is no such law */
  readonly if?: FormulaText;
  /** where the heat goes: an entropy, a thermal port or a temperature */
  readonly heats?: string;
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

/** Two bodies that may touch and cannot penetrate each other. */
export interface ContactText {
  /** their distance [positions, `t`]; it is never negative */
  readonly gap: FormulaText;
  /** unit of the gap, where its formula does not say it */
  readonly unit?: string;
  /** the speed after an impact as a share of the speed before, 0 to 1 [parameters] */
  readonly restitution?: FormulaText;
  /** coefficient of friction in slip */
  readonly friction?: FormulaText;
  /** coefficient up to which the contact sticks; the default is `friction` */
  readonly static_friction?: FormulaText;
  /** condition on parameters of this text, as `friction > 0`: where it is false, there is no such law */
  readonly if?: FormulaText;
  /** the one or two velocities along the contact, linear in the velocities [positions] */
  readonly slip?: FormulasText;
  /** where the heat of impacts and friction goes, as in a dissipation */
  readonly heats?: string;
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

/** A force law of any sign. */
export interface ForceText {
  /** formula [positions], linear in the velocities and efforts */
  readonly flow: FormulasText;
  /** the driving force [positions, velocities, `effort(x)`, `momentum(v)`, `multiplier(c)`, `t`] */
  readonly effort: FormulasText;
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

/** A pair of a flow and an effort. It needs a flow or a position. */
export interface PortText {
  /** formula [positions] or an array of formulas, linear in the velocities and efforts */
  readonly flow?: FormulasText;
  /** formula (or array) [positions] whose rate is the flow. With it the flow may be omitted */
  readonly position?: FormulasText;
  /** unit of the flow */
  readonly flow_unit?: string;
  /** unit of the effort */
  readonly effort_unit?: string;
  /** unit of the position */
  readonly position_unit?: string;
  /** kind of the effort: `force`, `torque`, `voltage`, … Two joined ports must agree if both state it */
  readonly quantity?: string;
}

/** A junction of ports. Their powers add up to zero. */
export interface JunctionText {
  /** `common_flow`: equal flows, efforts that add up to zero (a rigid joint, a series circuit); `common_effort`: equal efforts, flows that add up to zero (a node of a circuit) */
  readonly kind: "common_flow" | "common_effort";
  /** `"component.port"` of each; all of the same size, units and quantity */
  readonly ports: readonly string[];
}

/** A matrix that gives the efforts of ports from their flows. */
export interface InterconnectionText {
  /** `"component.port"` of each */
  readonly ports: readonly string[];
  /** S in efforts = S flows: a matrix of formulas of parameters, with one row and column for each entry of the ports in their order. It must be skew, so that it conserves power (PH122) */
  readonly matrix: RowsText;
}

/** An interface. An offer that has all of its quantities, with their sizes and units, serves as this interface, whatever its name. */
export interface InterfaceDeclarationText {
  /** name → an object, or the unit of a position */
  readonly quantities: { readonly [name: string]: string | QuantityText };
  /** whether `ground` offers it, with all quantities 0 (and the identity as rotation) */
  readonly ground?: boolean;
}

/** A quantity of an interface: a formula of positions, unless it is a rate or free. */
export interface QuantityText {
  /** SI unit, a text */
  readonly unit?: string;
  /** a description for the reader */
  readonly label?: string;
  /** of a vector (3) or a matrix ([3, 3]). A rate has the size of its quantity */
  readonly size?: number | readonly number[];
  /** the quantity whose rate this is. An offer may omit the rate, except the angular velocity (3) of a matrix of axes (3 x 3) */
  readonly rate_of?: string;
  /** a formula that may also use velocities and efforts and is the rate of nothing, such as a voltage */
  readonly free?: boolean;
}

/** An attachment point for elements, in world axes. Its [interface](#elements) determines the quantities. */
export interface OfferText {
  /** its interface */
  readonly interface: InterfaceText;
  /** position of the origin (m) */
  readonly r?: FormulasText;
  /** rotation matrix; its columns are the axes */
  readonly R?: FormulasText;
  /** angle (rad) */
  readonly phi?: FormulasText;
  /** rate of r (m/s) */
  readonly v?: FormulasText;
  /** angular velocity (rad/s) */
  readonly omega?: FormulasText;
  /** voltage; may use efforts (V) */
  readonly u?: FormulasText;
  /** temperature; may use efforts (`effort(s)`) (K) */
  readonly theta?: FormulasText;
  /** shared positions, of any shape */
  readonly x?: FormulasText;
  readonly [name: string]: FormulasText | undefined;
}

/** The input of a port: an effort or a flow. */
export interface InputText {
  /** formula [`t`] */
  readonly effort?: FormulasText;
  /** formula [`t`] of the prescribed flow */
  readonly flow?: FormulasText;
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

/** A column with a unit. */
export interface ReadoutText {
  /** the formula, of any quantity */
  readonly formula: FormulasText;
  /** its unit */
  readonly unit?: string;
  /** the unit in which the page shows it, such as `mm` or `rpm`. Values in texts, runs and files stay in `unit` */
  readonly display_unit?: string;
  /** a description for the reader */
  readonly label?: string;
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

/** A formula that a component that uses the text may replace. */
export interface CharacteristicText {
  /** the formula in use unless a component gives another one */
  readonly formula: FormulasText;
  /** its unit */
  readonly unit?: string;
  /** a description for the reader */
  readonly label?: string;
}

/** Actions at the time when a formula passes through zero, or when a set-valued law switches. */
export interface EventText {
  /** the formula, or a switch of a law as `floor closes` */
  readonly when: FormulaText;
  /** the sign changes that count */
  readonly direction?: "falling" | "either" | "rising";
  /** one action or an array of actions */
  readonly do: ActionText | readonly ActionText[];
  /** one for each value of these indices: index → [first, last] */
  readonly for?: IndicesText;
}

export type ActionText = "stop" | "record" | ChangeText;

/** New values: one of the two. */
export interface ChangeText {
  /** velocity → its new value */
  readonly reset?: { readonly [name: string]: FormulasText };
  /** parameter → its new value */
  readonly set?: { readonly [name: string]: FormulasText };
}

/** A model inside another one: its text or the name of its file. */
export interface ComponentText {
  /** a file, relative to the outermost model, or `porthos:NAME`, an element of the library */
  readonly use?: string;
  /** instead of `use`: the model itself */
  readonly model?: ModelText;
  /** side → `"component.offer"`, `"component"` or `"ground"` */
  readonly between?: { readonly [name: string]: string };
  /** makes this many components `name[1]`, `name[2]`, … */
  readonly count?: FormulaText;
  /** instead of `count`: index → [first, last], one component for each index; up to three indices */
  readonly for?: IndicesText;
  /** values of its own parameters that have no formula; formulas of the outer parameters */
  readonly parameters?: { readonly [name: string]: FormulasText };
  /** with `use`: name → formula that replaces a characteristic of the text. It may contain all names of that text, and further names that `parameters` gives values to */
  readonly characteristics?: { readonly [name: string]: FormulasText };
  /** start values of its states and (dotted) of the states of its components; of a joint also of its outputs, such as `angle` */
  readonly start?: { readonly [name: string]: FormulasText | ComponentStartText };
}

/** A start value that can be fixed. */
export interface ComponentStartText {
  /** formula of the outer parameters */
  readonly value: FormulasText;
  /** whether the start must stay unchanged */
  readonly fixed?: boolean;
}

/** Velocities that belong to a group. */
export interface GroupText {
  /** name of the group */
  readonly group: GroupNameText;
  /** names, in the order of the group */
  readonly velocities: readonly string[];
}

/** Run settings of a model. */
export interface SimulationText {
  /** end of the run (s) */
  readonly until?: number;
  /** time between two steps. Methods with a fixed step use it as it is; for the others it is the time between rows (s) */
  readonly step?: number;
  /** one of the methods */
  readonly method?: MethodName;
  /** relative tolerance of the adaptive methods `adaptive-gauss`, `radau(3)` and `dop853`. Other methods ignore it and say so (PH303) */
  readonly tolerance?: number;
  /** number of steps between two rows of the table */
  readonly output_every?: number;
  /** the coordinates in which `gauss(s)` takes its steps: those of the bodies, or those of joints that form a tree, which is faster. The automatic choice is joints where there is a tree with more rows than it leaves open, and no set-valued law */
  readonly coordinates?: "automatic" | "bodies" | "joints";
  /** columns to keep in the table of a large model. `*` at the end of a name matches any ending */
  readonly columns?: readonly string[];
}

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
  | "symplectic-euler"
  | "moreau";
