import { path } from "./symbols";
import { s } from "./svg";

const size = { width: 300, height: 96, left: 4, bottom: 16 } as const;

/** Curves over the angle of a crank, degrees, each in its own range, with marks at some angles. */
export function plotOf(
  angles: readonly number[],
  curves: readonly (readonly number[])[],
  marks: readonly number[],
): SVGElement {
  const [from = 0, to = 1] = [angles[0], angles.at(-1)];
  const span = to - from || 1;
  const x = (angle: number): number =>
    size.left + ((angle - from) / span) * (size.width - 2 * size.left);
  const floor = size.height - size.bottom;
  const line = (values: readonly number[], index: number): SVGElement => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const high = most - least || 1;
    const places = values.map((value, row) => ({
      x: x(angles[row] ?? 0),
      y: floor - 4 - ((value - least) / high) * (floor - 8),
    }));
    return s("path", { class: index === 0 ? "plot-value" : "plot-rate", d: path(places) });
  };
  const inRange = (angle: number): number | null => {
    const turned = angle + 360 * Math.ceil((from - angle) / 360 - 1e-9);
    return turned <= to + 1e-9 ? turned : null;
  };
  const label = (angle: number, anchor: string): SVGElement =>
    s(
      "text",
      { x: x(angle), y: size.height - 3, "text-anchor": anchor },
      document.createTextNode(`${Math.round(angle)}°`),
    );
  return s(
    "svg",
    { class: "small-plot", viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" },
    s("path", { class: "plot-axis", d: `M0 ${floor}H${size.width}` }),
    ...marks.flatMap((mark) => {
      const angle = inRange(mark);
      return angle === null
        ? []
        : [s("path", { class: "plot-mark", d: `M${x(angle).toFixed(1)} 0V${floor}` })];
    }),
    ...curves.map(line),
    label(from, "start"),
    label(to, "end"),
  );
}
