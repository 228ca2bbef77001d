import {
  Box3,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
  type Material,
  type Object3D,
} from "three";
import type { Scene } from "../engine/types";
import { Guideway } from "./guideway";
import type { Kit } from "./kit";
import { isPartOf } from "./part-names";
import type { PoseReader } from "./pose";
import { makePart } from "./shapes/registry";
import { laySpan, type Span } from "./shapes/span";

/** The drawings of a scene's bodies, which can be placed in a pose. */
export class Mechanism {
  readonly group = new Group();
  /** The box of each body in its own frame, without parts between moving points. */
  readonly boxes: readonly Box3[];
  readonly #bodies: Group[] = [];
  readonly #named: { readonly name: string; readonly objects: readonly Object3D[] }[] = [];
  readonly #spans: {
    readonly index: number;
    readonly span: Span;
    readonly guideway: Guideway | null;
  }[] = [];

  constructor(scene: Scene, kit: Kit) {
    for (const body of scene.bodies) {
      const group = new Group();
      const objects: Object3D[] = [group];
      for (const shape of body.shapes) {
        const part = makePart(shape, body.role, kit);
        if (part.span && shape.moving !== undefined) {
          const { span } = part;
          const guideway = span.isGuide ? new Guideway(scene, shape.moving) : null;
          this.#spans.push({ index: shape.moving, span, guideway });
          objects.push(part.object);
          this.group.add(part.object); // its ends are given in the world frame
        } else {
          group.add(part.object);
        }
      }
      this.#bodies.push(group);
      this.#named.push({ name: body.name, objects });
      this.group.add(group);
    }
    this.boxes = this.#bodies.map((body) => new Box3().setFromObject(body));
  }

  /**
   * Dims all bodies except those with these names, where the name of a component stands for all of
   * its bodies; null: dims none. Dimmed bodies have neither outline nor creases.
   */
  light(names: readonly string[] | null, dim: Material): void {
    const isLit = (body: string): boolean =>
      names === null || names.some((name) => isPartOf(body, name));
    for (const { name, objects } of this.#named)
      for (const object of objects) object.traverse((part) => show(part, isLit(name), dim));
  }

  /** The drawings of the bodies, by their indices. */
  get bodies(): readonly Group[] {
    return this.#bodies;
  }

  /** Draws it in shades of one colour, without shadow, for the motion of another run. */
  fade(color: string): void {
    const shade = new MeshBasicMaterial({ color, transparent: true, opacity: 0.22 });
    const line = new LineBasicMaterial({ color, transparent: true, opacity: 0.5 });
    shade.depthWrite = false;
    this.group.traverse((object) => {
      if (object instanceof Mesh) {
        object.castShadow = object.receiveShadow = false;
        object.visible = !(object.material instanceof ShaderMaterial); // hides outlines
        object.material = shade;
      } else if ("material" in object) (object as { material: Material }).material = line;
    });
  }

  pose(reader: PoseReader): void {
    this.#bodies.forEach((body, index) => reader.body(index, body.position, body.quaternion));
    for (const { index, span, guideway } of this.#spans) {
      const { from, to, start } = guideway?.ends(reader) ?? { ...reader.span(index), start: 0 };
      laySpan(span, from, to, start);
    }
  }
}

const plain = new WeakMap<Object3D, Material | Material[]>();

function show(part: Object3D, isLit: boolean, dim: Material): void {
  if (part instanceof LineSegments) part.visible = isLit;
  if (!(part instanceof Mesh)) return;
  const mesh = part as Mesh;
  const own = plain.get(mesh) ?? mesh.material;
  plain.set(mesh, own);
  if (own instanceof ShaderMaterial)
    mesh.visible = isLit; // outlines are hidden while the body is dimmed
  else mesh.material = isLit ? own : dim;
}
