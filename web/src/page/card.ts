import type { GalleryEntry } from "../models/catalog";
import { h } from "../base/dom";
import type { Thumbnail } from "../view/thumbnail";
import { currentTheme } from "./theme";
import { words } from "../words/words";

export interface Card {
  readonly element: HTMLElement;
  /** Without a poster: computes the run; settles when a picture is there or cannot be had. */
  prepare(): Promise<void>;
  tick(seconds: number): void;
  recolor(): void;
  dispose(): void;
}

const posterMoment = 0.31; // part of the run at which the still picture is taken

/**
 * One model of the gallery: a picture that moves while the pointer or the keyboard is on it. The
 * model, the engine and what draws are loaded then, and not before unless the model has no poster.
 */
export function makeCard(model: GalleryEntry, number: number): Card {
  const canvas = h("canvas", { class: "card-picture", "aria-hidden": "true" });
  const note = h("span", { class: "card-note" }, "…");
  const poster = h("img", {
    class: "card-picture card-poster",
    alt: "",
    loading: "lazy",
    hidden: true,
  });
  const link = h("a", { class: "card-link", href: `#model=${model.id}`, lang: "en" }, model.name);
  const element = h(
    "li",
    { class: "card" },
    h("div", { class: "card-frame" }, canvas, poster, note),
    h(
      "p",
      { class: "card-caption" },
      h("span", { class: "figure-number" }, words.figureNumber(number)),
      link,
    ),
    h("p", { class: "card-text", lang: "en" }, model.description),
  );
  const cancel = new AbortController();
  let thumbnail: Thumbnail | null = null;
  let duration = 0;
  let time = 0;
  let isMoving = false;
  let isStale = false;

  const rest = (): void => {
    isMoving = false;
    time = posterMoment * duration;
    isStale = true;
  };
  const move = (): void => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    isMoving = true;
    void run();
  };
  element.addEventListener("pointerenter", move);
  element.addEventListener("pointerleave", rest);
  link.addEventListener("focus", move);
  link.addEventListener("blur", rest);
  const resized = new ResizeObserver(() => (isStale = true));
  resized.observe(canvas);

  let isAsked = false;
  const run = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    try {
      await compute();
    } catch {
      if (!cancel.signal.aborted && poster.hidden) note.textContent = words.cannotBeShown;
    }
  };
  const compute = async (): Promise<void> => {
    const { computeMotion } = await import("./card-motion");
    const motion = await computeMotion(model, canvas, cancel.signal);
    if (!motion) {
      note.textContent = words.noPicture;
      return;
    }
    note.remove();
    poster.hidden = true;
    ({ thumbnail, duration } = motion);
    if (!isMoving) rest();
  };
  const showPoster = (): void => {
    poster.src = `./posters/${model.id}.${currentTheme()}.webp`;
    poster.hidden = false;
    note.remove();
  };
  if (model.hasPoster) showPoster();
  return {
    element,
    prepare: async () => (model.hasPoster ? undefined : run()),
    tick(seconds) {
      if (!thumbnail) return;
      if (isMoving) time = (time + seconds) % duration;
      else if (!isStale) return;
      isStale = false;
      thumbnail.paint(time);
    },
    recolor() {
      if (!poster.hidden) showPoster();
      thumbnail?.recolor();
      isStale = true;
    },
    dispose() {
      cancel.abort();
      resized.disconnect();
      thumbnail?.dispose();
    },
  };
}
