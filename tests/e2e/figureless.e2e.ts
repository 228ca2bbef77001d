// Models without a drawing, emptied fields, derived values, and addresses without content.
import { expect, inject, test } from "vitest";
import { pendulum } from "../lib/models.js";
import { writeLink } from "../../web/src/study/link";
import { settled, usePage } from "./support";

const open = usePage();
const link = (text: object): Promise<string> =>
  writeLink({
    model: "own",
    text: JSON.stringify(text),
    settings: { set: {}, inputs: {} },
    time: 0,
  });

test("a model without a view shows its traces large", async () => {
  const text = {
    ...pendulum,
    outputs: { h: { formula: "-l*cos(phi)", unit: "m", label: "height" } },
  };
  const { page, complaints, close } = await open(await link(text));
  expect(await settled(page)).toBe("finished");
  const trace = page.locator(".chart-column").first();
  const { width = 0, height = 0 } = (await trace.boundingBox()) ?? {};
  expect(height).toBeGreaterThan(220);
  // The model text is beside the figure.
  const sim = (await page.locator("porthos-sim").boundingBox())?.width ?? Infinity;
  expect(width).toBeGreaterThan(0.95 * sim);
  expect(await page.locator(".stage-canvas").isVisible()).toBe(false);
  expect(await page.getByLabel("Column to plot").first().innerText()).toContain("h, height");
  // A text that draws brings the figure back.
  const view = { bodies: [{ name: "bob", position: ["l*sin(phi)", "-l*cos(phi)"], shapes: [{ type: "sphere", radius: 0.1 }] }] }; // prettier-ignore
  await page.evaluate(
    `document.querySelector("porthos-sim").ready().then(({ experiment }) =>
      experiment.load(${JSON.stringify(JSON.stringify({ ...text, view }))}))`,
  );
  await page.locator(".stage-canvas").waitFor({ state: "visible" });
  expect(complaints).toEqual([]);
  await close();
});

test("a field that is cleared keeps its value, and what follows from a value is shown", async () => {
  const text = { ...pendulum, parameters: { ...pendulum.parameters, free: 3 } };
  const { page, complaints, close } = await open(await link(text));
  await settled(page);
  const control = (symbol: string) => page.locator(`.control[data-symbol="${symbol}"]`);
  const enter = async (symbol: string, value: string): Promise<void> => {
    const field = control(symbol).locator("input[type=number]");
    await field.fill(value);
    await field.press("Enter");
  };
  const derived = page.locator('.derived [data-symbol="J"] dd');
  expect(await derived.textContent()).toMatch(/^= 1 /);
  await enter("l", "2");
  await expect.poll(() => derived.textContent()).toMatch(/^= 4 /);
  for (const symbol of ["l", "free", "m"]) {
    const field = control(symbol).locator("input[type=number]");
    const before = await field.inputValue();
    await enter(symbol, "");
    expect(await field.inputValue()).toBe(before);
  }
  const formula = page.getByLabel("Formula of time for motor");
  await formula.fill("0.25");
  await formula.press("Enter");
  await formula.fill("");
  await formula.press("Enter");
  expect(await formula.inputValue()).toBe("0.25");
  expect(await settled(page)).toBe("finished");
  expect(
    await page.evaluate(
      "(({ set, inputs }) => ({ set, inputs }))(document.querySelector('porthos-sim').settings)",
    ),
  ).toEqual({ set: { l: 2 }, inputs: { motor: "0.25" } });
  expect(complaints).toEqual([]);
  await close();
});

test.each(["docs/nothing.html", "docs/library", "docs/%E0%A4%A.html"])(
  "an unknown address says so: %s",
  async (path) => {
    const answer = await fetch(`${inject("page")}${path}`);
    expect(answer.status).toBe(404);
    const body = await answer.text();
    expect(body).toContain("<h1>No such page</h1>");
    expect(body).toContain("./start.html");
  },
);

test("the pages of the documentation are where they were", async () => {
  for (const path of ["docs/library.html", "docs/", "docs/index.html", "docs/search.json"])
    expect((await fetch(`${inject("page")}${path}`)).status, path).toBe(200);
});
