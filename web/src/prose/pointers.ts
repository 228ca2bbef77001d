import { h } from "../base/dom";
import { symbolNode } from "../plots/symbol";
import { energies, isRole } from "../view/palette";
import { isPartOf } from "../view/part-names";
import type { ProseTarget } from "./prose-target";

type Content = readonly (Node | string)[];

/**
 * A word for a symbol, in the colour of its trace: pointing at it highlights its knob and its
 * trace.
 */
export function makeSymbol(name: string, target: ProseTarget, content?: Content): HTMLElement {
  const { experiment } = target;
  const word = makeWord(
    content ?? [symbolNode(name)],
    { "data-symbol": name, title: name },
    (isOn) => experiment.attention.pointed.emit(isOn ? name : null),
    () => experiment.attention.chosen.emit(name),
  );
  word.style.setProperty("--point", `var(--${traceColor(name)})`);
  return word;
}

/** The colour token of a column's trace. */
function traceColor(name: string): string {
  return energies.find((energy) => name.split(/[._]/).includes(energy)) ?? "ink";
}

/** A word for bodies, in their colour: pointing at it dims all others in the figure. */
export function makePart(
  names: readonly string[],
  target: ProseTarget,
  content: Content,
): HTMLElement {
  const light = (isOn: boolean): void => target.light(isOn ? names : null);
  const word = makeWord(content, { "data-part": names.join() }, light, () =>
    (target.element.querySelector(".hero") ?? target.element).scrollIntoView({ block: "nearest" }),
  );
  const color = (): void => {
    const bodies = target.experiment.trajectory?.scene.bodies ?? [];
    const meant = bodies.filter((body) => names.some((name) => isPartOf(body.name, name)));
    const { role } = meant.find((body) => body.role !== "ground") ?? meant[0] ?? { role: "" };
    word.style.setProperty("--point", `var(--role-${isRole(role) ? role : "body"})`);
  };
  target.experiment.started.on(color);
  color();
  return word;
}

/**
 * A word in a line of prose with the role and the keys of a button, since a button would be a box.
 */
function makeWord(
  content: Content,
  attributes: Readonly<Record<string, string>>,
  point: (isOn: boolean) => void,
  choose: () => void,
): HTMLElement {
  const word = h(
    "span",
    { class: "points", role: "button", tabindex: 0, ...attributes },
    ...content,
  );
  for (const type of ["pointerenter", "focus"]) word.addEventListener(type, () => point(true));
  for (const type of ["pointerleave", "blur"]) word.addEventListener(type, () => point(false));
  word.addEventListener("click", choose);
  word.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    choose();
  });
  return word;
}
