// Written by tools/keys.mjs from the schema of the model text.

/** a built-in interface or one that a text declares */
export type InterfaceText =
  "frame" | "planar_frame" | "point" | "shaft" | "pin" | "thermal" | "state" | string;

export type GroupNameText = "SE(2)" | "SO(3)" | "SE(3)" | "SO(3)xR3";

/** Indices with their first and last value; the ends of one may contain those before it. */
export type IndicesText = { readonly [name: string]: readonly [FormulaText, FormulaText] };

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
