// Contacts, dry friction and one-way laws on the page: bands, traces, marks, words, and the views
// that do not know such laws.
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulation as say } from "../../web/src/words/en/simulation";
import { settled, timeShown, usePage, violations, type Visit } from "./support";

const open = usePage();

const linkTo = (model: object, more = ""): string => {
  const text = deflateRawSync(JSON.stringify(model)).toString("base64url");
  return `#model=crank&text=${text}${more}`;
};

/** A ball that slips while it bounces, and rolls at last. Its impacts follow from h and e. */
const ball = {
  porthos: 1,
  name: "Ball",
  parameters: { m: { value: 1, unit: "kg" }, r: { value: 0.1, unit: "m" }, g: 9.81 },
  positions: { x: { unit: "m" }, z: { start: 1, unit: "m" } },
  velocities: {
    v: { start: 1, unit: "m/s" },
    u: { unit: "m/s" },
    w: { start: -20, unit: "rad/s" },
  },
  kinematics: { x: "v", z: "u" },
  kinetic_energy: "m/2*(v^2 + u^2) + m*r^2/5*w^2",
  potential_energy: "m*g*z",
  contacts: { floor: { gap: "z - r", restitution: 0.5, friction: 0.3, slip: "v - r*w" } },
  simulation: { until: 3 },
  view: {
    bodies: [{ name: "ball", position: ["x", "z"], shapes: [{ type: "sphere", radius: "r" }] }],
    vectors: [
      {
        ...{ name: "floor", kind: "force", at: ["x", "z - r", "0"], scale: 0.02 },
        value: ["0", "multiplier(floor)", "0"],
      },
    ],
  },
};
const firstImpact = Math.sqrt((2 * 0.9) / 9.81);
/** The flights after the first impact are a geometric series. */
const rest = firstImpact * (1 + (2 * 0.5) / (1 - 0.5));

/** A block that a spring pulls over a table: it sticks up to the force 10 N of a spring of 100 N/m. */
const block = {
  porthos: 1,
  name: "Block",
  positions: { x: { unit: "m" } },
  velocities: { v: { unit: "m/s" } },
  kinematics: { x: "v" },
  kinetic_energy: "1/2*v^2",
  potential_energy: "50*(0.2*t - x)^2",
  dissipation: { table: { flow: "v", dry: "5", static: "10" } },
  simulation: { until: 2 },
};

/** Ten balls without a figure. */
const balls = Array.from({ length: 10 }, (_, index) => index + 1);
const of = (text: (ball: number) => unknown, name: string): Record<string, unknown> =>
  Object.fromEntries(balls.map((index) => [`${name}_${index}`, text(index)]));
const many = {
  porthos: 1,
  name: "Balls",
  positions: of((index) => ({ start: 0.1 * index, unit: "m" }), "z"),
  velocities: of(() => ({ unit: "m/s" }), "u"),
  kinematics: of((index) => `u_${index}`, "z"),
  kinetic_energy: balls.map((index) => `u_${index}^2/2`).join("+"),
  potential_energy: balls.map((index) => `9.81*z_${index}`).join("+"),
  contacts: of((index) => ({ gap: `z_${index}`, restitution: 0 }), "floor"),
  simulation: { until: 0.3 },
};

const seek = (page: Page, t: number): Promise<void> =>
  page.locator(".timeline input").fill(String(t));
const now = (page: Page, law = 0): Promise<string | null> =>
  page.locator(".mode-now").nth(law).textContent();

/** The number of opaque pixels of a canvas. */
const inkOf = (page: Page, canvas: string): Promise<number> =>
  page
    .locator(canvas)
    .first()
    .evaluate((drawn) => {
      if (!(drawn instanceof HTMLCanvasElement)) return NaN;
      const { width, height } = drawn;
      const data = drawn.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      let count = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 100) count++;
      return count;
    });

let visit: Visit;
beforeAll(async () => {
  visit = await open(linkTo(ball));
  expect(await settled(visit.page)).toBe("finished");
});
afterAll(() => visit.close());

test("a law has a band, its mode at the present time in words, and a summary for readers who do not see it", async () => {
  const { page } = visit;
  await expect.poll(() => now(page)).toBe("open");
  await seek(page, rest + 0.1);
  await expect.poll(() => now(page)).not.toBe("open");
  const last = await now(page);
  expect(["sticks", "slips"]).toContain(last);
  const label = (await page.locator(".mode-band").getAttribute("aria-label")) ?? "";
  const share = Number(/open for ([\d.]+) %/.exec(label)?.[1]);
  expect(Math.abs(share - (100 * rest) / 3)).toBeLessThan(1); // two digits of a percentage
  expect(await inkOf(page, ".mode-band canvas")).toBeGreaterThan(1000);
  const legend = await page.locator(".mode-legend li").allTextContents();
  expect(legend).toContain("open");
  expect(legend).toContain("contact touches or opens");
  // Pointing at the band reads it, pressing moves the time.
  const band = (await page.locator(".band-over").boundingBox())!;
  await page.mouse.move(band.x + 2, band.y + 8);
  expect(await page.locator(".mode-band .chart-cursor").innerText()).toContain("floor: open");
  await page.mouse.click(band.x + 0.5 * band.width, band.y + 8);
  expect(await timeShown(page)).toBeCloseTo(1.5, 1);
});

test("impacts are marks on the slider and in the charts, with words", async () => {
  const { page } = visit;
  expect(await inkOf(page, ".slider-marks")).toBeGreaterThan(20);
  const plot = (await page.locator(".chart-energy .u-over").boundingBox())!;
  await page.mouse.move(plot.x + (plot.width * firstImpact) / 3, plot.y + 0.5 * plot.height);
  const text = await page.locator(".chart-energy .chart-cursor").innerText();
  expect(text).toContain("floor: bounces");
  await page.mouse.move(plot.x + 0.9 * plot.width, plot.y + 0.5 * plot.height);
  expect(await page.locator(".chart-energy .chart-cursor").innerText()).not.toContain("floor");
});

test("a mode is plotted in steps over time, with words", async () => {
  const { page } = visit;
  const trace = page.locator(".column-trace");
  const vertical = trace.getByLabel(say.column, { exact: true });
  const horizontal = trace.getByLabel(say.plottedOver, { exact: true });
  const offered = await horizontal
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(offered).not.toContain("mode.floor");
  await horizontal.selectOption("x");
  await vertical.selectOption("mode.floor");
  expect(await horizontal.inputValue()).toBe("t");
  expect(await horizontal.locator("option:enabled").count()).toBe(1);
  await seek(page, 0.1);
  await expect.poll(() => trace.locator("dd").textContent()).toBe("open");
  const plot = (await trace.locator(".u-over").boundingBox())!;
  await page.mouse.move(plot.x + 0.95 * plot.width, plot.y + 0.5 * plot.height);
  const words = (await trace.locator(".chart-cursor").innerText()).split("\n");
  expect(["sticks", "slips"]).toContain(words[1]);
  await vertical.selectOption("z");
  expect(await horizontal.locator("option:enabled").count()).toBeGreaterThan(3);
});

test("the events are listed with what they change, and counted", async () => {
  const { page } = visit;
  await page.getByRole("tab", { name: "Data" }).click();
  const rows = page.locator(".event-list tbody tr");
  await rows.first().waitFor();
  const [t = "", name, effect] = await rows.first().locator("th, td").allTextContents();
  expect(Number(t)).toBeCloseTo(firstImpact, 5);
  expect([name, effect]).toEqual(["floor", "bounces"]);
  const facts = await page.locator(".ledger .measured > div").allTextContents();
  const counted = facts.find((fact) => fact.startsWith("Contacts that touch or open")) ?? "";
  expect(Number(/\d+$/.exec(counted)?.[0])).toBe(await rows.count());
  const head = await page.locator(".data thead").first().innerText();
  expect(head).toContain("mode.floor");
  expect(await violations(page)).toEqual([]);
});

test("views that look into a model show its modes of the start", async () => {
  const { page, complaints } = visit;
  const panel = (name: string) => page.getByRole("tabpanel", { name });
  await page.getByRole("tab", { name: "Structure" }).click();
  await expect
    .poll(() => panel("Structure").innerText(), { timeout: 60_000 })
    .toContain("floor: open");
  await page.getByRole("tab", { name: "Diagram" }).click();
  await panel("Diagram").locator(".box.set-valued .badge").waitFor({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Linearization" }).click();
  await expect
    .poll(() => panel("Linearization").innerText(), { timeout: 60_000 })
    .toMatch(/equilibrium/i); // of a ball in the air there is none
  await page.locator(".equations").scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.locator(".equations").textContent(), { timeout: 60_000 })
    .toContain("⊥");
  expect(complaints).toEqual([]);
});

test("many laws have thin bands together, and a model without laws has none", async () => {
  const { page, complaints, close } = await open(linkTo(many, "&t=0.2"));
  expect(await settled(page)).toBe("finished");
  // A ball from the height h lands after sqrt(2 h/g): one of ten has landed after 0.2 s.
  await expect.poll(() => page.locator(".modes-now").textContent()).toBe("9 open, 1 closed");
  const landed = balls.filter((index) => Math.sqrt((0.2 * index) / 9.81) < 0.2).length;
  expect(landed).toBe(1);
  expect(await page.locator(".mode-band").count()).toBe(1);
  await page.locator(".band-over").scrollIntoViewIfNeeded();
  const band = (await page.locator(".band-over").boundingBox())!;
  await page.mouse.move(band.x + 0.95 * band.width, band.y + 2);
  const note = page.locator(".mode-band .chart-cursor");
  expect(await note.innerText()).toContain("floor_1: closed");
  await page.mouse.move(band.x + 0.95 * band.width, band.y + band.height - 2);
  expect(await note.innerText()).toContain("floor_10: open");
  await page.evaluate("location.hash = ''");
  await page.locator("main.workbench").waitFor({ state: "detached" });
  await page.evaluate(`location.hash = "#model=crank"`);
  await settled(page);
  expect(await page.locator(".mode-bands").isVisible()).toBe(false);
  expect(complaints).toEqual([]);
  await close();
});

test("in German too; a method that cannot do it says so", async () => {
  const { page, close } = await open(linkTo(block), { locale: "de" });
  expect(await settled(page)).toBe("finished");
  await expect.poll(() => now(page)).toBe("haftet");
  await seek(page, 0.7); // after 0.5 s the spring pulls with 10 N
  await expect.poll(() => now(page)).toBe("gleitet");
  await page.getByRole("tab", { name: "Daten" }).click();
  await page.locator(".event-list tbody tr").first().waitFor();
  const [t = "", , effect] = await page
    .locator(".event-list tbody tr")
    .first()
    .locator("th, td")
    .allTextContents();
  expect(Number(t)).toBeCloseTo(0.5, 5);
  expect(effect).toBe("haftet → gleitet");
  const described = await page.locator("p.visually-hidden").allTextContents();
  expect(described.join(" ")).toMatch(/table (haftet|gleitet) am Ende, nach \d Ereignissen/);
  await page.locator("[part=method] select").first().selectOption("rk4-baumgarte");
  await page.locator(".stop-note:visible").waitFor();
  expect(await page.locator(".stop-note:visible").innerText()).toMatch(/method/);
  await close();
});
