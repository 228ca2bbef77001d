// The six steps of "Draw a mechanism" as one picture, docs/images/draw-steps.svg: the board draws them, and its own
// picture is taken after each. npm run screenshots -- --steps
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const panel = { width: 400, height: 300 };
const places = [
  [-0.5, -0.35],
  [-0.5, -0.1],
  [0.25, 0.35],
  [0.4, -0.35],
];

// In the page: the board's picture with the colours of its style sheet, without what serves the pointer.
function pictureOf(svg) {
  const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity"];
  const ends = "board-halo board-halo-ring board-target board-cursor".split(" ");
  const copy = (element) => {
    if (ends.some((name) => element.classList.contains(name))) return "";
    const style = getComputedStyle(element);
    const own = [...element.attributes].filter(
      ({ name }) => !["class", "stroke-width"].includes(name),
    );
    const drawn =
      element.tagName === "g" ? [] : kept.map((name) => [name, style.getPropertyValue(name)]);
    const plain = drawn.filter(([, value]) => !["", "1", "butt"].includes(value));
    const attributes = [...own.map(({ name, value }) => [name, value]), ...plain];
    const text = attributes
      .map(([name, value]) => `${name}="${value.replace(/"/g, "'")}"`)
      .join(" ");
    return `<${element.tagName} ${text}>${[...element.children].map(copy).join("")}</${element.tagName}>`;
  };
  return [...svg.children].map(copy).join("");
}

export async function drawSteps(page) {
  await page.getByText("Draw your own").click();
  const canvas = page.locator(".board-canvas");
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  const spot = ([x, y]) => [
    box.x + box.width / 2 + (x * box.width) / 2,
    box.y + box.height / 2 - (y * box.width) / 2,
  ];
  const [a, b, c, d] = places.map(spot);
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
  };
  const choose = async (key) => {
    await canvas.focus();
    await page.keyboard.press(key);
  };
  const rocker = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
  const steps = [
    () => drag(a, b),
    async () => (await drag(b, c), await drag(c, d)),
    async () => (await choose("g"), await page.mouse.click(...a), await page.mouse.click(...d)),
    async () => (await choose("o"), await page.mouse.click(...a)),
    async () => (await choose("p"), await page.mouse.click((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)),
    async () => (await choose("v"), await drag(rocker, [rocker[0] + 50, rocker[1] + 20])),
  ];
  const panels = [];
  for (const step of steps) {
    await step();
    await page.locator("main[data-status=finished]").waitFor();
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.waitForTimeout(1000); // what is told of the run follows a moment later
    panels.push(await page.locator(".board-svg").evaluate(pictureOf));
  }
  const left = (box.width - panel.width) / 2;
  const top = (box.height - panel.height) / 2;
  const shown = panels.map((content, index) => {
    const [x, y] = [(index % 3) * (panel.width + 12), Math.floor(index / 3) * (panel.height + 12)];
    const view = `viewBox="${left} ${top} ${panel.width} ${panel.height}"`;
    return `<svg x="${x}" y="${y}" width="${panel.width}" height="${panel.height}" ${view}>
<rect x="${left}" y="${top}" width="${panel.width}" height="${panel.height}" fill="#fffffb"/>${content}
<text x="${left + 14}" y="${top + 30}" font-family="serif" font-size="24" fill="#1c1f24">${index + 1}</text></svg>`;
  });
  const size = `viewBox="0 0 ${3 * panel.width + 24} ${2 * panel.height + 12}"`;
  const path = join(root, "docs", "images", "draw-steps.svg");
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shown.join("\n")}</svg>\n`,
  );
  console.log(path);
}
