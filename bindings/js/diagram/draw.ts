import { isSplit, labelPlaces, linesWithPower, type LabelPlace } from "./label-places.js";
import { curve, middleOf, numberAt, seen } from "./curve.js";
import type { BoxKind, DiagramBox, DiagramEdge } from "./graph.js";
import { junctionLabel, pieces, portLabel, type Piece } from "./labels.js";
import type { DiagramLayout, Point, PortPlace } from "./places.js";
import { styleSheet } from "./style.js";

/** Options for drawing a diagram. */
export interface DrawOptions {
  /** The name of the picture for screen readers. */
  readonly title?: string;
  /** Whether boxes can be focused by the keyboard and activated. */
  readonly isInteractive?: boolean;
  /**
   * Whether custom properties of the surrounding page set the colours (`--ink`, `--figure`,
   * `--kinetic`, …). Otherwise the colours are literals, ink on paper, which every SVG viewer
   * shows.
   */
  readonly isThemed?: boolean;
  /** The names of the kinds of boxes for screen readers; the default is English. */
  readonly kinds?: Readonly<Record<BoxKind, string>>;
}

const english: { readonly [kind in BoxKind]: string } = {
  kinetic: "kinetic energy",
  potential: "potential energy",
  reversible: "reversible coupling",
  irreversible: "irreversible process",
  "set-valued": "set-valued law",
  environment: "environment",
  force: "force law",
  composite: "composite",
  ground: "ground",
};

/**
 * The name of a box for screen readers: "spring, potential energy". It begins with the text in the
 * box.
 */
function described({ name, kind }: DiagramBox, kinds: DrawOptions["kinds"] = english): string {
  const written = pieces(name)
    .map(({ text }) => text)
    .join("");
  return [written, kinds[kind]].filter(Boolean).join(", ");
}

/** The SVG of a diagram with a layout. */
export function drawDiagram(layout: DiagramLayout, options: DrawOptions = {}): string {
  const { width, height, frame } = layout;
  const { title = "Diagram", isInteractive = false, isThemed = false, kinds } = options;
  const opened = layout.boxes.filter(({ isOpen }) => isOpen);
  const closed = layout.boxes.filter(({ isOpen }) => !isOpen);
  const box = (one: (typeof closed)[number]): string =>
    drawBox(one, isInteractive, described(one.box, kinds));
  const role = isInteractive ? "group" : "img";
  const withPower = linesWithPower(layout);
  const outer = new Set(layout.ports.map(({ port }) => port.id));
  const places = labelPlaces(layout, withPower);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" viewBox="0 0 ${round(width)} ${round(height)}"`,
    ` width="${round(width)}" height="${round(height)}" role="${role}" aria-label="${escape(title)}">`,
    `<style>${styleSheet(isThemed)}</style>`,
    `<rect class="frame" ${rectangle(frame)}/>`,
    ...opened.map(box),
    ...layout.edges.map(({ edge, points }) => drawEdge(edge, points)),
    ...layout.edges.map(({ edge, points }) =>
      isSplit(layout, edge) ? "" : drawBand(edge, points),
    ),
    ...layout.junctions.flatMap(({ x, y, junction, isDot }) =>
      isDot
        ? [
            `<g class="junction" data-junction="${escape(junction.id)}">`,
            `<circle cx="${round(x)}" cy="${round(y)}" r="4.5"/>`,
            `${text(junctionLabel(junction), places.get(junction.id) ?? { x, y, anchor: "middle" }, "name")}</g>`,
          ]
        : [],
    ),
    ...layout.ports.map((port) => drawPort(port, places.get(port.port.id))),
    ...closed.map(box),
    ...layout.edges.map(({ edge, points }, index) =>
      withPower.has(index) ? drawPower(edge, seen(edge, points, outer)) : "",
    ),
    "</svg>\n",
  ].join("\n");
}

/** The name of a port: at its place in an open box, or outside the frame. */
function drawPort({ x, y, port, anchor }: PortPlace, inside: LabelPlace | undefined): string {
  const outside = {
    start: { x: x + 8, y: y + 5, anchor: "start" },
    end: { x: x - 8, y: y + 5, anchor: "end" },
    above: { x, y: y - 9, anchor: "middle" },
    below: { x, y: y + 20, anchor: "middle" },
    inside: { x, y: y - 6, anchor: "middle" },
  } as const;
  const name = text(
    portLabel(port),
    inside ?? outside[anchor],
    anchor === "inside" ? "name small" : "name outer",
  );
  return `<g class="port" data-port="${escape(port.id)}">${name}</g>`;
}

function drawBox(
  { x, y, width, height, box, isOpen }: DiagramLayout["boxes"][number],
  isInteractive: boolean,
  label: string,
): string {
  if (box.kind === "ground") {
    const [left, top] = [x - width / 2, y - height / 2 + 3];
    const strokes = [2, 8, 14, 20].map((dx) => `M${round(left + dx)} ${round(top)}l-5 7`).join("");
    return `<path class="ground" d="M${round(left)} ${round(top)}h${round(width)}${strokes}"/>`;
  }
  const expanded = box.inside ? ` aria-expanded="${String(isOpen)}"` : "";
  const reach = isInteractive
    ? ` role="button" tabindex="0" aria-label="${escape(label)}"${expanded}`
    : "";
  const opens = box.inside ? " opens" : "";
  const shape = isOpen
    ? `<rect class="inner-frame" ${rectangle({ x, y, width, height })} rx="10"/>`
    : `<rect ${rectangle({ x, y, width, height })} rx="${round(height / 2)}"/>` +
      (box.inside && box.kind === "composite"
        ? `<rect class="inner" ${rectangle({ x, y, width: width - 7, height: height - 7 })} rx="${round((height - 7) / 2)}"/>`
        : "");
  const name = isOpen
    ? text(box.name, { x: x - width / 2 + 12, y: y - height / 2 + 20, anchor: "start" }, "title")
    : text(box.name, { x, y: y + 5.5, anchor: "middle" }, "title");
  // The graph of the sign, with its vertical line at zero, on the lower rim.
  const badge =
    box.kind === "set-valued"
      ? `<g class="badge" transform="translate(${round(x)} ${round(y + height / 2)})"><rect x="-11" y="-7" width="22" height="14" rx="4"/><path d="M-7 4h7v-8h7"/></g>`
      : "";
  const className = `box ${box.kind}${isOpen ? " open" : ""}${opens}`;
  return `<g class="${className}" data-box="${escape(box.id)}"${reach}><title>${escape(label)}</title>${shape}${name}${badge}</g>`;
}

function drawEdge({ id, kind }: DiagramEdge, points: readonly Point[]): string {
  return `<path class="edge ${kind}" data-edge="${escape(id)}" d="${curve(points)}"/>`;
}

/** A band that will be as wide as the power of its edge. */
function drawBand({ id, kind }: DiagramEdge, points: readonly Point[]): string {
  return kind === "state"
    ? ""
    : `<path class="band" data-band="${escape(id)}" d="${curve(points)}"/>`;
}

/** An arrow and a number for the power of an edge, initially empty. */
function drawPower({ id, kind }: DiagramEdge, points: readonly Point[]): string {
  if (kind === "state") return "";
  const { x, y, angle } = middleOf(points);
  const number = numberAt(angle);
  return (
    `<g class="power-flow" data-flow="${escape(id)}" transform="translate(${round(x)} ${round(y)})">` +
    `<path class="arrow" d="M-6-5 7 0-6 5Z" data-angle="${round(angle)}"/>` +
    `<text class="watt" x="${number.x}" y="${number.y}" text-anchor="${number.isBeside ? "start" : "middle"}"></text></g>`
  );
}

/** Distance of the baseline of a level below the line, px. */
const below = [0, 4, 7] as const;

function text(label: string, { x, y, anchor }: LabelPlace, className: string): string {
  let level: Piece["level"] = 0;
  const runs = pieces(label).map((piece) => {
    const shift = below[piece.level] - below[level];
    level = piece.level;
    const look = ["", "below", "lower"][level] || (piece.isWord ? "word" : "letter");
    return `<tspan${shift ? ` dy="${shift}"` : ""} class="${look}">${escape(piece.text)}</tspan>`;
  });
  const at = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" xml:space="preserve">${runs.join("")}</text>`;
  // One halo below the whole name: a halo for each glyph would cut into the glyph before it.
  const halo = /\bname\b(?!.*\bouter\b)/.test(className)
    ? `<text aria-hidden="true" class="${className} halo" ${at}`
    : "";
  return `${halo}<text class="${className}" ${at}`;
}

function rectangle({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}): string {
  return `x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}"`;
}

const round = (value: number): string => String(Math.round(10 * value) / 10);

function escape(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
