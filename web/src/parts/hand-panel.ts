import type { Triple } from "../engine/types";
import { button, h, setText } from "../base/dom";
import type { Actions } from "./hotkeys";
import type { Stage } from "../view/stage";
import type { Hold, Spot } from "../view/grip";
import type { Hand } from "../study/hand";
import { holdable } from "../study/hand-text";
import { placeAt } from "../study/pull";
import { words } from "../words/words";

export interface HandPanel {
  /** What is held, and the button that takes all of it back. */
  readonly element: HTMLElement;
  readonly actions: Actions;
  dispose(): void;
}

/** Share of the picture's width by which an arrow key moves the hand. */
const stride = 0.02;
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

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
    const done = [starts && words.posed, pulls.length > 0 && words.pulled]
      .filter(Boolean)
      .join(` ${words.and} `);
    clear.textContent = words.not(done);
    const what = hand.held?.grip.body ?? "";
    const keys = isByKeys ? ` ${words.handKeys}` : "";
    const doing = hand.held?.isPose
      ? words.putting
      : hand.held?.isLive
        ? words.pulling
        : words.taking;
    const held = hand.obstacle ? ` ${words.heldBy(hand.obstacle)}` : "";
    setText(status, hand.isHolding ? `${doing(what)}${held}${keys}` : words.byHand(done));
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
  let pointed = -1;
  const pointAt = (at: Spot | null): void => {
    const all = experiment.trajectory?.scene.bodies ?? [];
    const held = at && stage.pick(bodies, at);
    stage.host.classList.toggle("can-hold", held !== null);
    const hit = held ?? (at && stage.pick([...all.keys()], at));
    if ((hit?.body ?? -1) === pointed) return;
    pointed = hit?.body ?? -1;
    experiment.attention.pointedBody.emit(hit ? nameOf(hit.body) : null);
  };
  const onLeave = (): void => {
    if (!hand.isHolding) pointAt(null);
  };
  const onMove = (event: PointerEvent): void => {
    if (!hand.isHolding) {
      if (event.pointerType === "mouse" && event.buttons === 0) pointAt(spot(event));
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
  host.addEventListener("pointerleave", onLeave);
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
  const isHeldByKeys = (): boolean => hand.isHolding && isByKeys;
  const moveHeld = (key: string): boolean => {
    const way = ways[key];
    if (!way || !isHeldByKeys()) return false;
    push(...way);
    return true;
  };
  const letGo = (): boolean => {
    const isMine = isHeldByKeys();
    if (isMine) hand.release();
    return isMine;
  };

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
  ];
  return {
    element,
    actions: { takeNext, moveHeld, letGo },
    dispose: () => ends.forEach((end) => end()),
  };
}
