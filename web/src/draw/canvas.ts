import { Component } from "../base/component";
import { freshId, h } from "../base/dom";
import type { Problem } from "../engine/types";
import { say } from "../words/drawing";
import { paintPhoto } from "./paint-photo";
import { penCurves } from "./curves";
import { Gestures } from "./gestures";
import { openSelected } from "./group-commands";
import { PencilPointer } from "./pencil-pointer";
import { Measure } from "./measure";
import type { Vec } from "./numbers";
import {
  paintBand,
  paintCursor,
  paintGrid,
  paintOutlines,
  paintPreview,
  paintTarget,
  paintThings,
} from "./paint";
import type { LiveRun } from "./live-run";
import { paintKinematics, paintWorkspace } from "./paint-kinematics";
import { paintLive } from "./paint-live";
import type { Pencil } from "./pencil";
import { SchematicLook } from "./schematic-look";
import { KeyCursor } from "./key-cursor";
import { prefixOf, type DrawSession } from "./session";
import { s } from "./svg";
import { placesOf } from "./parts/table";
import { flat, thingsOf } from "./things";
import { toolNamed } from "./tools";
import { fitted, gridOf, panned, toPixels, zoomed, type Window } from "./view-window";

/** The plane that is drawn on, with pointers, fingers and the cursor of the keys. */
export class BoardCanvas extends Component {
  readonly element: HTMLElement;
  readonly #svg = s("svg", { class: "board-svg", "aria-hidden": "true" });
  readonly #layers = {
    photo: s("g", {}),
    grid: s("g", {}),
    beyond: s("g", { class: "board-beyond" }),
    things: s("g", {}),
    live: s("g", {}),
    over: s("g", {}),
  };
  readonly look = new SchematicLook();
  readonly cursor: KeyCursor;
  readonly #measure: Measure;
  readonly #gestures: Gestures;
  window: Window = { center: { x: 0, y: 0 }, scale: 300, width: 0, height: 0 };
  #spot: Vec | null = null;
  #frame = 0;

  constructor(
    readonly session: DrawSession,
    readonly pencil: Pencil,
    readonly live: LiveRun,
    /** Opens the menu of what is selected. */
    readonly openMenu: () => void,
  ) {
    super();
    this.#svg.append(...Object.values(this.#layers));
    this.#measure = this.own(new Measure(pencil, () => this.element.focus()));
    const keys = h("p", { id: freshId("board"), class: "visually-hidden" }, say.boardKeys);
    this.element = h(
      "div",
      {
        ...{ class: "board-canvas", tabindex: 0, role: "application", "aria-label": say.board },
        "aria-describedby": keys.id,
      },
      keys,
      this.#measure.element,
    );
    this.element.prepend(this.#svg);
    this.#gestures = new Gestures(
      this.element,
      new PencilPointer(this, pencil, (spot) => {
        this.cursor.place = null;
        this.#spot = spot;
      }),
    );
    this.cursor = new KeyCursor(
      pencil,
      () => this.grid,
      () => this.window.center,
      (place) => this.#showCursor(place),
    );
    this.#listenToPointers();
    this.follow(session.changed, () => this.#repaint());
    this.follow(session.aside.photo.changed, () => this.#repaint());
    this.follow(pencil.changed, () => this.#repaint());
    this.follow(live.clock.changed, () => this.#repaint());
    this.follow(this.look.changed, () => this.#repaint());
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(this.element);
    this.atEnd(
      () => observer.disconnect(),
      () => cancelAnimationFrame(this.#frame),
    );
  }

  get grid(): number {
    return gridOf(this.window);
  }

  zoom(factor: number, around?: Vec): void {
    this.window = zoomed(this.window, factor, around);
    this.#repaint();
  }

  pan(by: Vec): void {
    this.window = panned(this.window, by);
    this.#repaint();
  }

  /** Shows everything that is drawn. */
  showAll(): void {
    const { drawing, model } = this.session;
    const camera = model?.members("view", "camera") ?? {};
    const given = Number(camera["width"] ?? NaN);
    const [x = 0, y = 0] = Array.isArray(camera["center"]) ? camera["center"].map(Number) : [];
    const outlines = this.session.found.outlines(this.session.whole);
    const places = [
      ...drawing.things.flatMap(placesOf),
      ...outlines.flatMap((outline) => outline.places),
    ];
    const least = given > 0 && given < 1e3 ? (places.length > 0 ? 0.5 : 1) * given : 1;
    this.window = fitted(this.window, places, least, { x, y });
    this.#repaint();
  }

  /** Whether a key was for the plane. */
  key(event: KeyboardEvent): boolean {
    return this.cursor.key(event) || this.#measure.type(event.key);
  }

  #listenToPointers(): void {
    const { element } = this;
    const gestures = this.#gestures;
    this.listen(element, "pointerdown", (event) => {
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      gestures.down(event);
    });
    this.listen(element, "pointermove", (event) => gestures.move(event));
    this.listen(element, "pointerup", (event) => gestures.up(event));
    this.listen(element, "pointercancel", (event) => gestures.cancel(event));
    this.listen(element, "dblclick", () => {
      const isGroup = this.session.selected?.kind === "group";
      if (isGroup && this.pencil.tool === "select") openSelected(this.pencil);
    });
    this.listen(element, "contextmenu", (event) => event.preventDefault());
    this.listen(element, "pointerleave", () => this.pencil.leave());
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls the page
      event.preventDefault();
      this.zoom(Math.exp(-0.01 * event.deltaY), gestures.spotOf(event));
    };
    this.listen(element, "wheel", onWheel, { passive: false });
  }

  /** Keeps the cursor of the keys in sight. */
  #showCursor(place: Vec): void {
    const { width, height } = this.window;
    const { x, y } = toPixels(this.window, place);
    const isInside = x > 20 && y > 20 && x < width - 20 && y < height - 20;
    if (!isInside) this.pan({ x: width / 2 - x, y: height / 2 - y });
    this.#spot = toPixels(this.window, place);
    this.#repaint();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    const isFirst = this.window.width === 0;
    this.window = { ...this.window, width, height };
    if (isFirst) this.showAll();
    this.#repaint();
  }

  #repaint(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const { pencil, session } = this;
    const window = this.window;
    if (window.width === 0) return;
    const now = this.live.now;
    const drawing = now?.drawing ?? pencil.drawing;
    const paths = pencil.isBusy
      ? []
      : thingsOf(flat(pencil.drawing), "pen").map(({ name }) =>
          session.found.pathOf(`${prefixOf(session)}${name}`),
        );
    // A pose changes no curve: only what changes lengths does.
    const curves = penCurves(pencil.mover.isPosing ? session.drawing : pencil.drawing);
    paintPhoto(this.#layers.photo, window, session.aside.photo);
    this.#layers.grid.replaceChildren(...paintGrid(window));
    this.#layers.beyond.replaceChildren(...paintBeyond(this));
    this.#layers.things.replaceChildren(
      ...paintWorkspace(window, session.aside.workspace),
      ...paintOutlines(window, session.found.outlines(session.whole), session.selectedNames),
      ...paintThings({
        ...{ window, paths, curves, drawing, pointed: pencil.pointed },
        selected: session.selectedNames,
        standard: this.look.standard,
        locked: session.aside.locked,
        marked: namesIn(session.errors),
      }),
    );
    this.#layers.live.replaceChildren(
      ...(now ? paintLive(window, this.live, now, this.look.shows) : []),
      ...paintKinematics(window, session.aside, drawing),
    );
    this.#layers.over.replaceChildren(...paintPencil(window, pencil, this.cursor.place));
    this.element.dataset["tool"] = pencil.tool;
    this.element.classList.toggle("is-running", now !== null);
    this.element.classList.toggle("is-over", pencil.tool === "select" && pencil.pointed !== "");
    this.element.classList.toggle("is-dragging", pencil.mover.isMoving);
    this.element.ariaBusy = String(pencil.mover.isSearching);
    this.#measure.show(this.#spot);
  }
}

/** What lies around the group that is open. */
function paintBeyond({ session, window, look }: BoardCanvas): readonly SVGElement[] {
  if (session.inside === "") return [];
  const prefix = prefixOf(session);
  const things = flat(session.whole).things.filter(({ name }) => !name.startsWith(prefix));
  return paintThings({
    ...{ window, paths: [], curves: [], drawing: { things, nodes: [], others: [] } },
    ...{ selected: [], pointed: "", standard: look.standard },
    ...{ locked: new Set(), marked: new Set() },
  });
}

/** The components that problems name: "rod.length", "pin.point.1". */
function namesIn(problems: readonly Problem[]): ReadonlySet<string> {
  const name = /([\p{L}_][\p{L}\p{N}_]*)\.[\p{L}_]/gu;
  const names = problems.flatMap(({ found }) =>
    Array.from(found.matchAll(name), ([, each]) => each),
  );
  return new Set(names.flatMap((each) => each ?? []));
}

/** What is being drawn, the place that would be taken, and the cursor of the keys. */
function paintPencil(
  window: Window,
  { places, target, tool, mover }: Pencil,
  cursor: Vec | null,
): readonly SVGElement[] {
  const all = [...places, ...(target ? [target] : [])].map(({ place }) => place);
  const isHeld = target?.kind === "point" || target?.kind === "line";
  return [
    ...(places.length > 0 && target
      ? paintPreview(window, all, toolNamed(tool).preview ?? "line", target.kind === "angle")
      : []),
    ...(target ? [paintTarget(window, target.place, isHeld)] : []),
    ...(mover.band ? [paintBand(window, ...mover.band)] : []),
    ...(cursor ? [paintCursor(window, cursor)] : []),
  ];
}
