// The processing of a linear system in the tab Linear before it is drawn.
import type { LinearizedAt, Mode } from "porthos";
import { expect, test } from "vitest";
import { speedOf } from "../../web/src/linear/mode-speed";
import { captionOf, eigenvalueText, growthNote, shapeParts } from "../../web/src/linear/mode-words";
import { withFreeStarts } from "../../web/src/linear/present-state";

const modeOf = (re: number, im: number, shape: Mode["shape"] = { re: [], im: [] }): Mode => ({
  eigenvalue: [re, im],
  isPair: im !== 0,
  naturalFrequency: Math.hypot(re, im),
  frequency: im / (2 * Math.PI),
  dampingRatio: -re / Math.hypot(re, im),
  shape,
});

test("a mode is shown in a period that can be followed, a round number of times slower or faster", () => {
  for (let frequency = 1e-4; frequency < 1e5; frequency *= 1.3) {
    const { period, slower, faster } = speedOf(frequency);
    expect(period).toBeGreaterThanOrEqual(0.8);
    expect(period).toBeLessThanOrEqual(5.0001);
    expect(period * frequency).toBeCloseTo(slower / faster, 9);
    expect(Math.min(slower, faster)).toBe(1);
    const [first] = String(Math.max(slower, faster).toPrecision(6));
    expect(["1", "2", "5"]).toContain(first);
  }
  expect(speedOf(0.5)).toEqual({ period: 2, slower: 1, faster: 1 });
  expect(speedOf(0).period).toBe(4);
});

test("it is said what the figure leaves out of a mode", () => {
  expect(growthNote(modeOf(0, 3))).toBe("");
  expect(growthNote(modeOf(1e-15, 3))).toBe(""); // rounding is no growth
  expect(growthNote(modeOf(-Math.LN2, 3))).toBe("Shown without its decay: it halves in 1 s.");
  expect(growthNote(modeOf(Math.LN2 / 4, 3))).toBe("Shown without its growth: it doubles in 4 s.");
  expect(growthNote(modeOf(-Math.LN2, 0))).toContain("The actual motion halves in 1 s.");
  expect(captionOf(modeOf(0, 20 * Math.PI), 2)).toBe("Mode 2: 10 Hz, shown 20 times slower");
  expect(captionOf(modeOf(-2, 0), 1)).toBe("Mode 1: −2 1/s");
});

test("an eigenvalue is written without what is rounding", () => {
  expect(eigenvalueText(modeOf(1e-15, 3))).toBe("± 3 i");
  expect(eigenvalueText(modeOf(-0.5, 3))).toBe("−0.5 ± 3 i");
  expect(eigenvalueText(modeOf(-0.5, 0))).toBe("−0.5");
});

test("of a shape the positions are reported, the largest first, with their phases", () => {
  const names = ["x", "y", "z", "v"];
  const states = names.map((name) => ({ name, unit: "m", value: 0, start: 0 }));
  const at: LinearizedAt = { motion: "rest", isFound: true, residual: 0, iterations: 1, states };
  const isPosition = (name: string): boolean => name !== "v";
  const parts = shapeParts(
    modeOf(0, 1, { re: [0, 1, 0.001, 9], im: [0.5, 0, 0, 9] }),
    at,
    isPosition,
  );
  expect(parts.map(({ name }) => name)).toEqual(["y", "x"]);
  expect(parts.map(({ phase }) => phase)).toEqual([0, 90]);
  const rests = shapeParts(modeOf(-1, 0, { re: [0, 0, 0, 1], im: [0, 0, 0, 0] }), at, isPosition);
  expect(rests.map(({ name }) => name)).toEqual(["v"]);
});

test("starts that a text fixes are free where a state is taken from the run, in its files too", () => {
  const inner = { positions: { q: { start: 1, fixed: true, unit: "m" } } };
  const outer = {
    ...inner,
    parameters: { fixed: 3 },
    parts: [{ start: { phi: { value: 1, fixed: true } } }],
  };
  const { text, files } = withFreeStarts({
    text: JSON.stringify(outer),
    files: { part: JSON.stringify(inner), broken: "{" },
  });
  const free = { positions: { q: { start: 1, unit: "m" } } };
  expect(JSON.parse(text)).toEqual({
    ...free,
    parameters: { fixed: 3 },
    parts: [{ start: { phi: { value: 1 } } }],
  });
  expect(JSON.parse(files["part"] ?? "")).toEqual(free);
  expect(files["broken"]).toBe("{");
});
