// Small multiples of curves in doubly logarithmic axes, as an SVG with labels at the curves.
// Readable in light and dark.

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {"blue" | "orange" | "green" | "purple" | "brown" | "ink" | "quiet"} colour
 * @property {boolean} [dashed]
 * @property {boolean} [fine] thin and dotted
 * @property {[number, number][]} points
 */

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} note
 * @property {Series[]} series
 */

/**
 * @typedef {object} Axis
 * @property {string} label
 * @property {(exponent: number) => string} tick the label at a power of ten
 * @property {[number, number]} [range] of exponents; by default from the points of each panel
 */

const panel = { width: 420, height: 300, left: 52, right: 22, top: 50, bottom: 46 };
const cell = {
  width: panel.left + panel.width + panel.right,
  height: panel.top + panel.height + panel.bottom,
};
const letter = { width: 5.7, height: 12 };

const style = `
  svg { --paper: #fbfaf6; --figure: #fffefb; --ink: #1f2226; --quiet: #595c5f; --grid: #e4dfd3;
    --blue: #0b6fae; --orange: #c24f08; --green: #007a5c; --purple: #a3467f; --brown: #836200; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #15181b; --figure: #191d21; --ink: #ece9e2; --quiet: #b0aca3; --grid: #30363c;
      --blue: #5bb6ea; --orange: #f28d4f; --green: #3fc7a1; --purple: #e59dca; --brown: #e2c94a; }
  }
  text { font: 11px "Liberation Sans", Arial, Helvetica, sans-serif; fill: var(--ink); }
  .title { font-size: 14px; font-weight: 600; }
  .note, .tick, .axis { fill: var(--quiet); }
  .end { text-anchor: end; } .middle { text-anchor: middle; }
  .label { stroke: var(--figure); stroke-width: 3px; stroke-linejoin: round; paint-order: stroke; }
  .curve { fill: none; stroke-width: 1.75px; stroke-linejoin: round; }
  .dashed { stroke-dasharray: 5 3; } .fine { stroke-width: 1.1px; stroke-dasharray: 1.5 2.5; }
  .curve.ink { stroke-width: 2.5px; }
  .grid { stroke: var(--grid); fill: none; } .frame { fill: var(--figure); stroke: var(--grid); }
  ${["blue", "orange", "green", "purple", "brown", "ink", "quiet"]
    .map((name) => `.${name} { stroke: var(--${name}); } .of-${name} { fill: var(--${name}); }`)
    .join("\n  ")}`;

const digits = (/** @type {number} */ x) => Number(x.toFixed(1)).toString();

/** The range of exponents of all values. */
function bounds(/** @type {number[]} */ values) {
  const logs = values.map((value) => Math.log10(value));
  const from = Math.floor(Math.min(...logs) + 1e-9);
  return [from, Math.max(from + 1, Math.ceil(Math.max(...logs) - 1e-9))];
}

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

const overlap = (/** @type {Box} */ a, /** @type {Box} */ b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Places every few pixels on a polyline. @param {Place[]} line */
function dots(line) {
  return line.flatMap((from, i) => {
    const to = line[i + 1];
    if (!to) return [from];
    const count = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 5));
    return Array.from({ length: count }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / count,
      y: from.y + ((to.y - from.y) * k) / count,
    }));
  });
}

/**
 * A place for the label of each line, beside it, where it covers other lines least.
 * @param {Place[][]} lines
 * @param {string[]} labels
 */
function placeLabels(lines, labels) {
  const all = lines.map(dots);
  /** @type {Box[]} */
  const taken = [];
  return labels.map((label, own) => {
    const width = letter.width * label.length;
    let best = { cost: Infinity, x: 0, y: 0, box: { left: 0, right: 0, top: 0, bottom: 0 } };
    const line = all[own] ?? [];
    line.forEach(({ x, y }, k) => {
      for (const [dx, dy] of [
        [6, 4],
        [-6 - width, 4],
        [5, -5],
        [5, 13],
        [-5 - width, -5],
        [-5 - width, 13],
        [-width / 2, -7],
        [-width / 2, 15],
      ]) {
        const left = x + (dx ?? 0);
        const base = y + (dy ?? 0);
        const box = { left, right: left + width, top: base - letter.height + 2, bottom: base + 3 };
        if (left < 3 || box.right > panel.width - 3 || box.top < 2 || box.bottom > panel.height - 2)
          continue;
        const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
        const crossed = all.reduce((sum, others, i) => {
          const inside = others.filter(
            (dot) =>
              dot.x > left - 2 && dot.x < box.right + 2 && dot.y > box.top && dot.y < box.bottom,
          );
          return sum + inside.length * (i === own ? 2 : 4);
        }, 0);
        // Prefers the ends of a line, where the eye looks for its label.
        const cost = 10 * covered + crossed + Math.min(k, line.length - 1 - k) / 60;
        if (cost < best.cost) best = { cost, x: left, y: base, box };
      }
    });
    taken.push(best.box);
    return best;
  });
}

/**
 * @param {Panel} what
 * @param {{ x: Axis, y: Axis }} axes
 */
function drawPanel({ title, note, series }, axes) {
  const points = series.flatMap((one) => one.points);
  const [x0 = 0, x1 = 1] = axes.x.range ?? bounds(points.map(([x]) => x));
  const [y0 = 0, y1 = 1] = axes.y.range ?? bounds(points.map(([, y]) => y));
  const toX = (/** @type {number} */ log) => (panel.width * (log - x0)) / (x1 - x0);
  const toY = (/** @type {number} */ log) => (panel.height * (y1 - log)) / (y1 - y0);
  const lines = series.map((one) =>
    one.points.map(([x, y]) => ({ x: toX(Math.log10(x)), y: toY(Math.log10(y)) })),
  );
  const out = [
    `<text class="title" x="0" y="-26">${title}</text>`,
    `<text class="note" x="0" y="-10">${note}</text>`,
    `<rect class="frame" width="${panel.width}" height="${panel.height}"/>`,
  ];
  for (let log = x0; log <= x1; log++) {
    const x = digits(toX(log));
    if (log > x0 && log < x1) out.push(`<path class="grid" d="M${x} 0v${panel.height}"/>`);
    out.push(
      `<text class="tick middle" x="${x}" y="${panel.height + 16}">${axes.x.tick(log)}</text>`,
    );
  }
  const every = y1 - y0 > 8 ? 3 : 1;
  for (let log = y1; log >= y0; log--) {
    const y = toY(log);
    if (log > y0 && log < y1) out.push(`<path class="grid" d="M0 ${digits(y)}h${panel.width}"/>`);
    if ((y1 - log) % every === 0)
      out.push(`<text class="tick end" x="-7" y="${digits(y + 4)}">${axes.y.tick(log)}</text>`);
  }
  out.push(
    `<text class="axis middle" x="${panel.width / 2}" y="${panel.height + 36}">${axes.x.label}</text>`,
    `<text class="axis" x="${panel.width}" y="-10" text-anchor="end">${axes.y.label}</text>`,
  );
  series.forEach(({ colour, dashed, fine }, i) => {
    const line = lines[i] ?? [];
    const path = line.map(({ x, y }) => `${digits(x)} ${digits(y)}`).join("L");
    const kind = [colour, dashed ? "dashed" : "", fine ? "fine" : ""].filter(Boolean).join(" ");
    out.push(`<path class="curve ${kind}" d="M${path}"/>`);
    if (!fine)
      for (const { x, y } of line)
        out.push(`<circle class="of-${colour}" cx="${digits(x)}" cy="${digits(y)}" r="2"/>`);
  });
  placeLabels(
    lines,
    series.map(({ label }) => label),
  ).forEach(({ x, y }, i) => {
    const { colour, label } = series[i] ?? { colour: "ink", label: "" };
    out.push(`<text class="label of-${colour}" x="${digits(x)}" y="${digits(y)}">${label}</text>`);
  });
  return out.join("\n");
}

/**
 * @param {string} title for readers who cannot see it
 * @param {Panel[]} panels
 * @param {{ x: Axis, y: Axis }} axes
 * @param {number} [columns]
 */
export function plot(title, panels, axes, columns = 2) {
  const width = columns * cell.width;
  const height = Math.ceil(panels.length / columns) * cell.height;
  const drawn = panels.map((one, i) => {
    const x = (i % columns) * cell.width + panel.left;
    const y = Math.floor(i / columns) * cell.height + panel.top;
    return `<g transform="translate(${x} ${y})">\n${drawPanel(one, axes)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>${style}
</style>
<rect width="${width}" height="${height}" style="fill: var(--paper)"/>
${drawn.join("\n")}
</svg>
`;
}

/** A power of ten. @param {number} exponent */
export const power = (exponent) =>
  exponent === 0
    ? "1"
    : `10<tspan dy="-4" font-size="8">${exponent.toString().replace("-", "−")}</tspan>`;

/** A time, 10^exponent s. @param {number} exponent */
export const time = (exponent) => {
  const [unit, by] = exponent >= -1 ? ["s", 0] : exponent >= -4 ? ["ms", 3] : ["µs", 6];
  return `${Number((10 ** (exponent + by)).toPrecision(1))} ${unit}`;
};
