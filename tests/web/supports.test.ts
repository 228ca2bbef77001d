// Supports under the pins of the ground, which the elements do not draw.
import { expect, test } from "vitest";
import { withSupports } from "../../web/src/engine/supports";
import type { Scene } from "../../web/src/engine/types";

const pin = { role: "frame", shapes: [{ type: "cylinder", radius: 0.02 }] };
const scene: Scene = {
  camera: { kind: "planar" },
  bodies: ["rod.rod", "A.pin", "B.pin", "C.pin", "D.pin", "pen"].map((name) => ({ name, ...pin })),
  trails: [],
  vectors: [],
  moving: 0,
};
const joint = (a: string, b: string): object => ({ use: "porthos:pin", between: { a, b } });
const text = JSON.stringify({
  components: {
    rod: { use: "porthos:planar-rod" },
    A: joint("ground", "rod.tail"),
    B: joint("rod.tip", "ground"),
    C: joint("rod.tip", "rod_2.tail"),
    D: joint("ground", "rod_2.tip"),
  },
  inputs: { "A.torque": { flow: "2*pi" }, "D.torque": { flow: 0 } },
});
const supported = (given: Scene, of = text): readonly string[] =>
  withSupports(given, of).bodies.flatMap(({ name, shapes }) =>
    shapes.some(({ type }) => type === "pivot") ? [name] : [],
  );

test("a pin of the ground has a support; a pin between bodies and a weld have none", () => {
  expect(supported(scene)).toEqual(["A.pin", "B.pin"]);
  expect(withSupports(scene, text).bodies[1]?.shapes[1]).toEqual({ type: "pivot", size: 0.07 });
});

test("a text that draws supports keeps its own, and a text without components its scene", () => {
  const base = { name: "base", role: "ground", shapes: [{ type: "pivot", size: 0.1 }] };
  const own = { ...scene, bodies: [...scene.bodies, base] };
  expect(supported(own)).toEqual(["base"]);
  expect(withSupports(scene, "{}")).toEqual(scene);
});
