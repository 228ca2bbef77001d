// Written by tools/keys.mjs from the schema of the model text.

import type { FormulaText, FormulasText, PointText } from "./model-text.js";

/** How a model is shown. */
export interface ViewText {
  /** where it is seen from; the outermost counts */
  readonly camera?: CameraText;
  /** what is drawn */
  readonly bodies?: readonly BodyText[];
  /** the paths that are drawn */
  readonly trails?: readonly TrailText[];
  /** forces and velocities that are drawn */
  readonly vectors?: readonly VectorText[];
}

/** Where a model is seen from. */
export interface CameraText {
  /** `planar` looks along -z, x to the right, y up; `spatial` has z up */
  readonly kind?: "planar" | "spatial";
  /** what it looks at (m) */
  readonly center?: PointText;
  /** planar: of what is seen (m) */
  readonly width?: FormulaText;
  /** spatial: from the center (m) */
  readonly distance?: FormulaText;
  /** spatial: about z (rad) */
  readonly azimuth?: FormulaText;
  /** spatial: above the x-y plane (rad) */
  readonly elevation?: FormulaText;
}

/** A frame with shapes. At most one of the four rotations; these and the position may use anything that outputs may. */
export interface BodyText {
  /** how it is called */
  readonly name?: string;
  /** chooses the colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** of its origin; by default that of the world (m) */
  readonly position?: PointText;
  /** about z (rad) */
  readonly angle?: FormulaText;
  /** [alpha, beta, gamma], R = Rz(gamma) Ry(beta) Rx(alpha) (rad) */
  readonly euler?: FormulasText;
  /** [w, x, y, z], of any length but zero */
  readonly quaternion?: FormulasText;
  /** a matrix, or 9 formulas column by column */
  readonly rotation_matrix?: FormulasText;
  /** what it looks like */
  readonly shapes?: readonly ShapeText[];
}

export type ShapeText =
  | ShapeBoxText
  | ShapeSphereText
  | ShapeEllipsoidText
  | ShapeCylinderText
  | ShapeRingText
  | ShapeRodText
  | ShapeLinkText
  | ShapeRailText
  | ShapeArrowText
  | ShapeSpringText
  | ShapePivotText;

/** A box, `size` [x, y, z]. */
export interface ShapeBoxText {
  /** the kind of shape */
  readonly type: "box";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** its sides along x, y, z (m) */
  readonly size?: PointText;
}

/** A sphere. */
export interface ShapeSphereText {
  /** the kind of shape */
  readonly type: "sphere";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** radius (m) */
  readonly radius?: FormulaText;
}

/** An ellipsoid, `size` [x, y, z]. */
export interface ShapeEllipsoidText {
  /** the kind of shape */
  readonly type: "ellipsoid";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** its diameters along x, y, z (m) */
  readonly size?: PointText;
}

/** A cylinder; `axis` is `x`, `y` or `z`. */
export interface ShapeCylinderText {
  /** the kind of shape */
  readonly type: "cylinder";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** radius (m) */
  readonly radius?: FormulaText;
  /** along the axis (m) */
  readonly height?: FormulaText;
  /** its axis */
  readonly axis?: "x" | "y" | "z";
  /** draws spokes so that spin is visible */
  readonly marked?: boolean;
}

/** A ring. */
export interface ShapeRingText {
  /** the kind of shape */
  readonly type: "ring";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** radius (m) */
  readonly radius?: FormulaText;
  /** of the ring (m) */
  readonly thickness?: FormulaText;
  /** its axis */
  readonly axis?: "x" | "y" | "z";
}

/** A round rod. */
export interface ShapeRodText {
  /** the kind of shape */
  readonly type: "rod";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** radius (m) */
  readonly radius?: FormulaText;
}

/** A flat bar with eyes at its ends, for planar mechanisms. */
export interface ShapeLinkText {
  /** the kind of shape */
  readonly type: "link";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** of the bar (m) */
  readonly width?: FormulaText;
  /** along z (m) */
  readonly thickness?: FormulaText;
}

/** A guide, drawn as ground. */
export interface ShapeRailText {
  /** the kind of shape */
  readonly type: "rail";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** of the guide (m) */
  readonly width?: FormulaText;
}

/** An arrow. */
export interface ShapeArrowText {
  /** the kind of shape */
  readonly type: "arrow";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** radius (m) */
  readonly radius?: FormulaText;
}

/** A coil spring. */
export interface ShapeSpringText {
  /** the kind of shape */
  readonly type: "spring";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** radius (m) */
  readonly radius?: FormulaText;
  /** number of turns */
  readonly turns?: FormulaText;
}

/** A ground support at `at`. */
export interface ShapePivotText {
  /** the kind of shape */
  readonly type: "pivot";
  /** where it is, in the frame of the body (m) */
  readonly at?: PointText;
  /** a colour of its own */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** its size (m) */
  readonly size?: FormulaText;
}

/** The path of a point of a body. */
export interface TrailText {
  /** name of the body */
  readonly body: string;
  /** in the frame of the body, of parameters (m) */
  readonly point?: PointText;
}

/** A force or velocity. */
export interface VectorText {
  /** how it is called */
  readonly name?: string;
  /** what it is */
  readonly kind?: "force" | "velocity";
  /** where it begins, in the world (m) */
  readonly at?: PointText;
  /** the vector */
  readonly value?: PointText;
  /** length per unit, m */
  readonly scale?: FormulaText;
}
