import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial } from "three";
import type { Scene } from "../engine/types";
import type { Palette } from "./palette";
import type { PoseReader } from "./pose";
import { laySpan, type Span } from "./shapes/span";

/**
 * Forces, torques and velocities as flat arrows that bodies never hide. An edge in the paper's
 * colour separates them from bodies of a similar colour.
 */
export class Vectors {
  readonly group = new Group();
  readonly #force = flatMaterial();
  readonly #velocity = flatMaterial();
  readonly #edge = flatMaterial();
  readonly #arrows: Span[];

  constructor(
    readonly scene: Scene,
    /** Visible width of the figure, m: arrows are equally thick in every model. */
    width: number,
  ) {
    this.#arrows = scene.vectors.slice(0, scene.drawnVectors).map(({ kind }) => {
      const material = kind === "velocity" ? this.#velocity : this.#force;
      const arrow = makeArrow(material, this.#edge, 0.0023 * width);
      this.group.add(arrow.object);
      return arrow;
    });
  }

  recolor(palette: Palette): void {
    this.#force.color.set(palette.force);
    this.#velocity.color.set(palette.velocity);
    this.#edge.color.set(palette.paper);
  }

  update(reader: PoseReader): void {
    this.#arrows.forEach((arrow, index) => {
      const { at, value } = reader.vector(index);
      const scale = this.scene.vectors[index]?.scale ?? 1;
      laySpan(arrow, at, [
        at[0] + scale * value[0],
        at[1] + scale * value[1],
        at[2] + scale * value[2],
      ]);
    });
  }
}

function flatMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({ depthTest: false, transparent: true });
}

function makeArrow(material: MeshBasicMaterial, edge: MeshBasicMaterial, radius: number): Span {
  const headLength = 10 * radius;
  const headRadius = 3.4 * radius;
  const border = 0.8 * radius;
  // The outline is equally wide around head and shaft. In front of the tip that needs more length.
  const beyondTip = border * Math.hypot(1, headLength / headRadius);
  const outerLength = border + headLength + beyondTip;
  const parts = [
    makeBar(edge, radius + border, 9),
    makeHead(edge, (headRadius / headLength) * outerLength, outerLength, beyondTip, 9),
    makeBar(material, radius, 10),
    makeHead(material, headRadius, headLength, 0, 10),
  ] as const;
  const [outerBar, outerTip, bar, tip] = parts;
  const object = new Group();
  object.add(...parts);
  return {
    object,
    stretch: (length) => {
      const size = Math.min(1, length / headLength);
      for (const each of [outerBar, bar])
        each.scale.set(Math.max(length - headLength * size, 1e-9), size, size);
      for (const each of [outerTip, tip]) {
        each.scale.setScalar(size);
        each.position.x = length;
      }
    },
  };
}

/** From 0 to 1 along x. */
function makeBar(material: MeshBasicMaterial, radius: number, order: number): Mesh {
  const shaft = new CylinderGeometry(radius, radius, 1, 12);
  shaft.rotateZ(-Math.PI / 2);
  shaft.translate(0.5, 0, 0);
  const mesh = new Mesh(shaft, material);
  mesh.renderOrder = order;
  return mesh;
}

/** A cone along x that ends at x = `end`. */
function makeHead(
  material: MeshBasicMaterial,
  radius: number,
  length: number,
  end: number,
  order: number,
): Mesh {
  const head = new ConeGeometry(radius, length, 20);
  head.rotateZ(-Math.PI / 2);
  head.translate(end - length / 2, 0, 0);
  const mesh = new Mesh(head, material);
  mesh.renderOrder = order;
  return mesh;
}
