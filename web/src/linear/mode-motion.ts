import type { LinearizedAt, Mode } from "porthos/worker";
import { Trajectory } from "../engine/trajectory";
import type { Camera, Scene } from "../engine/types";
import type { Experiment } from "../study/experiment";
import { boundedScene } from "../engine/bounded-scene";
import { withFreeStarts } from "./present-state";

/** One period of a mode: poses over the share of the period, 0 to 1. */
export interface ModeMotion {
  readonly trajectory: Trajectory;
  /** Factor of the shape. */
  readonly amplitude: number;
}

/**
 * Consistent poses in a period; trigonometric polynomials between them have errors below 1e-4 of
 * the amplitude.
 */
const samples = 8;
/** Rows of the drawn period. */
const rows = 96;
/** Largest displacement in the figure, as a share of the picture's width. */
const reach = 0.08;
/** Largest rotation in the figure, rad. */
const mostTurn = 0.5;
/** Distance from the origin of a body at which its rotation is measured, relative to the width of the picture. */
const arm = 0.15;
/** Small factor of the shape, to measure its displacement of the bodies. */
const probe = 1e-3;
/** A displacement below this share of the picture's width, for a unit change, counts as rest. */
const rest = 1e-6;

type Poses = Float64Array;

/**
 * The poses of q + Re(a v exp(i phi)) over a period of phi, with a visible amplitude a. Each pose
 * is the consistent start of a run with these positions, so that the bodies stay together.
 * Otherwise the reason why there is none: no body moves, or there are no such starts.
 */
export async function motionOf(
  experiment: Experiment,
  { states }: LinearizedAt,
  { shape }: Mode,
  signal: AbortSignal,
): Promise<ModeMotion | "still" | "refused"> {
  const { client, settings, description } = experiment;
  const positions = new Set(
    (description?.states ?? []).flatMap(({ name, kind }) => (kind === "position" ? [name] : [])),
  );
  const source = withFreeStarts(experiment.source);
  const { set, inputs } = settings;
  let scene: Scene | null = null;
  /** The pose at positions displaced by re and im times the parts of the shape. */
  const poseAt = async (re: number, im: number): Promise<Poses | null> => {
    const starts = states.map(({ name, value }, k): [string, number] => {
      const way = re * (shape.re[k] ?? 0) - im * (shape.im[k] ?? 0);
      return [name, positions.has(name) ? value + way : value];
    });
    let found: Poses | null = null;
    await client.run(
      source,
      { set, inputs, starts: Object.fromEntries(starts), until: 0 },
      {
        onStart: (start) => (scene = boundedScene(start.scene)),
        onChunk: ({ poses }) => (found ??= poses.slice()),
      },
      signal,
    );
    return found;
  };

  const rests = await poseAt(0, 0);
  const drawn = scene as Scene | null; // poseAt has set it
  if (!rests || !drawn) return "refused";
  if (drawn.bodies.length === 0) return "still";
  const width = widthOf(drawn.camera);
  const ways = [await poseAt(probe, 0), await poseAt(0, probe)].map((poses) =>
    poses ? wayOf(rests, poses, drawn.bodies.length, width) : { far: NaN, turn: NaN },
  );
  const far = Math.max(...ways.map((way) => way.far)) / probe;
  const turn = Math.max(...ways.map((way) => way.turn)) / probe;
  if (Number.isNaN(far)) return "refused";
  if (far <= rest * width) return "still";
  let amplitude = rounded(Math.min((reach * width) / far, turn > 0 ? mostTurn / turn : Infinity));
  const isStanding = shape.im.every((value) => value === 0); // the way back equals the way there
  for (let attempt = 0; attempt < 4; attempt++, amplitude /= 2) {
    const poses: Poses[] = [];
    for (let k = 0; k < samples; k++) {
      const mirrored = isStanding && k > samples / 2 ? poses[samples - k] : undefined;
      const angle = (2 * Math.PI * k) / samples;
      const [re, im] = [amplitude * Math.cos(angle), amplitude * Math.sin(angle)];
      const found = mirrored ?? (await poseAt(re, im));
      if (!found) break;
      poses.push(found);
    }
    if (poses.length === samples) return { trajectory: whole(poses, drawn), amplitude };
  }
  return "refused";
}

/** Visible width of the picture, m (view/camera.ts). */
function widthOf({ kind, width, distance }: Camera): number {
  return kind === "planar" ? (width ?? 2) : 0.6 * (distance ?? 3);
}

/** The largest displacement and rotation of any body between two poses, m and rad. */
function wayOf(
  one: Poses,
  other: Poses,
  bodies: number,
  width: number,
): { readonly far: number; readonly turn: number } {
  let [far, most] = [0, 0];
  for (let start = 0; start < 12 * bodies; start += 12) {
    const change = Array.from(other.subarray(start, start + 12), (x, k) => x - one[start + k]!);
    // The norm of the matrix of a small rotation.
    const turn = Math.hypot(...change.slice(3)) / Math.SQRT2;
    far = Math.max(far, Math.hypot(...change.slice(0, 3)) + arm * width * turn);
    most = Math.max(most, turn);
  }
  return { far, turn: most };
}

/** Two digits, as displayed. */
function rounded(x: number): number {
  return Number(x.toPrecision(2));
}

/** The whole period by trigonometric interpolation of its samples. */
function whole(poses: readonly Poses[], scene: Scene): Trajectory {
  const made = new Trajectory([{ name: "t", unit: "" }], scene, 1);
  for (let row = 0; row <= rows; row++) {
    const angle = (2 * Math.PI * row) / rows;
    const shares = poses.map((_, k) => kernel(angle - (2 * Math.PI * k) / samples));
    const pose = new Float64Array(poses[0]?.length ?? 0);
    poses.forEach((sample, k) => sample.forEach((x, i) => (pose[i]! += shares[k]! * x)));
    made.append(Float64Array.of(row / rows), pose);
  }
  return made;
}

/** Dirichlet's kernel for an even number of samples: 1 at its own sample, 0 at the others. */
function kernel(angle: number): number {
  const half = Math.sin(angle / 2);
  if (Math.abs(half) < 1e-9) return 1;
  return (Math.sin((samples * angle) / 2) * Math.cos(angle / 2)) / (samples * half);
}
