// The drawing of a model.

/** x, y, z, right-handed with z up, in m unless stated otherwise. */
export type Vector3 = [number, number, number];

/** The point of view of a scene. */
export interface Camera {
  /** `planar`: along -z, parallel projection; `spatial`: perspective projection. */
  kind: "planar" | "spatial";
  /** The point in the middle, m: (2) or (3). */
  center: number[];
  /** Visible width, m (planar). */
  width?: number;
  /** Distance from the center, m (spatial). */
  distance?: number;
  /** rad */
  azimuth?: number;
  /** rad */
  elevation?: number;
}

/** A shape of a body; the members of its type (see docs/format.md) are numbers. */
export interface Shape {
  /** For example `sphere`, `box`, `cylinder`, `spring`. */
  type: string;
  /** Determines its colour, for example `ground` or `body`. */
  role?: string;
  /** In the frame of its body, m. */
  at?: Vector3;
  /** Index into the moving shapes of `poses`. */
  moving?: number;
  [key: string]: unknown;
}

/** A body of the scene: shapes that move together. */
export interface SceneBody {
  /** The name in the text. */
  name: string;
  /** Determines its colour, for example `ground` or `body`. */
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

/** An arrow, for example of a force. */
export interface SceneVector {
  /** The name in the text. */
  name: string;
  /** For example `force` or `velocity`. */
  kind: string;
  /** Drawn length per unit of the value, m. */
  scale: number;
}

/** The drawing. Its motion is in the `poses` of a run. */
export interface Scene {
  /** Missing if the text has none. */
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
