import { Curve, Group, TubeGeometry, Vector3 } from "three";
import type { ShapeSpec } from "../../engine/types";
import type { Kit } from "../kit";
import type { Role } from "../palette";
import { unitBar } from "./bars";
import type { Span } from "./span";

const lead = 0.09; // straight part at each end, as a fraction of the length

class Helix extends Curve<Vector3> {
  constructor(
    readonly radius: number,
    readonly turns: number,
    readonly length: number,
  ) {
    super();
  }

  override getPoint(s: number, target = new Vector3()): Vector3 {
    const angle = 2 * Math.PI * this.turns * s;
    const taper = Math.min(1, 12 * s, 12 * (1 - s));
    return target.set(
      (lead + (1 - 2 * lead) * s) * this.length,
      taper * this.radius * Math.sin(angle),
      taper * this.radius * Math.cos(angle),
    );
  }
}

/**
 * Largest stretch of a coil relative to its original length. Beyond it the wire would look flat.
 */
const mostStretch = 1.5;

/** A coil spring with straight leads; it stretches by scaling along its axis. */
export function spring(spec: ShapeSpec, role: Role, kit: Kit, length: number): Span {
  const radius = spec.radius ?? 0.04;
  const turns = spec.turns ?? 10;
  const wire = 0.14 * radius;
  const object = new Group();
  let built = 0;
  const build = (size: number): void => {
    built = size;
    object.clear();
    const coil = new TubeGeometry(new Helix(radius, turns, size), 26 * turns, wire, 8, false);
    object.add(kit.solid(coil, role, 80));
    for (const start of [0, 1 - lead]) {
      const bar = kit.solid(unitBar(wire, 12), role, 80);
      bar.scale.x = lead * size * 1.01;
      bar.position.x = start * size;
      object.add(bar);
    }
  };
  build(length);
  return {
    object,
    stretch: (size) => {
      if (Math.abs(Math.log(size / built)) > Math.log(mostStretch)) build(size);
      object.scale.setX(size / built);
    },
  };
}
