import { LineSegments, Mesh, type Material, type Object3D } from "three";
import { emptied, fitCanvas } from "../canvas";
import type { Painted, Painter } from "../painter";
import { stroke } from "./brush";
import { Look } from "./drawing";
import { linesFromAbove } from "./facets";
import { FlatLine } from "./flat-line";
import { drawGrid } from "./grid";
import type { Size } from "../grip";
import { Light } from "./light";
import { Shadow } from "./shadow";
import { drawLines, isOutline, lieOf, solidOf, type Layer, type Solid } from "./solid";
import type { VectorSink } from "./vector-sink";
import { windowOf, type Window } from "./window";

/** One drawn item. */
interface Piece extends Layer {
  /** Pieces that are never hidden are drawn last, in this order; 0 for all others. */
  readonly order: number;
}

/**
 * Draws a figure seen from above onto a plain canvas, from the lowest to the highest item. It needs
 * no graphics processor: a rotating body is the same path with another transform.
 */
class Picture {
  readonly #solids = new WeakMap<Mesh, Solid>();
  readonly #looks = new WeakMap<LineSegments, Look>();
  readonly #shadow = new Shadow();
  readonly #paper = document.createElement("canvas");
  #paperKey = "";

  constructor(readonly figure: Painted) {}

  draw(context: CanvasRenderingContext2D, ratio: number): void {
    const { figure } = this;
    const { pieces, solids, light } = this.#arrange();
    const window = windowOf(figure.rig, context.canvas, ratio);
    if (figure.paper.group.visible) this.#drawPaper(context, window);
    const shades = solids
      .filter(({ castShadow }) => castShadow)
      .flatMap((mesh) => this.#solidOf(mesh).shades);
    const { paper } = figure;
    if (paper.group.visible)
      this.#shadow.draw(context, window, light, shades, paper.group.position.z, paper.shadow);
    context.lineCap = context.lineJoin = "round";
    for (const piece of pieces) piece.draw({ context, window, light });
  }

  /** The same as marks of a file, without paper and shadow, `size` in their unit; and units per metre. */
  vector(size: Size, sink: VectorSink): number {
    const { pieces, light } = this.#arrange();
    const window = windowOf(this.figure.rig, size, 1);
    const context = { ...plain } as CanvasRenderingContext2D;
    for (const piece of pieces) piece.draw({ context, window, light, sink });
    return window.scale;
  }

  /** Everything to draw, the lowest first. */
  #arrange(): { pieces: Piece[]; solids: Mesh[]; light: Light } {
    const { figure } = this;
    figure.world.updateMatrixWorld();
    const solids: Mesh[] = [];
    const pieces: Piece[] = [];
    this.#collect(figure.content, pieces, solids);
    const grain = 1e-6 * figure.rig.width; // bodies at the same height keep their order
    const rank = ({ level }: Piece): number => Math.round(level / grain);
    pieces.sort((one, other) => one.order - other.order || rank(one) - rank(other));
    return { pieces, solids, light: new Light(figure.lights.sun, figure.lights.sky) };
  }

  #collect(object: Object3D, pieces: Piece[], solids: Mesh[]): void {
    if (!object.visible || isOutline(object)) return;
    if (object instanceof FlatLine) pieces.push(lineOf(object));
    else if (object instanceof Mesh) {
      const mesh: Mesh = object;
      const { depthTest } = mesh.material as Material;
      const order = depthTest ? 0 : mesh.renderOrder;
      solids.push(mesh);
      for (const layer of this.#solidOf(mesh).layers) pieces.push({ ...layer, order });
    } else if (object instanceof LineSegments && !(object.parent instanceof Mesh))
      pieces.push(this.#linesOf(object));
    for (const child of object.children) this.#collect(child, pieces, solids);
  }

  #solidOf(mesh: Mesh): Solid {
    const known = this.#solids.get(mesh) ?? solidOf(mesh);
    this.#solids.set(mesh, known);
    return known;
  }

  #linesOf(lines: LineSegments): Piece {
    const look = this.#looks.get(lines) ?? new Look((pose) => linesFromAbove(lines.geometry, pose));
    this.#looks.set(lines, look);
    const { drawing, turn } = look.at(lines.matrixWorld);
    return {
      order: 0,
      level: (lines.matrixWorld.elements[14] ?? 0) + turn.lift * drawing.view.high,
      draw: (brush) => drawLines(brush, lines, drawing.creases, lieOf(lines, turn)),
    };
  }

  /** Draws the paper, once for all frames of one view. */
  #drawPaper(context: CanvasRenderingContext2D, window: Window): void {
    const { paper } = this.figure;
    const key = JSON.stringify([window, paper.grid]);
    if (key !== this.#paperKey) {
      this.#paperKey = key;
      const fresh = emptied(this.#paper, window.width, window.height);
      if (fresh) drawGrid(fresh, paper, window);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#paper, 0, 0);
  }
}

function lineOf(line: FlatLine): Piece {
  const { width, opacity, color, matrixWorld, height } = line;
  return {
    order: 0,
    level: (matrixWorld.elements[14] ?? 0) + height,
    draw(brush) {
      const { context, window } = brush;
      const lie = lieOf(line, { a: 1, b: 0, c: 0, d: 1 });
      context.strokeStyle = color.getStyle();
      context.globalAlpha = opacity;
      stroke(brush, line.path, width * window.ratio, lie);
      context.globalAlpha = 1;
    },
  };
}

const pictures = new WeakMap<Painted, Picture>();

function pictureOf(figure: Painted): Picture {
  const picture = pictures.get(figure) ?? new Picture(figure);
  pictures.set(figure, picture);
  return picture;
}

/** The style of a context before anything is drawn. */
const plain = { fillStyle: "#000000", strokeStyle: "#000000", globalAlpha: 1, lineWidth: 1 };

export const planePainter: Painter = {
  makeLine: (width) => new FlatLine(width),
  paint(canvas, figure, size, share) {
    const context = fitCanvas(canvas, size, share);
    if (!context) return false;
    figure.resize(size.width, size.height);
    pictureOf(figure).draw(context, canvas.width / size.width);
    return true;
  },
  vector(figure, size, sink) {
    figure.resize(size.width, size.height);
    return pictureOf(figure).vector(size, sink);
  },
};
