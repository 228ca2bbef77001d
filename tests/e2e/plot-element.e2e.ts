// <porthos-plot>: bound to an element's runs, and to a table of the library.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pictures, violations } from "./support";
import { sliderCrank, told, usePlaces } from "./places";

const places = usePlaces();
const { column, element, expected, script } = await sliderCrank();
const sim = element("id='crank' controls='none'");

/** The plot is drawn with the last rows of the run. */
async function drawn(page: Page, name = "porthos-plot"): Promise<void> {
  await page.locator(`${name} .plot-view[data-drawn] canvas`).waitFor();
  await pictures(page);
}

/** Share of the pixels of a plot's canvas that are not empty. */
const inkOf = (page: Page): Promise<number> =>
  page.locator("porthos-plot canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const context = (canvas as HTMLCanvasElement).getContext("2d");
    const { data = [] } = context?.getImageData(0, 0, width, height) ?? {};
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at]! > 0) count++;
    return count / (width * height);
  });

test("a plot follows the element that it names, also if that is added later", async () => {
  const { page, complaints, close } = await places.show(
    `${script}<porthos-plot for="crank" plot="${column}"></porthos-plot>`,
  );
  await page
    .locator("h1")
    .evaluate((heading, text) => heading.insertAdjacentHTML("afterend", text), sim);
  await told(page);
  await drawn(page);
  const plot = page.locator("porthos-plot");
  expect(await plot.locator("figcaption").textContent()).toBe(
    "φ₁ (crank), angle of the crank over time",
  );
  expect(await inkOf(page)).toBeGreaterThan(0.01);
  // The pointer in the plot moves the simulation, and the simulation the line in the plot.
  await page.evaluate("document.querySelector('porthos-plot').seek(0.5)");
  expect(await page.evaluate("document.querySelector('porthos-sim').time")).toBe(0.5);
  const sought = page.evaluate(
    () =>
      new Promise<number>((done) =>
        document
          .querySelector("porthos-plot")!
          .addEventListener("seek", ({ detail }) => done(detail.t)),
      ),
  );
  await page.evaluate("document.querySelector('porthos-sim').seek(1)");
  expect(await sought).toBe(1);
  // Pointing shows the value of the run.
  const over = plot.locator(".u-over");
  const { width, height } = (await over.boundingBox())!;
  await over.hover({ position: { x: width - 1, y: height / 2 } });
  const reading = (await plot.locator(".chart-cursor").textContent()) ?? "";
  expect(reading).toContain(String(Number(expected.toPrecision(4))));
  await page.evaluate("document.querySelector('porthos-sim').set({ omega_0: 2 })");
  await told(page, 2);
  await drawn(page);
  expect(complaints).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await close();
});

test("a plot shows several columns, one over another, and names those that do not exist", async () => {
  const { page, close } = await places.show(
    `${script}${sim}<porthos-plot for="crank" plot="energy.kinetic, energy.potential"></porthos-plot>`,
  );
  await told(page);
  await drawn(page);
  const plot = page.locator("porthos-plot");
  expect(await plot.locator(".plot-names li").count()).toBe(2);
  expect(await plot.locator("select:visible").count()).toBe(0);
  const show = (text: string): Promise<void> =>
    plot.evaluate((one, value) => one.setAttribute("plot", value), text);
  await show(`energy.kinetic/${column}`);
  expect(await plot.locator("figcaption").textContent()).toBe(
    "energy kinetic over φ₁ (crank), angle of the crank",
  );
  expect(await plot.locator(".plot-names li").count()).toBe(0);
  await show("nothing");
  expect(await plot.getByRole("alert").textContent()).toContain("no column nothing");
  await plot.evaluate((one) => one.toggleAttribute("controls", true));
  await plot.getByLabel("Column to plot", { exact: true }).selectOption(column);
  await expect.poll(() => plot.locator(".trace-value dd").textContent()).toMatch(/rad/);
  await close();
});

test("a plot shows a table of the library", async () => {
  const { page, complaints, close } = await places.show(
    `<porthos-plot plot="x"></porthos-plot>
     <script type="module">
       import "/dist/element.js";
       import { load } from "/dist/index.js";
       const spring = await load({
         porthos: 1,
         positions: { x: { start: 1, unit: "m" } },
         velocities: { v: { unit: "m/s" } },
         kinematics: { x: "v" },
         kinetic_energy: "v^2/2",
         potential_energy: "x^2/2",
         simulation: { until: 10, step: 0.01, method: "gauss(2)" },
       });
       document.querySelector("porthos-plot").run = spring.run();
     </script>`,
    { viewport: { width: 800, height: 600 } },
  );
  await drawn(page);
  const plot = page.locator("porthos-plot");
  expect(await plot.locator("figcaption").textContent()).toBe("x over time");
  const over = plot.locator(".u-over");
  const { width, height } = (await over.boundingBox())!;
  await over.hover({ position: { x: (width * Math.PI) / 10, y: height - 4 } });
  // x = cos t has its minimum -1 at t = pi; m
  const [, value = ""] = (await plot.locator(".chart-cursor").innerText()).split("\n");
  expect(Number(value.replace("−", "-"))).toBeCloseTo(-1, 3);
  await over.click({ position: { x: width / 2, y: height / 2 } });
  expect(await page.evaluate("document.querySelector('porthos-plot').time")).toBeCloseTo(5, 1);
  await page.evaluate("document.querySelector('porthos-plot').run = null");
  expect(await plot.locator(".plot-view").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
