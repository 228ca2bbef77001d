import { readPalette } from "../view/palette";

/** Its size, px; styles/plot-tools.css has the same. */
const [width, height] = [64, 22];

/** A curve as small as a word: its shape without numbers. */
export class Spark {
  readonly element = document.createElement("canvas");

  constructor() {
    this.element.className = "spark";
    this.element.setAttribute("aria-hidden", "true");
  }

  draw(values: Float64Array, color: string): void {
    const { element } = this;
    const ratio = window.devicePixelRatio;
    element.width = width * ratio;
    element.height = height * ratio;
    const context = element.getContext("2d");
    if (!context) return;
    let largest = 0;
    for (const value of values) largest = Math.max(largest, Math.abs(value));
    context.scale(ratio, ratio);
    context.strokeStyle = readPalette(element).energy(color);
    context.lineWidth = 1;
    context.beginPath();
    const middle = height / 2;
    // Each pixel shows the range of its values, because a curve through thousands of points would be a bar.
    for (let x = 0; x < width; x++) {
      const from = Math.floor((x * values.length) / width);
      const to = Math.max(from + 1, Math.floor(((x + 1) * values.length) / width));
      let [low, high] = [Infinity, -Infinity];
      for (let k = from; k < to && k < values.length; k++) {
        low = Math.min(low, values[k] ?? 0);
        high = Math.max(high, values[k] ?? 0);
      }
      if (low > high) continue;
      const place = (value: number): number =>
        middle - (largest > 0 ? ((middle - 1) * value) / largest : 0);
      context.moveTo(x + 0.5, place(low) + 0.5);
      context.lineTo(x + 0.5, place(high) - 0.5);
    }
    context.stroke();
  }
}
