import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import type { Triple } from "../engine/types";
import type { Hand } from "../study/hand";
import { holdable } from "../study/hand-text";
import { placeAt } from "../study/pull";
import type { Hold, Spot } from "../view/grip";
import type { Stage } from "../view/stage";
import { words } from "../words/words";
import type { Actions } from "./hotkeys";

/** Share of the picture's width by which an arrow key moves the hand. */
const stride = 0.02;
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Lets the reader pull the bodies of a figure by pointer, finger and keys, and shows what is held.
 */
export class HandPanel extends Component {
  readonly element: HTMLElement;
  readonly actions: Actions = {
    takeNext: () => this.#takeNext(),
    moveHeld: (key) => this.#moveHeld(key),
    letGo: () => this.#letGo(),
  };
  readonly #status = h("span", { role: "status" });
  readonly #clear: HTMLButtonElement;
  /** Indices of the bodies that can be held. */
  #bodies: readonly number[] = [];
  /** The place of the held point when it was grabbed, m. */
  #grabbed: Triple = [0, 0, 0];
  #isByKeys = false;
  /** The body under the pointer; -1: none. */
  #pointed = -1;

  constructor(
    readonly hand: Hand,
    readonly stage: Stage,
  ) {
    super();
    const { experiment } = hand;
    this.#clear = button({ class: "quiet small" }, [], () => hand.undo());
    this.element = h("div", { class: "hand-note", hidden: true }, this.#status, this.#clear);
    this.#listenToPointer(stage.host);
    stage.holds = (t) => this.#holdsAt(t);
    this.follow(experiment.started, ({ scene }) => {
      const names = scene.bodies.map(({ name }) => name);
      this.#bodies = holdable(experiment.source, names);
      this.#show();
    });
    this.follow(hand.changed, () => this.#show());
    this.follow(experiment.adjusted, () => this.#show());
  }

  #listenToPointer(host: HTMLElement): void {
    this.listen(host, "pointerdown", (event) => this.#onDown(event), { capture: true });
    this.listen(host, "pointermove", (event) => this.#onMove(event));
    this.listen(host, "pointerleave", () => {
      if (!this.hand.isHolding) this.#pointAt(null);
    });
    this.listen(host, ["pointerup", "pointercancel"], () => {
      if (!this.#isByKeys) this.hand.release();
    });
    // A finger on a body does not scroll the page.
    const onTouch = (event: TouchEvent): void => {
      const [touch] = event.touches;
      if (!touch || event.touches.length > 1) return;
      if (this.stage.sight.pick(this.#bodies, this.#spotOf(touch))) event.preventDefault();
    };
    this.listen(host, "touchstart", onTouch, { passive: false });
  }

  #show(): void {
    const { hand } = this;
    this.#clear.hidden = !hand.hasWorked || hand.isHolding;
    this.element.hidden = this.#clear.hidden && !hand.isHolding;
    const { pulls = [], starts } = hand.experiment.settings;
    const kind = pulls.length === 0 ? "posed" : starts ? "both" : "pulled";
    const { done, reset } = words.byHand[kind];
    this.#clear.textContent = reset;
    setText(this.#status, hand.isHolding ? this.#holdingText() : done);
    this.stage.fresh.touch();
  }

  #holdingText(): string {
    const { held, obstacle } = this.hand;
    const doing = held?.isPose ? words.putting : held?.isLive ? words.pulling : words.taking;
    const fixed = obstacle ? ` ${words.heldBy(obstacle)}` : "";
    const keys = this.#isByKeys ? ` ${words.handKeys}` : "";
    return `${doing(held?.grip.body ?? "")}${fixed}${keys}`;
  }

  #nameOf(body: number): string {
    return this.hand.experiment.trajectory?.scene.bodies[body]?.name ?? "";
  }

  /** A point for the hand: without z in a planar figure. */
  #flat(point: Triple): readonly number[] {
    return this.stage.sight.isPlanar ? point.slice(0, 2) : point;
  }

  #take(body: number, point: Triple, place: Triple): boolean {
    this.#grabbed = place;
    return this.hand.take(
      { body: this.#nameOf(body), point: this.#flat(point) },
      this.#flat(place),
    );
  }

  #spotOf({ clientX, clientY }: { clientX: number; clientY: number }): Spot {
    const box = this.stage.canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  #onDown(event: PointerEvent): void {
    if (event.button !== 0 || this.hand.isHolding) return;
    const hit = this.stage.sight.pick(this.#bodies, this.#spotOf(event));
    this.#isByKeys = false;
    if (!hit || !this.#take(hit.body, hit.point, hit.place)) return;
    event.stopPropagation(); // so that the view does not move
    this.stage.host.setPointerCapture(event.pointerId);
  }

  #onMove(event: PointerEvent): void {
    const { hand } = this;
    if (!hand.isHolding) {
      if (event.pointerType === "mouse" && event.buttons === 0) this.#pointAt(this.#spotOf(event));
      return;
    }
    if (this.#isByKeys) return;
    const place = this.stage.sight.pointAt(this.#spotOf(event), this.#grabbed);
    if (place) hand.move(this.#flat(place));
  }

  /** Highlights the body at a place of the picture. */
  #pointAt(at: Spot | null): void {
    const { stage } = this;
    const { experiment } = this.hand;
    const all = experiment.trajectory?.scene.bodies ?? [];
    const held = at && stage.sight.pick(this.#bodies, at);
    stage.host.classList.toggle("can-hold", held !== null);
    const hit = held ?? (at && stage.sight.pick([...all.keys()], at));
    if ((hit?.body ?? -1) === this.#pointed) return;
    this.#pointed = hit?.body ?? -1;
    experiment.attention.pointedBody.emit(hit ? this.#nameOf(hit.body) : null);
  }

  /** The hands that hold bodies at a time: those of recorded pulls, and the reader's. */
  #holdsAt(t: number): readonly Hold[] {
    const { experiment, held } = this.hand;
    const scene = experiment.trajectory?.scene;
    const hold = (name: string, point: readonly number[], place: readonly number[]): Hold => ({
      body: scene?.bodies.findIndex((body) => body.name === name) ?? -1,
      point,
      place: [
        place[0] ?? 0,
        place[1] ?? 0,
        place[2] ?? (this.stage.sight.isPlanar ? this.#grabbed[2] : 0),
      ],
    });
    const holds = (experiment.settings.pulls ?? []).flatMap((pull) => {
      const place = placeAt(pull, t);
      const isNow = held !== null && pull.end === undefined;
      return !place || isNow ? [] : [hold(pull.body, pull.point, place)];
    });
    if (held) holds.push(hold(held.grip.body, held.grip.point, held.place));
    return holds.filter(({ body }) => body >= 0);
  }

  #takeNext(): void {
    const { hand, stage } = this;
    const scene = hand.experiment.trajectory?.scene;
    const bodies = this.#bodies;
    if (!scene || bodies.length === 0) return;
    const before = scene.bodies.findIndex(({ name }) => name === hand.held?.grip.body);
    hand.release();
    this.#isByKeys = true;
    const next = bodies[(bodies.indexOf(before) + 1) % bodies.length] ?? -1;
    const middle = stage.sight.middleOf(next);
    this.#take(next, middle, stage.sight.placeOf(next, middle));
    this.#show();
  }

  #moveHeld(key: string): boolean {
    const { stage } = this;
    const { held } = this.hand;
    const way = ways[key];
    if (!way || !held || !this.#isByKeys) return false;
    const by = stage.sight.alongView(
      way[0] * stride * stage.sight.width,
      way[1] * stride * stage.sight.width,
    );
    this.hand.move(held.place.map((at, axis) => at + (by[axis] ?? 0)));
    return true;
  }

  #letGo(): boolean {
    const isMine = this.hand.isHolding && this.#isByKeys;
    if (isMine) this.hand.release();
    return isMine;
  }
}
