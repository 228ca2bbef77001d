import type { PathMark, Step } from "../../../../bindings/js/figure/marks";
import type { Outline } from "./outline";

type Transform = Required<Pick<DOMMatrix2DInit, "a" | "b" | "c" | "d" | "e" | "f">>;

/** Lies on its side within the unit circle: the handles of a quarter circle as a cubic curve. */
const handle = 0.5522847498;

/** Takes what the painter of the plane draws, as marks of a file. */
export class VectorSink {
  readonly marks: PathMark[] = [];

  /** `isBlack`: fills become greys and lines black. */
  constructor(readonly isBlack: boolean) {}

  fill(path: Outline, at: DOMMatrix2DInit, color: string, opacity: number): void {
    const steps = stepsOf(path, at as Transform);
    if (steps.length > 0)
      this.marks.push({ kind: "path", steps, fill: this.isBlack ? grey(color) : color, opacity });
  }

  stroke(path: Outline, at: DOMMatrix2DInit, color: string, opacity: number, width: number): void {
    const steps = stepsOf(path, at as Transform);
    const stroke = this.isBlack ? "#000000" : color;
    if (steps.length > 0)
      this.marks.push({ kind: "path", steps, stroke, width, opacity, isRound: true });
  }
}

/** Light enough that black lines stay visible on it. */
function grey(color: string): string {
  const [, red = "128", green = "128", blue = "128"] =
    /^rgb\((\d+), ?(\d+), ?(\d+)\)/.exec(color) ?? [];
  const light = (0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue)) / 255;
  const tone = Math.round(255 * (0.62 + 0.38 * light));
  return `rgb(${tone}, ${tone}, ${tone})`;
}

function stepsOf(path: Outline, { a, b, c, d, e, f }: Transform): Step[] {
  const place = (x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
  if (path.isDisc) {
    const corners = [1, 0, 0, 1, -1, 0, 0, -1, 1, 0];
    const steps: Step[] = [["M", ...place(1, 0)]];
    for (let quarter = 0; quarter < 4; quarter++) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners.slice(2 * quarter);
      steps.push([
        "C",
        ...place(x0 - handle * y0, y0 + handle * x0),
        ...place(x1 + handle * y1, y1 - handle * x1),
        ...place(x1, y1),
      ]);
    }
    return [...steps, ["Z"]];
  }
  return path.strokes.flatMap(({ points, isClosed }) => {
    const steps: Step[] = [];
    for (let at = 0; at + 1 < points.length; at += 2)
      steps.push([at === 0 ? "M" : "L", ...place(points[at] ?? NaN, points[at + 1] ?? NaN)]);
    if (isClosed) steps.push(["Z"]);
    return steps;
  });
}
