import { h } from "../base/dom";

export function numberField(value: number, min: number, max: number): HTMLInputElement {
  return h("input", { type: "number", value, min, max, step: "any" });
}
