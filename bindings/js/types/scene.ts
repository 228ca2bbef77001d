// What is to be drawn.

/** x, y, z, right-handed with z up, in m unless said otherwise. */
export type Vector3 = [number, number, number];

/** From where a scene is looked at. */
export interface Camera {
  /** `planar`: along y, parallel; `spatial`: in perspective. */
  kind: "planar" | "spatial";
  /** The point in the middle, m: (2) or (3). */
  center: number[];
  /** Visible width, m (planar). */
  width?: number;
  /** From the center, m (spatial). */
  distance?: number;
  /** rad */
  azimuth?: number;
  /** rad */
  elevation?: number;
}

/** A shape of a body; the members of its type (see docs/format.md) are resolved to numbers. */
export interface Shape {
  /** As `sphere`, `box`, `cylinder`, `spring`. */
  type: string;
  /** What decides its colour, as `ground` or `body`. */
  role?: string;
  /** In the frame of its body, m. */
  at?: Vector3;
  /** Index into the moving shapes of `poses`. */
  moving?: number;
  [key: string]: unknown;
}

/** A body of the scene: shapes that move together. */
export interface SceneBody {
  /** As in the text. */
  name: string;
  /** What decides its colour, as `ground` or `body`. */
  role?: string;
  /** In its frame. */
  shapes: Shape[];
}

/** The path of a point of a body. */
export interface Trail {
  /** Index of the body. */
  body: number;
  /** In the frame of the body, m. */
  point: Vector3;
}

/** An arrow, as of a force. */
export interface SceneVector {
  /** As in the text. */
  name: string;
  /** As `force` or `velocity`. */
  kind: string;
  /** Length drawn for the value 1, m per unit of the value. */
  scale: number;
}

/** What is to be drawn. How it moves is in the `poses` of a run. */
export interface Scene {
  /** Missing where the text names none. */
  camera?: Camera;
  /** In the order of `poses`. */
  bodies: SceneBody[];
  /** In the order of the text. */
  trails: Trail[];
  /** In the order of `poses`. */
  vectors: SceneVector[];
  /** The number of moving shapes. */
  moving: number;
}
