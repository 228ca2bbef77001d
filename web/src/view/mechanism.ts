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
import type { Scene, SceneBody, ShapeSpec, Triple } from "../engine/types";
import { AxisWay, positionAlong } from "./axis-way";
import { Guideway, type Ends } from "./guideway";
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
  readonly #spans: Drawn[] = [];

  constructor(scene: Scene, kit: Kit) {
    for (const body of scene.bodies) {
      const group = new Group();
      const objects: Object3D[] = [group];
      for (const shape of body.shapes) {
        const { object, span } = makePart(shape, body.role, kit);
        const isMoving = span !== undefined && shape.moving !== undefined;
        if (isMoving) objects.push(object);
        (isMoving ? this.group : group).add(object); // moving ends are given in the world frame
        const drawn = span && drawnSpan(scene, body, shape, span);
        if (drawn) this.#spans.push(drawn);
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

  /** The ends of guides whose sliders move, at the time of the reader. */
  guideEnds(reader: PoseReader): readonly Triple[] {
    return this.#spans.flatMap(({ ends }) => {
      const { from, to, isLonger } = ends(reader);
      return isLonger ? [from, to] : [];
    });
  }

  pose(reader: PoseReader): void {
    this.#bodies.forEach((body, index) => reader.body(index, body.position, body.quaternion));
    for (const { span, ends } of this.#spans) {
      const { from, to, start } = ends(reader);
      laySpan(span, from, to, start);
    }
  }
}

/** A span whose ends change during a run. */
interface Drawn {
  readonly span: Span;
  readonly ends: (reader: PoseReader) => Ends;
}

function drawnSpan(scene: Scene, body: SceneBody, shape: ShapeSpec, span: Span): Drawn | null {
  const { type, moving: index, from, to } = shape;
  const given = from && to && { from, to };
  const column = type === "rod" ? positionAlong(body) : null;
  if (column !== null && (index !== undefined || given)) {
    const way = new AxisWay(
      (reader) => (index === undefined && given) || reader.span(index ?? 0),
      column,
    );
    return { span, ends: (reader) => way.ends(reader) };
  }
  if (index === undefined) return null;
  if (!span.isGuide)
    return { span, ends: (reader) => ({ ...reader.span(index), start: 0, isLonger: false }) };
  const way = new Guideway(scene, index);
  return { span, ends: (reader) => way.ends(reader) };
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
