import { readText } from "./text-components";
import type { Scene, SceneBody } from "./types";

/**
 * A scene with a support under each pin of the ground, as on the drawing board. A text that draws
 * supports keeps its own.
 */
export function withSupports(scene: Scene, text: string): Scene {
  const { bodies } = scene;
  if (bodies.some(({ shapes }) => shapes.some(({ type }) => type === "pivot"))) return scene;
  const model = readText(text);
  const supported = (body: SceneBody): SceneBody =>
    isGrounded(body.name.replace(/\.pin$/, ""), model)
      ? { ...body, shapes: [...body.shapes, { type: "pivot", size: sizeFor(body) }] }
      : body;
  return { ...scene, bodies: bodies.map(supported) };
}

/** Whether a component is a pin between the ground and a body that may turn. */
function isGrounded(
  name: string,
  { components = {}, inputs = {} }: ReturnType<typeof readText>,
): boolean {
  const { use, between } = components[name] ?? {};
  const isWeld = inputs[`${name}.torque`]?.flow === 0;
  const isAtGround = between?.a === "ground" || between?.b === "ground";
  return use === "porthos:pin" && isAtGround && !isWeld;
}

const sizeFor = ({ shapes }: SceneBody): number => 3.5 * (shapes[0]?.radius ?? 0);
