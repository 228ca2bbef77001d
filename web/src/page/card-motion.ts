import { engine } from "../engine/pool";
import { Trajectory } from "../engine/trajectory";
import type { GalleryEntry } from "../models/catalog";
import { galleryText } from "../models/texts";
import { filesUsedBy } from "../models/used-files";
import { painterOf } from "../view/painters";
import { Thumbnail } from "../view/thumbnail";

const maxDuration = 12; // s of motion on a card

export interface CardMotion {
  readonly thumbnail: Thumbnail;
  /** s */
  readonly duration: number;
}

/**
 * Runs a model of the gallery and draws it into a card's canvas; null if there is nothing to show.
 */
export async function computeMotion(
  { id, until }: GalleryEntry,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<CardMotion | null> {
  const text = (await galleryText(id)) ?? "";
  const end = Math.min(until, maxDuration);
  let trajectory = null as Trajectory | null;
  await engine.run(
    { text, files: await filesUsedBy(text) },
    { until: end },
    {
      onStart: ({ columns, scene }) => {
        if (columns.length > 0) trajectory = new Trajectory(columns, scene, end);
      },
      onChunk: ({ rows, poses }) => trajectory?.append(rows, poses),
    },
    signal,
  );
  if (!trajectory || trajectory.rowCount === 0 || trajectory.scene.bodies.length === 0) return null;
  const painter = await painterOf(trajectory.scene.camera);
  return (
    painter && { thumbnail: new Thumbnail(canvas, trajectory, painter), duration: trajectory.end }
  );
}
