import type { ModelText } from "./model-text";
import { componentOf } from "./things";

/** The name of a side in a text: "A" and "b" of a pin. */
type Between = readonly [component: string, side: string, offer: string];

/** Gives each group the offers by which the components around it are fixed to what is in it. */
export function exposeOffers(model: ModelText): void {
  for (const [name, side, offer] of sidesIn(model)) {
    const exposed = exposedAs(model, offer);
    if (exposed !== offer) model.set(["components", name, "between", side], exposed);
  }
}

function sidesIn(model: ModelText): readonly Between[] {
  return Object.keys(model.members("components")).flatMap((name) =>
    Object.entries(model.members("components", name, "between")).flatMap(([side, offer]) =>
      typeof offer === "string" ? [[name, side, offer] as const] : [],
    ),
  );
}

/** The name that a text has for an offer: of what is in a group, the group has one of its own. */
function exposedAs(model: ModelText, offer: string): string {
  const group = componentOf(offer);
  const path = offer.slice(group.length + 1);
  const isInner = path !== "" && model.at("components", group, "model") !== undefined;
  if (!isInner || model.at("components", group, "model", "offers", path) !== undefined)
    return offer;
  const inner = model.within(group);
  return `${group}.${offerNamed(inner, exposedAs(inner, path))}`;
}

/** The offer of a model that is one of its components. */
function offerNamed(inner: ModelText, path: string): string {
  const offers = inner.members("offers");
  const known = Object.keys(offers).find((name) => offers[name] === path);
  if (known !== undefined) return known;
  const base = path.replaceAll(".", "_");
  let name = base;
  for (let number = 2; Object.hasOwn(offers, name); number++) name = `${base}_${number}`;
  inner.set(["offers", name], path);
  return name;
}
