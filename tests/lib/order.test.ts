// The order of a wasm module's functions, as bindings/order.mjs finds it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { functionsOf, likeBesideLike } from "../../bindings/order.mjs";

/** Bytes without a pattern, and the same ones with another seed. */
function noise(seed: number, length: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    }),
  );
}

const packed = (bodies: readonly Buffer[]) => gzipSync(Buffer.concat(bodies), { level: 9 }).length;

test("what is alike comes together from out of gzip's sight", () => {
  const kinds = Array.from({ length: 60 }, (_, kind) => noise(kind + 1, 1000));
  // Twice the same kinds, 60 kB apart, with a number of its own in each.
  const bodies = [0, 1].flatMap((round) =>
    kinds.map((body, i) => Buffer.concat([body, noise(1000 * round + i + 77, 8)])),
  );
  const order = likeBesideLike(bodies);
  expect([...order].sort((a, b) => a - b)).toEqual(bodies.map((_, i) => i));
  const place = new Map(order.map((i, at) => [i, at]));
  kinds.forEach((_, i) => expect(Math.abs(place.get(i)! - place.get(i + 60)!)).toBe(1));
  expect(packed(order.map((i) => bodies[i]!))).toBeLessThan(0.55 * packed(bodies));
});

test("functions without a common piece, and shorter than one, have an order too", () => {
  expect(likeBesideLike([])).toEqual([]);
  expect(likeBesideLike([Buffer.from([1]), noise(3, 40), Buffer.from([])])).toHaveLength(3);
});

test("the engine has all its functions in such an order", () => {
  const { imported, bodies } = functionsOf(
    readFileSync(new URL("../../build/dist/porthos-engine.wasm", import.meta.url)),
  );
  expect(imported).toBeGreaterThan(5);
  expect(bodies.length).toBeGreaterThan(1000);
  // By their length they come apart again: 4 % more.
  const byLength = [...bodies].sort((a, b) => a.length - b.length);
  expect(packed(bodies)).toBeLessThan(0.98 * packed(byLength));
});
