import { Box3, Group } from "three";
import type { Scene } from "../engine/types";
import type { Kit } from "./kit";
import type { PoseReader } from "./pose";
import { makePart } from "./shapes/registry";
import { laySpan, type Span } from "./shapes/span";

/** The bodies of a scene as drawings that can be put into a pose. */
export class Mechanism {
  readonly group = new Group();
  /** What each body fills, in its own frame; without what spans between moving points. */
  readonly boxes: readonly Box3[];
  readonly #bodies: Group[] = [];
  readonly #spans: { readonly index: number; readonly span: Span }[] = [];

  constructor(scene: Scene, kit: Kit) {
    for (const body of scene.bodies) {
      const group = new Group();
      for (const shape of body.shapes) {
        const part = makePart(shape, body.role, kit);
        if (part.span && shape.moving !== undefined) {
          this.#spans.push({ index: shape.moving, span: part.span });
          this.group.add(part.object); // its ends are given in the world frame
        } else {
          group.add(part.object);
        }
      }
      this.#bodies.push(group);
      this.group.add(group);
    }
    this.boxes = this.#bodies.map((body) => new Box3().setFromObject(body));
  }

  pose(reader: PoseReader): void {
    this.#bodies.forEach((body, index) => reader.body(index, body.position, body.quaternion));
    for (const { index, span } of this.#spans) {
      const { from, to } = reader.span(index);
      laySpan(span, from, to);
    }
  }
}
