import type { Scene, ShapeSpec } from "./types";
import { words } from "../words/words";

const most = { shapes: 500, vectors: 200, trails: 50, turns: 200 };

/**
 * A scene that can be drawn whatever its text requests, with a sentence about the omitted parts.
 */
export function boundedScene(scene: Scene): Scene {
  let left = most.shapes;
  let all = 0;
  let hasLongCoil = false;
  const bounded = (shape: ShapeSpec): ShapeSpec => {
    if (shape.turns === undefined || shape.turns <= most.turns) return shape;
    hasLongCoil = true;
    return { ...shape, turns: most.turns };
  };
  const bodies = scene.bodies.map((body) => {
    const shapes = body.shapes.slice(0, left).map(bounded);
    left -= shapes.length;
    all += body.shapes.length;
    return { ...body, shapes };
  });
  const notes = [
    all > most.shapes && words.firstShapes(most.shapes, all),
    scene.vectors.length > most.vectors && words.firstVectors(most.vectors, scene.vectors.length),
    scene.trails.length > most.trails && words.firstPaths(most.trails, scene.trails.length),
    hasLongCoil && words.boundedCoils(most.turns),
  ].filter((note) => note !== false);
  return {
    ...scene,
    bodies,
    trails: scene.trails.slice(0, most.trails),
    drawnVectors: Math.min(scene.vectors.length, most.vectors),
    note: notes.length > 0 ? words.drawn(notes.join(", ")) : "",
  };
}
