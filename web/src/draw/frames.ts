import { minus, turned, type Vec } from "./numbers";
import type { Pose, Poses } from "./reader";
import { bodiesOf, bodyNamed, type Drawing, type Side } from "./things";

/** The frame of a side's offer: its place is a point of it. */
export function frameOfSide(drawing: Drawing, { offer, at, place, body }: Side): Pose {
  const phi = phiOf(drawing, body);
  return { ...minus(place, turned(at, phi)), phi: offer === "ground" ? 0 : phi };
}

/** The angle of a body; 0 for the ground. */
export function phiOf(drawing: Drawing, body: string): number {
  return bodyNamed(drawing, body)?.frame.phi ?? 0;
}

export function inFrame(frame: Pose, place: Vec): Vec {
  return turned(minus(place, frame), -frame.phi);
}

/** Where the bodies of a drawing are. */
export function posesOf(drawing: Drawing): Poses {
  return new Map(bodiesOf(drawing).map(({ name, frame }) => [name, frame]));
}
