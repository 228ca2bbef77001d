// The error of a run appears wherever a run is shown, with a warning if it is too large.
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { load } from "../lib/built.js";
import { writeLink } from "../../web/src/study/link";
import { told, usePlaces } from "./places";
import { settled, usePage } from "./support";

const open = usePage();
const places = usePlaces();
const text = readFileSync(
  new URL("../../web/models/double-pendulum.porthos.json", import.meta.url),
  "utf8",
);
let percent = "";

/** In the format of the page: with two digits. */
const written = (error: number | null): string => String(Number((100 * error!).toPrecision(2)));

beforeAll(async () => {
  const model = await load(text, { isText: true });
  percent = written(model.run({ until: 12 }).accuracy.error);
  expect(Number(percent)).toBeGreaterThan(1); // the test is about a run that is off
  expect(model.run({ until: 1 }).problems).toEqual([]);
});

/** The note that is seen, of all that there are. */
const seen = (within: Locator): Locator => within.locator(".accuracy:visible");

test.each([
  ["wide", { width: 1280, height: 860 }, ".title-head"],
  ["narrow", { width: 390, height: 844 }, ".stage"],
] as const)("%s, the page has one note, with the warning", async (_, viewport, place) => {
  const { page, complaints, close } = await open("#model=double-pendulum&until=12", { viewport });
  expect(await settled(page)).toBe("finished");
  const note = seen(page.locator("main"));
  expect(await note.count()).toBe(1);
  expect(await page.locator(place).locator(".accuracy:visible").count()).toBe(1);
  expect(await note.textContent()).toContain(`about ${percent} %`);
  expect(await note.textContent()).toContain("Warning");
  await note.locator("summary").first().click();
  expect(await note.locator(".accuracy-why").innerText()).toMatch(/far smaller step/);
  expect(await page.getByRole("tab", { name: /Model text/ }).textContent()).toContain("1");
  expect(complaints).toEqual([]);
  await close();
});

test("a run that is not off has its note without a warning, and a compared one has its own", async () => {
  const { page, complaints, close } = await open("#model=double-pendulum&until=1");
  await settled(page);
  const note = seen(page.locator("main"));
  expect(await note.textContent()).not.toContain("Warning");
  expect(await note.textContent()).toMatch(/^Error of the motion: about [\d.]+( × 10⁻.)? %$/);
  await page.getByLabel("Compare with").selectOption({ label: "half the step" });
  await expect.poll(() => note.textContent()).toMatch(/Compared run: about .* %$/);
  expect(complaints).toEqual([]);
  await close();
});

test("the ledger tells that steps were in coordinates of joints", async () => {
  const model = {
    porthos: 1,
    components: {
      rod: { use: "porthos:rod" },
      hinge: { use: "porthos:revolute", between: { a: "ground", b: "rod.tail" } },
    },
    simulation: { until: 1 },
  };
  const { page, complaints, close } = await open(
    await writeLink({
      model: "own",
      text: JSON.stringify(model),
      settings: { set: {}, inputs: {} },
      time: 0,
    }),
  );
  await settled(page);
  const steps = page.locator(".measured div", { hasText: "Steps of the method" });
  expect(await steps.locator("dd").textContent()).toMatch(/^\d+, in coordinates of joints$/);
  expect(complaints).toEqual([]);
  await close();
});

test("an element and a frame have it too", async () => {
  const element = `<porthos-sim until="12" controls="transport"><script type="application/json">${text}</script></porthos-sim>`;
  const { page, close } = await places.show(
    `<script type="module" src="/dist/element.js"></script>${element}
     <iframe src="/dist/embed.html#model=double-pendulum&until=12" width="320" height="240" title="A frame"></iframe>`,
  );
  await told(page, 2);
  const frame = page.frameLocator("iframe");
  for (const sim of [page.locator("porthos-sim"), frame.locator("porthos-sim")]) {
    await expect.poll(() => seen(sim).textContent()).toContain(`about ${percent} %`);
    expect(await seen(sim).textContent()).toContain("Warning");
  }
  await close();
});

test("an address that another server refuses to show is told so", async () => {
  const address = `${places.elsewhere()}/models/crank.porthos.json`;
  const { page, close } = await places.show(
    `<iframe src="/dist/embed.html#src=${encodeURIComponent(address)}" width="640" height="480" title="A frame"></iframe>
     <iframe src="/dist/embed.html#src=${encodeURIComponent("http://127.0.0.1:9/m.json")}" width="640" height="480" title="Another"></iframe>`,
  );
  const banner = (name: string): Promise<string> =>
    page.frameLocator(`iframe[title="${name}"]`).locator(".banner").innerText();
  await expect.poll(() => banner("A frame")).toMatch(/pages of other origins read it \(CORS\)/);
  await expect.poll(() => banner("Another")).toMatch(/is there a network\?/);
  await close();
});
