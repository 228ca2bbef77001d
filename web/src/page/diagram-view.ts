import {
  bodies as readBodies,
  diagram as readDiagram,
  drawDiagram,
  layoutDiagram,
  type Diagram,
  type DiagramBox,
  type DiagramLayout,
  type DrawnBody,
} from "../../../bindings/js/diagram";
import "../styles/diagram.css";
import { EdgePowers } from "../plots/edge-powers";
import { button, h } from "../base/dom";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { elementTexts } from "../models/element-texts";
import { saveText } from "./take-away";
import { PartNote } from "./part-note";
import { FlowMarks } from "./flow-marks";
import { words } from "../words/words";

/** A small diagram is drawn larger than it is, up to this, and a large one smaller, down to that: else it scrolls. */
const [largest, smallest] = [1.3, 0.6];

const sizeOf = ({ width }: DiagramLayout): string =>
  `width:${largest * width}px;min-width:${smallest * width}px`;

/** The model as a diagram that opens, lights up, and carries the power flows of the run. */
export function makeDiagramView(
  experiment: Experiment,
  clock: Clock,
  fileName: () => string,
  onPlace: (pointer: string) => void,
  onBodies: (names: readonly string[] | null) => void,
): HTMLElement {
  const host = h("div", { class: "diagram-host" });
  const note = new PartNote(experiment, onPlace);
  const openAll = button({ class: "quiet small", hidden: true }, [words.openAll], () => {
    const all = opening(shown);
    show(open.size < all.size ? all : new Set());
  });
  const save = button({ class: "secondary small" }, [words.saveSvg], () => {
    saveText(
      drawDiagram(layoutOf(), { title: shown?.name ?? "" }),
      `${fileName()}.svg`,
      "image/svg+xml",
    );
  });
  const element = h(
    "div",
    { class: "diagram-view" },
    h("div", { class: "text-head" }, h("p", {}, words.diagramHint), openAll, save),
    host,
    note.element,
    legend(),
  );
  let shown: Diagram | null = null;
  let key = "";
  let open: ReadonlySet<string> = new Set();
  let boxes = new Map<string, DiagramBox>();
  let drawn: readonly DrawnBody[] = [];
  let isStale = false;
  const marks = new FlowMarks();

  const layoutOf = (): DiagramLayout => {
    if (!shown) throw new Error("no diagram");
    return bestLayout(shown, open, host.clientWidth || 800);
  };
  const show = (next: ReadonlySet<string>, focus?: string): void => {
    open = next;
    if (!shown) return;
    const layout = layoutOf();
    host.innerHTML = drawDiagram(layout, {
      isThemed: true,
      title: words.diagramOf(shown.name),
      isInteractive: true,
      kinds: words.boxKinds,
    });
    host.querySelector("svg")?.setAttribute("style", sizeOf(layout));
    boxes = new Map(all(shown).map((box) => [box.id, box]));
    const ways = opening(shown);
    openAll.hidden = ways.size === 0;
    openAll.textContent = open.size < ways.size ? words.openAll : words.closeAll;
    marks.take(host);
    note.show(null);
    if (focus !== undefined) elementOf(focus)?.focus();
    update();
  };
  const elementOf = (id: string): SVGElement | null =>
    host.querySelector<SVGElement>(`[data-box="${CSS.escape(id)}"]`);

  const read = (): void => {
    const { source, description, status } = experiment;
    if (!description || status === "refused") return;
    const now = JSON.stringify([source.text, source.files]);
    if (now === key) return;
    try {
      const files = { ...elementTexts, ...source.files };
      shown = readDiagram(source.text, { files, constraints: description.constraints });
      drawn = readBodies(source.text, { files });
    } catch {
      return; // the text's problems are told where it is written
    }
    key = now;
    const known = opening(shown);
    show(new Set([...open].filter((id) => known.has(id))));
    restart();
  };
  const restart = (): void => {
    const { trajectory, description, settings } = experiment;
    if (!shown || !trajectory || !description) return;
    const values = description.parameters.map(({ name, value }): [string, number] => [
      name,
      settings.set[name] ?? value,
    ]);
    marks.begin(new EdgePowers(shown, trajectory, new Map(values)));
    wait();
  };
  const update = (): void => {
    isStale = false;
    if (host.offsetParent !== null) marks.draw(clock.time);
  };
  const wait = (): void => {
    if (isStale) return;
    isStale = true;
    requestAnimationFrame(update);
  };

  const boxAt = (event: Event): DiagramBox | undefined => {
    const group = (event.target as Element | null)?.closest?.("[data-box]");
    return boxes.get(group?.getAttribute("data-box") ?? "");
  };
  const pointTo = (box: DiagramBox | undefined): void => {
    experiment.attention.pointed.emit(box?.parts.join(" ") ?? null);
    const names = box ? drawn.filter((body) => moves(box, body)).map(({ name }) => name) : [];
    onBodies(names.length > 0 ? names : null);
  };
  const lightBoxes = (isLit: (box: DiagramBox) => boolean): void => {
    for (const group of host.querySelectorAll("[data-box]")) {
      const box = boxes.get(group.getAttribute("data-box") ?? "");
      group.classList.toggle("is-lit", box !== undefined && isLit(box));
    }
  };
  const act = (event: Event): void => {
    const box = boxAt(event);
    if (!box) return;
    if (box.inside) {
      const next = new Set(open);
      if (!next.delete(box.id)) next.add(box.id);
      show(next, box.id);
    }
    note.show(box);
    for (const other of host.querySelectorAll("[data-box]"))
      other.classList.toggle("is-chosen", other.getAttribute("data-box") === box.id);
    pointTo(box);
    const column = box.symbols.find((name) =>
      experiment.trajectory?.columns.some((one) => one.name === name),
    );
    if (column !== undefined && !box.inside) experiment.attention.chosen.emit(column);
  };
  for (const type of ["pointerover", "focusin"])
    host.addEventListener(type, (event) => pointTo(boxAt(event)));
  for (const type of ["pointerleave", "focusout"])
    host.addEventListener(type, () => pointTo(undefined));
  host.addEventListener("click", act);
  host.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act(event);
  });
  experiment.attention.pointed.on((name) =>
    lightBoxes((box) => name !== null && isAbout(box, name)),
  );
  experiment.attention.pointedBody.on((name) => {
    const body = drawn.find((one) => one.name === name);
    lightBoxes((box) => body !== undefined && moves(box, body));
  });
  experiment.described.on(read);
  experiment.started.on(restart);
  experiment.changed.on(({ status }) => {
    if (status !== "finished" && status !== "failed") return;
    read();
    marks.measure();
    wait();
  });
  clock.changed.on(wait);
  let width = 0;
  new ResizeObserver(() => {
    if (host.clientWidth === 0 || Math.abs(host.clientWidth - width) < 8) return;
    const isFirst = width === 0;
    width = host.clientWidth;
    if (!isFirst || shown) show(open);
    else read();
  }).observe(host);
  read();
  return element;
}

/** Every box, those inside others too. */
function all({ boxes }: Diagram): DiagramBox[] {
  return boxes.flatMap((box) => [box, ...(box.inside ? all(box.inside) : [])]);
}

/** Ids of the boxes that can be opened. */
function opening(diagram: Diagram | null): Set<string> {
  return new Set(diagram ? all(diagram).flatMap(({ id, inside }) => (inside ? [id] : [])) : []);
}

/** It runs to the right, as one reads, until it would have to be smaller than this. */
const smallestAcross = 0.75;

/** To the right or downwards: as there is more to see. */
function bestLayout(diagram: Diagram, open: ReadonlySet<string>, width: number): DiagramLayout {
  const right = layoutDiagram(diagram, { open, direction: "right" });
  if (smallestAcross * right.width <= width) return right;
  const down = layoutDiagram(diagram, { open, direction: "down" });
  return width / down.width > 1.2 * (width / right.width) ? down : right;
}

/** Whether a symbol, or a place of the text, belongs to a box. */
function isAbout({ symbols, parts }: DiagramBox, name: string): boolean {
  if (!name.includes("/")) return symbols.includes(name.replace(/(\.\d+)+$/, ""));
  return name
    .split(" ")
    .some((place) => parts.some((part) => place === part || place.startsWith(`${part}/`)));
}

/** Whether a box is about a state that moves a body. */
function moves({ symbols }: DiagramBox, { states }: DrawnBody): boolean {
  return states.some((name) => symbols.includes(name));
}

function legend(): HTMLElement {
  const kinds = [
    "potential",
    "kinetic",
    "reversible",
    "irreversible",
    "environment",
    "force",
    "composite",
  ] as const;
  return h(
    "ul",
    { class: "diagram-legend", "aria-label": words.legend },
    ...kinds.map((kind) =>
      h("li", {}, h("span", { class: `swatch swatch-${kind}` }), words.boxKinds[kind]),
    ),
    h("li", {}, h("span", { class: "swatch-line" }), words.powerPort),
    h("li", {}, h("span", { class: "swatch-line is-state" }), words.statePort),
  );
}
