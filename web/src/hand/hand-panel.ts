import type { Triple } from "../engine/types";
import { button, h, setText } from "../parts/dom";
import type { Hotkey } from "../parts/hotkeys";
import type { Stage } from "../view/stage";
import type { Hold, Spot } from "../view/grip";
import type { Hand } from "./hand";
import { holdable } from "./hand-text";
import { placeAt } from "./pull";

export interface HandPanel {
  /** What is held, and the button that takes all of it back. */
  readonly element: HTMLElement;
  readonly hotkeys: readonly Hotkey[];
  dispose(): void;
}

/** Share of the picture's width by which an arrow key moves the hand. */
const stride = 0.02;

/** Lets pointer, finger and keys take the bodies of a figure. */
export function makeHandPanel(hand: Hand, stage: Stage): HandPanel {
  const { experiment } = hand;
  let bodies: readonly number[] = [];
  let grabbed: Triple = [0, 0, 0];
  let isByKeys = false;
  const nameOf = (body: number): string => experiment.trajectory?.scene.bodies[body]?.name ?? "";
  const flat = (point: Triple): readonly number[] => (stage.isPlanar ? point.slice(0, 2) : point);
  const deep = (point: readonly number[]): Triple => [
    point[0] ?? 0,
    point[1] ?? 0,
    point[2] ?? (stage.isPlanar ? grabbed[2] : 0),
  ];

  const status = h("span", { role: "status" });
  const clear = button({ class: "quiet small" }, [], () => hand.undo());
  const element = h("div", { class: "hand-note", hidden: true }, status, clear);
  const show = (): void => {
    clear.hidden = !hand.hasWorked || hand.isHolding;
    element.hidden = clear.hidden && !hand.isHolding;
    const { pulls = [], starts } = experiment.settings;
    const done = [starts && "posed", pulls.length > 0 && "pulled"].filter(Boolean).join(" and ");
    clear.textContent = `Not ${done}`;
    const what = hand.held?.grip.body ?? "";
    const keys = isByKeys ? " Arrow keys move it, Escape lets go." : "";
    const doing = hand.held?.isPose ? "Putting" : hand.held?.isLive ? "Pulling" : "Taking";
    const held = hand.obstacle ? ` It is held by ${hand.obstacle}.` : "";
    setText(status, hand.isHolding ? `${doing} ${what}.${held}${keys}` : `By hand: ${done}.`);
    stage.touch();
  };

  const take = (body: number, point: Triple, place: Triple): boolean => {
    grabbed = place;
    return hand.take({ body: nameOf(body), point: flat(point) }, flat(place));
  };
  const spot = (event: PointerEvent): Spot => {
    const box = stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || hand.isHolding) return;
    const hit = stage.pick(bodies, spot(event));
    isByKeys = false;
    if (!hit || !take(hit.body, hit.point, hit.place)) return;
    event.stopPropagation(); // the view stays
    stage.host.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent): void => {
    if (!hand.isHolding) {
      if (event.pointerType === "mouse" && event.buttons === 0)
        stage.host.classList.toggle("can-hold", stage.pick(bodies, spot(event)) !== null);
      return;
    }
    if (isByKeys) return;
    const place = stage.pointAt(spot(event), grabbed);
    if (place) hand.move(flat(place));
  };
  const onUp = (): void => {
    if (!isByKeys) hand.release();
  };
  /** A finger on a body does not scroll the page. */
  const onTouch = (event: TouchEvent): void => {
    const [touch] = event.touches;
    const box = stage.canvas.getBoundingClientRect();
    if (!touch || event.touches.length > 1) return;
    const at = { x: touch.clientX - box.left, y: touch.clientY - box.top };
    if (stage.pick(bodies, at)) event.preventDefault();
  };
  const { host } = stage;
  host.addEventListener("pointerdown", onDown, { capture: true });
  host.addEventListener("pointermove", onMove);
  host.addEventListener("pointerup", onUp);
  host.addEventListener("pointercancel", onUp);
  host.addEventListener("touchstart", onTouch, { passive: false });

  stage.holds = (t) => {
    const scene = experiment.trajectory?.scene;
    const indexOf = (name: string): number =>
      scene?.bodies.findIndex((body) => body.name === name) ?? -1;
    const { held } = hand;
    const holds: Hold[] = (experiment.settings.pulls ?? []).flatMap((pull) => {
      const place = placeAt(pull, t);
      const isNow = held !== null && pull.end === undefined;
      if (!place || isNow) return [];
      return [{ body: indexOf(pull.body), point: pull.point, place: deep(place) }];
    });
    if (held)
      holds.push({
        body: indexOf(held.grip.body),
        point: held.grip.point,
        place: deep(held.place),
      });
    return holds.filter(({ body }) => body >= 0);
  };

  const takeNext = (): void => {
    const scene = experiment.trajectory?.scene;
    if (!scene || bodies.length === 0) return;
    const before = scene.bodies.findIndex(({ name }) => name === hand.held?.grip.body);
    hand.release();
    isByKeys = true;
    const next = bodies[(bodies.indexOf(before) + 1) % bodies.length] ?? -1;
    const middle = stage.middleOf(next);
    take(next, middle, stage.placeOf(next, middle));
    show();
  };
  const push = (x: number, y: number): void => {
    const { held } = hand;
    if (!held) return;
    const by = stage.alongView(x * stride * stage.width, y * stride * stage.width);
    hand.move(held.place.map((at, axis) => at + (by[axis] ?? 0)));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!hand.isHolding || !isByKeys) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
      event.key
    ];
    if (way) push(way[0] ?? 0, way[1] ?? 0);
    else if (event.key === "Escape" || event.key === "Enter") hand.release();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("keydown", onKey, { capture: true });

  const ends = [
    experiment.started.on(({ scene }) => {
      bodies = holdable(
        experiment.source,
        scene.bodies.map(({ name }) => name),
      );
      show();
    }),
    hand.changed.on(show),
    experiment.adjusted.on(show),
    () => window.removeEventListener("keydown", onKey, { capture: true }),
  ];
  return {
    element,
    hotkeys: [{ keys: ["h"], shown: "H", label: "Take the next body by hand", act: takeNext }],
    dispose: () => ends.forEach((end) => end()),
  };
}
