import type { Experiment } from "../study/experiment";
import type { Vec } from "./numbers";
import { Photo } from "./photo";
import type { Workspace } from "./workspace";
import { componentOf, type Drawing, type Node } from "./things";

/** What a board hides, and what it does not move or delete. The text has nothing of it. */
export interface Aside {
  readonly hidden: Set<string>;
  readonly locked: Set<string>;
  readonly photo: Photo;
  /** By the text with a new group: the group, and the text before. */
  readonly grouped: Map<string, { readonly name: string; readonly text: string }>;
  /** Points through which the path of a pen is to go, m. */
  goals: readonly Vec[];
  /** Whether instant centres are shown. */
  showsCentres: boolean;
  /** The area that a pen reaches, while its panel is open. */
  workspace: Workspace | null;
}

const known = new WeakMap<Experiment, Aside>();

/** That of an experiment: it stays while the page is open. */
export function asideOf(experiment: Experiment): Aside {
  const name = /"name"\s*:\s*"([^"\\]{1,80})"/.exec(experiment.text)?.[1] ?? "";
  const aside: Aside = known.get(experiment) ?? {
    ...{ hidden: new Set<string>(), locked: new Set<string>() },
    ...{ photo: new Photo(name), grouped: new Map() },
    ...{ goals: [], showsCentres: false, workspace: null },
  };
  known.set(experiment, aside);
  return aside;
}

/** A drawing without what is hidden. */
export function withoutHidden(drawing: Drawing, hidden: ReadonlySet<string>): Drawing {
  if (hidden.size === 0) return drawing;
  // Names inside a group begin with the group's name.
  const isHidden = (name: string): boolean =>
    hidden.has(name) || [...hidden].some((one) => name.startsWith(`${one}.`));
  const isShown = ({ pins, sides }: Node): boolean =>
    pins.some((pin) => !isHidden(pin)) ||
    sides.some(({ offer }) => offer !== "ground" && !isHidden(componentOf(offer)));
  return {
    ...drawing,
    things: drawing.things.filter(({ name }) => !hidden.has(name)),
    nodes: drawing.nodes.filter(isShown),
  };
}
