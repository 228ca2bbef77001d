import { say } from "../../words/drawing";
import type { Pencil } from "../pencil";
import { obstaclesToPlane, toPlane } from "./flatten";
import type { SpacePencil } from "./pencil";
import { obstaclesToSpace, toSpace } from "./plane";

/** Makes bodies in space of a drawing in the plane; says what has none. Returns whether it did. */
export function makeSpatial({ session, told }: Pencil): boolean {
  const { model, whole } = session;
  if (!model || session.inside !== "") return false;
  const obstacles = obstaclesToSpace(model);
  if (obstacles.length > 0) {
    told.emit(say.space.cannot(obstacles.join(", ")));
    return false;
  }
  session.edit((edited) => {
    toSpace(edited, whole);
    return "";
  });
  return true;
}

/** Makes a drawing in the plane of one in space; says what does not lie in it. Returns whether it did. */
export function makePlanar(pencil: SpacePencil): boolean {
  const { session, told } = pencil;
  const { model, drawing } = session;
  if (!model) return false;
  const obstacles = obstaclesToPlane(model, drawing);
  if (obstacles.length > 0) {
    pencil.refuse(say.space.offPlane(obstacles.join(", ")));
    return false;
  }
  session.edit((edited) => {
    toPlane(edited, drawing);
    return "";
  });
  told.emit(say.space.inPlane);
  return true;
}
