import type { ResponseValues } from "porthos/worker";
import { h } from "../base/dom";
import type { Response } from "../plots/bode-chart";
import { formatNumber } from "../plots/format";
import { words } from "../words/words";
import { scroller } from "./state-tables";

/** Rows of the table. The curve has more. */
const listed = 24;
const turn = 2 * Math.PI;

/** Magnitudes and phases. The phases have no jumps of a full turn. */
export function responseOf(omega: readonly number[], { re, im }: ResponseValues): Response {
  const pairs = omega.map((_, k): [number, number] | null => {
    const [real, imaginary] = [re[k] ?? null, im[k] ?? null];
    return real === null || imaginary === null ? null : [real, imaginary];
  });
  let before: number | null = null;
  const phase = pairs.map((pair) => {
    if (!pair || Math.hypot(...pair) === 0) return null;
    // Parts below rounding do not change the phase.
    let angle = Math.round(((360 * Math.atan2(pair[1], pair[0])) / turn) * 1e9) / 1e9;
    if (before !== null) angle -= 360 * Math.round((angle - before) / 360);
    before = angle;
    return angle;
  });
  return { omega, magnitude: pairs.map((pair) => pair && Math.hypot(...pair)), phase };
}

/** The response at one frequency, in one line. */
export function readingOf(
  { omega, magnitude, phase }: Response,
  row: number,
  unit: string,
): string {
  const [at, size, angle] = [omega[row], magnitude[row], phase[row]];
  if (at === undefined || typeof size !== "number" || typeof angle !== "number") return "";
  const hertz = formatNumber(at / turn, 3);
  const value = `${formatNumber(size)} ${unit}`.trim();
  return `ω = ${formatNumber(at)} rad/s (${hertz} Hz): ${value}, ${formatNumber(angle)}°`;
}

/** Some frequencies as a table. */
export function responseTable({ omega, magnitude, phase }: Response, unit: string): HTMLElement {
  const stride = Math.max(1, Math.ceil(omega.length / listed));
  const rows = omega.flatMap((at, k) =>
    k % stride > 0
      ? []
      : [
          h(
            "tr",
            {},
            h("th", { scope: "row" }, formatNumber(at, 5)),
            ...[magnitude[k], phase[k]].map((x) =>
              h("td", {}, typeof x === "number" ? formatNumber(x, 5) : "–"),
            ),
          ),
        ],
  );
  const heads: [string, string][] = [
    ["ω", "rad/s"],
    [words.magnitude, unit],
    [words.phase, "°"],
  ];
  return h(
    "div",
    scroller(words.responseTable),
    h(
      "table",
      { class: "numbers" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...heads.map(([name, of]) =>
            h("th", { scope: "col" }, name, h("span", { class: "unit" }, of || "–")),
          ),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
  );
}
