import type { EngineClient } from "../engine/client";
import { Trajectory } from "../engine/trajectory";
import { files, type GalleryModel } from "../models/catalog";
import { Thumbnail } from "../view/thumbnail";
import { h } from "./dom";

export interface Card {
  readonly element: HTMLElement;
  /** Computes the run behind the picture; settles when it is there or cannot be had. */
  prepare(): Promise<void>;
  tick(seconds: number): void;
  recolor(): void;
  dispose(): void;
}

const posterMoment = 0.31; // part of the run at which the still picture is taken
const maxDuration = 12; // s of motion that a card shows

/** One model of the gallery: a rendered picture that moves while the pointer or the keyboard is on it. */
export function makeCard(client: EngineClient, model: GalleryModel, number: number): Card {
  const canvas = h("canvas", { class: "card-picture", "aria-hidden": "true" });
  const note = h("span", { class: "card-note" }, "…");
  const link = h("a", { class: "card-link", href: `#model=${model.id}` }, model.name);
  const element = h(
    "li",
    { class: "card" },
    h("div", { class: "card-frame" }, canvas, note),
    h(
      "p",
      { class: "card-caption" },
      h("span", { class: "figure-number" }, `Fig. ${number}`),
      link,
    ),
    h("p", { class: "card-text" }, model.description),
  );
  const until = Math.min(model.until, maxDuration);
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
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) isMoving = true;
  };
  element.addEventListener("pointerenter", move);
  element.addEventListener("pointerleave", rest);
  link.addEventListener("focus", move);
  link.addEventListener("blur", rest);
  const resized = new ResizeObserver(() => (isStale = true));
  resized.observe(canvas);

  const compute = async (): Promise<void> => {
    let trajectory: Trajectory | null = null;
    await client.run(
      model.text,
      files,
      { until },
      {
        onStart: ({ columns, scene }) => {
          if (columns.length > 0) trajectory = new Trajectory(columns, scene, until);
        },
        onChunk: ({ rows, poses }) => trajectory?.append(rows, poses),
      },
      cancel.signal,
    );
    show(trajectory);
  };
  const show = (trajectory: Trajectory | null): void => {
    if (!trajectory || trajectory.rowCount === 0 || trajectory.scene.bodies.length === 0) {
      note.textContent = "no picture";
      return;
    }
    note.remove();
    thumbnail = new Thumbnail(canvas, trajectory);
    duration = trajectory.end;
    rest();
  };
  return {
    element,
    prepare: () =>
      compute().catch(() => {
        if (!cancel.signal.aborted) note.textContent = "cannot be shown";
      }),
    tick(seconds) {
      if (!thumbnail) return;
      if (isMoving) time = (time + seconds) % duration;
      else if (!isStale) return;
      isStale = false;
      thumbnail.paint(time);
    },
    recolor() {
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
