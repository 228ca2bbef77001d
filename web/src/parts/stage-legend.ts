import { h } from "../base/dom";
import type { Scene } from "../engine/types";
import type { Stage } from "../view/stage";
import { words } from "../words/words";

/** The legend names at most this many vectors. */
const mostNamed = 12;

/** Switches for paths and vectors, which are also their legend. */
export function fillLegend(list: HTMLElement, scene: Scene, stage: Stage): void {
  const wanted = JSON.stringify([
    scene.vectors.slice(0, mostNamed).map(({ name, kind }) => [name, kind]),
    scene.trails.length > 0,
    scene.note,
  ]);
  if (list.dataset["shown"] === wanted) return;
  list.dataset["shown"] = wanted;
  const item = (
    what: "vectors" | "trails",
    ...content: readonly (Node | string)[]
  ): HTMLElement => {
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => stage.overlay({ [what]: box.checked }));
    return h(
      "li",
      { class: `of-${what}` },
      h("label", {}, box, h("span", { class: "keys" }, ...content)),
    );
  };
  const key = (kind: string): HTMLElement =>
    h("span", { class: `key key-${kind}`, "aria-hidden": "true" });
  const named = scene.vectors.slice(0, mostNamed);
  const arrows = ["force", "velocity"].flatMap((kind) => {
    const names = named
      .filter((vector) => (vector.kind === "velocity") === (kind === "velocity"))
      .map(({ name }) => name.replace(/^(.+)\.(.+)$/, "$2 ($1)"));
    if (names.length === 0) return [];
    return [h("span", { class: "keyed" }, key(kind), h("span", {}, listed(names)))];
  });
  list.replaceChildren(
    ...(scene.note ? [h("li", { class: "drawing-note" }, scene.note)] : []),
    ...(arrows.length > 0 ? [item("vectors", ...arrows)] : []),
    ...(scene.trails.length > 0
      ? [item("trails", h("span", { class: "keyed" }, key("trail"), words.path))]
      : []),
  );
}

/**
 * Names as one list, each once. Words that a name shares with the one before are not repeated: "force on the beak, the edge". One
 * shared word alone says too little to be left out, and a name with a comma is not taken apart.
 */
export function listed(names: readonly string[]): string {
  let full: readonly string[] = [];
  const parts = [...new Set(names)].map((name) => {
    const words = name.split(" ");
    const count = words.findIndex((word, k) => word !== full[k]);
    if (count >= 2 && !name.includes(","))
      return words.slice(isArticle(words[count - 1]) ? count - 1 : count);
    full = words;
    return words;
  });
  return parts.map((words) => words.join(" ")).join(", ");
}

/** An article belongs to the word behind it. */
function isArticle(word = ""): boolean {
  return /^(the|an?|der|die|das|den|dem|des)$/.test(word);
}
