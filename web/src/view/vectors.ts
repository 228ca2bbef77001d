import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial } from "three";
import type { Scene } from "../engine/types";
import type { Palette } from "./palette";
import type { PoseReader } from "./pose";
import { laySpan, type Span } from "./shapes/span";

/** Forces, torques and velocities as flat arrows that are never hidden by a body. */
export class Vectors {
  readonly group = new Group();
  readonly #force = flatMaterial();
  readonly #velocity = flatMaterial();
  readonly #arrows: Span[];

  constructor(
    readonly scene: Scene,
    /** Visible width of the figure, m: arrows are equally thick in every model. */
    width: number,
  ) {
    this.#arrows = scene.vectors.map(({ kind }) => {
      const arrow = makeArrow(kind === "velocity" ? this.#velocity : this.#force, 0.0023 * width);
      this.group.add(arrow.object);
      return arrow;
    });
  }

  recolor(palette: Palette): void {
    this.#force.color.set(palette.force);
    this.#velocity.color.set(palette.velocity);
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

function makeArrow(material: MeshBasicMaterial, radius: number): Span {
  const headLength = 10 * radius;
  const shaft = new CylinderGeometry(radius, radius, 1, 12);
  shaft.rotateZ(-Math.PI / 2);
  shaft.translate(0.5, 0, 0);
  const head = new ConeGeometry(3.4 * radius, headLength, 20);
  head.rotateZ(-Math.PI / 2);
  head.translate(-headLength / 2, 0, 0);
  const bar = new Mesh(shaft, material);
  const tip = new Mesh(head, material);
  bar.renderOrder = tip.renderOrder = 10;
  const object = new Group();
  object.add(bar, tip);
  return {
    object,
    stretch: (length) => {
      const size = Math.min(1, length / headLength);
      bar.scale.set(Math.max(length - headLength * size, 1e-9), size, size);
      tip.scale.setScalar(size);
      tip.position.x = length;
    },
  };
}
