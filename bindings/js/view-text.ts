// Written by tools/keys.mjs from the schema of the model text.

import type { FormulaText, FormulasText, PointText } from "./formula-text.js";

/** The drawing of a model. */
export interface ViewText {
  /** the point of view; the outermost camera is used */
  readonly camera?: CameraText;
  /** the bodies to draw */
  readonly bodies?: readonly BodyText[];
  /** paths of points to draw */
  readonly trails?: readonly TrailText[];
  /** forces and velocities to draw */
  readonly vectors?: readonly VectorText[];
}

/** The point of view. */
export interface CameraText {
  /** `planar` looks along -z, x to the right, y up; `spatial` has z up */
  readonly kind?: "planar" | "spatial";
  /** the point at the centre of the picture (m) */
  readonly center?: PointText;
  /** planar: width of the visible area (m) */
  readonly width?: FormulaText;
  /** spatial: distance from the center (m) */
  readonly distance?: FormulaText;
  /** spatial: angle about z (rad) */
  readonly azimuth?: FormulaText;
  /** spatial: angle above the x-y plane (rad) */
  readonly elevation?: FormulaText;
}

/** A frame with shapes. It has at most one of the four rotations. Rotation and position may use everything that outputs may use. */
export interface BodyText {
  /** its name */
  readonly name?: string;
  /** chooses the colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** of its origin; default: the origin of the world (m) */
  readonly position?: PointText;
  /** rotation about z (rad) */
  readonly angle?: FormulaText;
  /** [alpha, beta, gamma], R = Rz(gamma) Ry(beta) Rx(alpha) (rad) */
  readonly euler?: FormulasText;
  /** [w, x, y, z], of any length but zero */
  readonly quaternion?: FormulasText;
  /** a matrix, or 9 formulas column by column */
  readonly rotation_matrix?: FormulasText;
  /** its shapes */
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
  /** kind of shape */
  readonly type: "box";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** its side lengths along x, y, z (m) */
  readonly size?: PointText;
}

/** A sphere. */
export interface ShapeSphereText {
  /** kind of shape */
  readonly type: "sphere";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** radius (m) */
  readonly radius?: FormulaText;
}

/** An ellipsoid, `size` [x, y, z]. */
export interface ShapeEllipsoidText {
  /** kind of shape */
  readonly type: "ellipsoid";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** its diameters along x, y, z (m) */
  readonly size?: PointText;
}

/** A cylinder; `axis` is `x`, `y` or `z`. */
export interface ShapeCylinderText {
  /** kind of shape */
  readonly type: "cylinder";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** radius (m) */
  readonly radius?: FormulaText;
  /** length along the axis (m) */
  readonly height?: FormulaText;
  /** its axis */
  readonly axis?: "x" | "y" | "z";
  /** whether to draw spokes that make the spin visible */
  readonly marked?: boolean;
}

/** A ring. */
export interface ShapeRingText {
  /** kind of shape */
  readonly type: "ring";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** radius (m) */
  readonly radius?: FormulaText;
  /** thickness of the ring (m) */
  readonly thickness?: FormulaText;
  /** its axis */
  readonly axis?: "x" | "y" | "z";
}

/** A round rod. */
export interface ShapeRodText {
  /** kind of shape */
  readonly type: "rod";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
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
  /** kind of shape */
  readonly type: "link";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** width of the bar (m) */
  readonly width?: FormulaText;
  /** thickness along z (m) */
  readonly thickness?: FormulaText;
}

/** A guide, drawn as ground. */
export interface ShapeRailText {
  /** kind of shape */
  readonly type: "rail";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** one end (m) */
  readonly from: PointText;
  /** the other end (m) */
  readonly to: PointText;
  /** width of the guide (m) */
  readonly width?: FormulaText;
}

/** An arrow. */
export interface ShapeArrowText {
  /** kind of shape */
  readonly type: "arrow";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
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
  /** kind of shape */
  readonly type: "spring";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
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
  /** kind of shape */
  readonly type: "pivot";
  /** its position, in the frame of the body (m) */
  readonly at?: PointText;
  /** its own colour */
  readonly role?: "ground" | "frame" | "body" | "second" | "accent";
  /** its size (m) */
  readonly size?: FormulaText;
}

/** The path of a point of a body. */
export interface TrailText {
  /** name of the body */
  readonly body: string;
  /** in the frame of the body; formulas of parameters (m) */
  readonly point?: PointText;
}

/** A force or velocity. */
export interface VectorText {
  /** its name */
  readonly name?: string;
  /** force or velocity */
  readonly kind?: "force" | "velocity";
  /** its starting point, in the world (m) */
  readonly at?: PointText;
  /** the vector */
  readonly value?: PointText;
  /** length per unit, m */
  readonly scale?: FormulaText;
}
