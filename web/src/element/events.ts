import type { SimSettings } from "../../../bindings/js/element";
import type { Lab } from "./lab";

/** Dispatches the events of an element (docs/embedding.md) while its simulation runs. */
export function dispatchEvents(
  element: EventTarget,
  { experiment, clock, answered }: Lab,
  settings: () => SimSettings,
): void {
  const tell = (type: string, detail: unknown): void => {
    element.dispatchEvent(new CustomEvent(type, { detail }));
  };
  let lastTime = NaN;
  experiment.described.on((description) => tell("load", description));
  answered.on((detail) => tell("task", detail));
  experiment.adjusted.on(() => tell("change", settings()));
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
