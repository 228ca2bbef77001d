import type { ModelText } from "./model-text";
import { isComponent, layerOf } from "./parts/table";
import { thingNamed, type Drawing } from "./things";

export type Shift = "front" | "forward" | "backward" | "back";

/** Moves things before or behind others of their layer. What stands later in the text is drawn over what stands before. */
export function orderThings(
  model: ModelText,
  drawing: Drawing,
  names: readonly string[],
  shift: Shift,
): void {
  const chosen = names.filter((name) => isOrdered(drawing, name));
  const order = Object.keys(model.members("components")).filter((name) => chosen.includes(name));
  const isUp = shift === "forward" || shift === "back";
  for (const name of isUp ? order.reverse() : order) {
    const others = neighbours(model, drawing, name).filter((each) => !chosen.includes(each));
    const all = Object.keys(model.members("components"));
    const later = others.filter((each) => all.indexOf(each) > all.indexOf(name));
    const earlier = others.filter((each) => all.indexOf(each) < all.indexOf(name));
    const [after, before] = [
      shift === "front" ? later.at(-1) : shift === "forward" ? later[0] : undefined,
      shift === "back" ? earlier[0] : shift === "backward" ? earlier.at(-1) : undefined,
    ];
    if (after !== undefined) moveMember(model, name, after, true);
    else if (before !== undefined) moveMember(model, name, before, false);
  }
}

function isOrdered(drawing: Drawing, name: string): boolean {
  const thing = thingNamed(drawing, name);
  return thing !== undefined && isComponent(thing);
}

/** The components of the same layer, in the order of the text. */
function neighbours(model: ModelText, drawing: Drawing, name: string): readonly string[] {
  const own = thingNamed(drawing, name);
  return Object.keys(model.members("components")).filter((each) => {
    const thing = thingNamed(drawing, each);
    return each !== name && own && thing && layerOf(thing) === layerOf(own);
  });
}

function moveMember(model: ModelText, name: string, other: string, isAfter: boolean): void {
  const [own, stays] = [name, other].map(
    (each) => [each, model.raw(["components", each])] as const,
  );
  if (!own || !stays) return;
  model.remove(["components", name]);
  model.splice(["components", other], isAfter ? [stays, own] : [own, stays]);
}
