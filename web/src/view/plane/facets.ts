import { Matrix4, Vector3, type BufferGeometry } from "three";

/** Points x, y, x, y … */
export interface Line {
  readonly points: readonly number[];
  readonly isClosed: boolean;
}

/** All facets that have the same shade. */
export interface Face {
  readonly normal: Vector3;
  readonly edge: readonly Line[];
}

/** The visible part of a solid at one level. Its parts do not overlap. */
export interface Sheet {
  /**
   * The mean height of its surface above the origin, m: a round bar half inside a plate is level
   * with it, a ball on its end is above it.
   */
  readonly level: number;
  /**
   * The lines where a rounded surface turns away from the eye; on other surfaces all edges are
   * creases.
   */
  readonly outline: readonly Line[];
  /** The line around all faces. */
  readonly edge: readonly Line[];
  readonly faces: readonly Face[];
}

/** The visible part of a solid from above. */
export interface View {
  /** The lower one first: the far half of a coil is below the near one. */
  readonly sheets: readonly Sheet[];
  readonly creases: readonly Line[];
  /** Heights above the origin, m. */
  readonly low: number;
  readonly high: number;
  /**
   * Height of the highest point at which a rounded surface turns away, otherwise of the highest
   * point.
   */
  readonly rim: number;
}

interface Facet {
  readonly rank: number;
  /** The edges along its sides, counterclockwise. */
  readonly sides: readonly Way[];
  readonly normal: Vector3;
  readonly area: number;
  readonly height: number;
}

/** From one corner to another. */
type Way = readonly [number, number];

/** Maximum number of faces of a sheet: a curved surface has as many shades as facets. */
const mostFaces = 48;
/**
 * Steps for the components of normals that share a face: the first step with few enough faces is
 * used.
 */
const finenesses = [16, 8, 5, 3, 2];
/**
 * Cosine of the angle between facets that meet in a crease instead of forming one rounded surface.
 */
const sharpest = 0.5;
/** Minimum height of a facet's normal: facets seen from the side are invisible. */
const steepest = 2e-3;

/**
 * The visible part, from above, of a solid that is rotated and scaled by `pose` around its origin.
 * Its creases are the edges that are sharper than `creaseAngle`, degrees; without an angle there
 * are none.
 */
export function viewFromAbove(solid: BufferGeometry, pose: Matrix4, creaseAngle?: number): View {
  const corners = new Corners(solid, pose);
  const all = facetsOf(solid, corners);
  const facets = all.filter(({ normal }) => normal.z > steepest);
  const owners = new Map(
    all.flatMap((facet) => facet.sides.map((side) => [corners.keyOf(side), facet] as const)),
  );
  const edgeOf = (part: readonly Facet[], isEdge: (facet: Facet, beyond?: Facet) => boolean) =>
    chained(
      part.flatMap((facet) =>
        facet.sides.filter(([from, to]) => isEdge(facet, owners.get(corners.keyOf([to, from])))),
      ),
    );
  const linesOf = (chains: readonly (readonly number[])[]): readonly Line[] =>
    chains.map((chain) => corners.lineThrough(chain));
  const edgeAround = (part: readonly Facet[]): readonly Line[] => {
    const inside = new Set(part);
    return linesOf(edgeOf(part, (_, beyond) => !beyond || !inside.has(beyond)));
  };
  const turnsAway = (least: number) => (facet: Facet, beyond?: Facet) =>
    beyond !== undefined && beyond.normal.z <= steepest && beyond.normal.dot(facet.normal) > least;
  const rounded = edgeOf(facets, turnsAway(sharpest));
  // The ends of round bars have sharp edges, which belong to one outline with their sides.
  const outlineOf = (part: readonly Facet[]) =>
    rounded.length > 0 ? edgeOf(part, turnsAway(-1)) : [];
  const { low, high } = corners;
  const middle = (low + high) / 2 - 1e-4 * (high - low);
  const heights = rounded.flatMap((chain) =>
    chain.map((corner) => corners.places[corner]?.z ?? high),
  );
  const sheets = [
    facets.filter(({ height }) => height < middle),
    facets.filter(({ height }) => height >= middle),
  ].map((sheet) => ({
    level: meanHeight(sheet),
    outline: linesOf(outlineOf(sheet)),
    edge: edgeAround(sheet),
    faces: byShade(sheet).map((face) => ({ normal: meanNormal(face), edge: edgeAround(face) })),
  }));
  return {
    sheets: sheets.filter(({ faces }) => faces.length > 0),
    creases: linesOf(creaseAngle === undefined ? [] : edgeOf(facets, isCrease(creaseAngle))),
    low,
    high,
    rim: heights.length > 0 ? Math.max(...heights) : high,
  };
}

/** Lines between pairs of points, as seen from above. */
export function linesFromAbove(pairs: BufferGeometry, pose: Matrix4): View {
  const corners = new Corners(pairs, pose);
  const ways = Array.from({ length: corners.of.length / 2 }, (_, pair): Way => {
    const [from = 0, to = 0] = corners.of.slice(2 * pair, 2 * pair + 2);
    return [from, to];
  });
  const { low, high } = corners;
  const creases = chained(ways).map((line) => corners.lineThrough(line));
  return { sheets: [], creases, low, high, rim: high };
}

/** The corners of a solid at their places; vertices at one place are one corner. */
class Corners {
  readonly places: Vector3[] = [];
  /** The corner of each vertex of the geometry. */
  readonly of: readonly number[];
  /** Heights above the origin. */
  readonly low: number;
  readonly high: number;

  constructor(geometry: BufferGeometry, pose: Matrix4) {
    const turn = pose.clone().setPosition(0, 0, 0);
    const position = geometry.getAttribute("position");
    const all = Array.from({ length: position.count }, (_, index) =>
      new Vector3().fromBufferAttribute(position, index).applyMatrix4(turn),
    );
    const size = all.reduce((most, place) => Math.max(most, place.lengthSq()), 1e-24);
    const grain = 2e-5 * Math.sqrt(size);
    // The key of its cell in a lattice has 17 bits for each coordinate.
    const cell = (length: number): number => Math.round(length / grain) + 2 ** 16;
    const keyOf = ({ x, y, z }: Vector3) => (cell(x) * 2 ** 17 + cell(y)) * 2 ** 17 + cell(z);
    const found = new Map<number, number>();
    this.of = all.map((place) => {
      const key = keyOf(place);
      const known = found.get(key) ?? this.places.push(place) - 1;
      found.set(key, known);
      return known;
    });
    this.low = this.places.reduce((least, { z }) => Math.min(least, z), Infinity);
    this.high = this.places.reduce((most, { z }) => Math.max(most, z), -Infinity);
  }

  keyOf([from, to]: Way): number {
    return from * this.places.length + to;
  }

  lineThrough(corners: readonly number[]): Line {
    const isClosed = corners.length > 2 && corners[0] === corners.at(-1);
    const points = (isClosed ? corners.slice(1) : corners).flatMap((corner) => {
      const { x = NaN, y = NaN } = this.places[corner] ?? {};
      return [x, y];
    });
    return { points, isClosed };
  }
}

function facetsOf(geometry: BufferGeometry, { places, of }: Corners): Facet[] {
  const index = geometry.getIndex();
  const vertex = (at: number): number => of[index ? index.getX(at) : at] ?? 0;
  const facets: Facet[] = [];
  const side = new Vector3();
  for (let at = 0; at + 2 < (index?.count ?? of.length); at += 3) {
    const [a, b, c] = [vertex(at), vertex(at + 1), vertex(at + 2)];
    const [A, B, C] = [places[a], places[b], places[c]];
    if (!A || !B || !C) continue;
    const normal = new Vector3().subVectors(B, A).cross(side.subVectors(C, A));
    const area = normal.length();
    if (area === 0) continue;
    facets.push({
      rank: at,
      sides: [
        [a, b],
        [b, c],
        [c, a],
      ],
      normal: normal.divideScalar(area),
      area,
      height: (A.z + B.z + C.z) / 3,
    });
  }
  return facets;
}

/** Facets whose normals are nearly the same. */
function byShade(facets: readonly Facet[]): readonly (readonly Facet[])[] {
  const faces = new Map<number, Facet[]>();
  for (const fineness of finenesses) {
    faces.clear();
    // Normals like (0, 0, 1) are inside a cell, not between two.
    const cell = (component: number): number => Math.floor(component * fineness + 0.47);
    for (const facet of facets) {
      const key = 1000 * cell(facet.normal.x) + cell(facet.normal.y);
      faces.set(key, [...(faces.get(key) ?? []), facet]);
    }
    if (faces.size <= mostFaces) break;
  }
  return [...faces.values()];
}

/** Mean height of the visible facets. */
function meanHeight(facets: readonly Facet[]): number {
  let [sum, seen] = [0, 0];
  for (const { normal, area, height } of facets) {
    sum += height * area * normal.z;
    seen += area * normal.z;
  }
  return sum / seen;
}

function meanNormal(facets: readonly Facet[]): Vector3 {
  const sum = new Vector3();
  for (const { normal, area } of facets) sum.addScaledVector(normal, area);
  return sum.normalize();
}

/** Lines along these edges, each used once: lists of the corners on them. */
function chained(ways: readonly Way[]): number[][] {
  const onward = new Map<number, number[]>();
  for (const [from, to] of ways) onward.set(from, [...(onward.get(from) ?? []), to]);
  const isEntered = new Set(ways.map(([, to]) => to));
  // Lines with a start come first; the rest are closed.
  const starts = [...onward.keys()];
  const lines: number[][] = [];
  for (const start of [...starts.filter((corner) => !isEntered.has(corner)), ...starts])
    for (let next = onward.get(start)?.pop(); next !== undefined; next = onward.get(start)?.pop()) {
      const line = [start];
      for (let at: number | undefined = next; at !== undefined; at = onward.get(at)?.pop()) {
        line.push(at);
        if (at === start) break;
      }
      lines.push(line);
    }
  return lines;
}

/**
 * Returns a function that tells whether an edge of a facet is a crease. Only one of two visible
 * facets draws their common edge.
 */
function isCrease(angle: number): (facet: Facet, beyond?: Facet) => boolean {
  const bluntest = Math.cos((angle * Math.PI) / 180);
  return ({ normal, rank }, beyond) =>
    !beyond ||
    (beyond.normal.dot(normal) <= bluntest && (beyond.normal.z <= steepest || rank < beyond.rank));
}
