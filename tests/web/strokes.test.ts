// Curves are distinguishable without colours, and visible where they coincide.
import { expect, test } from "vitest";
import { strokes, type Stroke } from "../../web/src/plots/strokes";

const kinds = ["stored", "kinetic", "potential", "supplied", "dissipated"] as const;
const pairs = kinds.flatMap((one, k) => kinds.slice(k + 1).map((two) => [one, two] as const));

test("no two are drawn alike but for their colours", () => {
  for (const run of ["own", "other"] as const) {
    const looks = kinds.map((kind) => {
      const { dash, core }: Stroke = strokes[kind][run];
      return JSON.stringify([dash, core !== undefined]);
    });
    expect(new Set(looks).size).toBe(kinds.length);
  }
});

/**
 * Whether a curve is visible below another one: beside it, if it is broader, or between its dashes.
 */
function showsUnder(below: Stroke, above: Stroke): boolean {
  return above.dash.length > 0 || below.width - above.width >= 1;
}

test.each(pairs)("both are seen where %s and %s run together", (one, two) => {
  const [a, b]: [Stroke, Stroke] = [strokes[one].own, strokes[two].own];
  expect(showsUnder(a, b) || showsUnder(b, a)).toBe(true);
  const isOneBroken = a.dash.length > 0 !== b.dash.length > 0;
  if (isOneBroken) expect(Math.abs(b.width - a.width)).toBeGreaterThan(0.5);
});

test("what is compared is broader than the curve that it may run along, or within its two lines", () => {
  for (const { own, other } of Object.values<{ own: Stroke; other: Stroke }>(strokes)) {
    if (own.core) expect(other.width).toBeLessThan(own.core);
    else expect(other.width).toBeGreaterThan(own.width + 0.3);
    expect(other.isRound).toBe(true);
  }
});
