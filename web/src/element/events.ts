import type { SimProgress } from "../../../bindings/js/element";
import type { Lab } from "./lab";

/** Dispatches the events of an element (docs/embedding.md) while its simulation runs. */
export function dispatchEvents(
  element: EventTarget,
  { experiment, clock, marks }: Lab,
  progress: () => SimProgress,
): void {
  const tell = (type: string, detail: unknown): void => {
    element.dispatchEvent(new CustomEvent(type, { detail }));
  };
  let lastTime = NaN;
  experiment.described.on((description) => tell("load", description));
  marks.answered.on((detail) => {
    tell("task", detail);
    tell("progress", progress());
  });
  marks.reseeded.on(() => tell("progress", progress()));
  experiment.adjusted.on(() => {
    const detail = progress();
    tell("change", detail.settings);
    tell("progress", detail);
  });
  experiment.changed.on(({ status, problems, message, outcome }) => {
    if (status === "reading" || status === "computing") return;
    if (status === "broken" || problems.length > 0) tell("problem", { message, problems });
    tell("outcome", outcome);
  });
  clock.changed.on(({ time }) => {
    if (time === lastTime) return;
    lastTime = time;
    tell("frame", { t: time });
  });
}
