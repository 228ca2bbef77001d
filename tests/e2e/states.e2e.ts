// Every state of the element: each has a sentence, satisfies axe in both themes, and fits into 320
// pixels.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inBuild } from "../../tools/run.mjs";
import { sliderCrank, told, usePlaces } from "./places";
import { untilSilent, violations } from "./support";

const places = usePlaces();
const { column, element, expected, script } = await sliderCrank();
const shots = inBuild("reports", "states");
mkdirSync(shots, { recursive: true });

const all = 'controls="all"';
const inline = (text: string) =>
  `<porthos-sim ${all}><script type="application/json">${text}</script></porthos-sim>`;
const escaping = JSON.stringify({
  porthos: 1,
  name: "Escape",
  positions: { x: { start: 1, unit: "m" } },
  velocities: { v: { start: 1, unit: "m/s" } },
  kinematics: { x: "v" },
  kinetic_energy: "v^2/2",
  potential_energy: "-x^4",
  simulation: { until: 10, step: 0.01, method: "gauss(2)" },
});
const noWebgl = `<script>
  const own = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.includes("webgl") ? null : own.call(this, kind, ...rest);
  };</script>`;

const status = (name: string) => (page: Page) =>
  page.locator(`.lab[data-status=${name}]`).waitFor({ timeout: 60_000 });
const says = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).first().waitFor({ timeout: 60_000 });

interface State {
  readonly name: string;
  readonly body: string;
  readonly until: (page: Page) => Promise<void>;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const states: readonly State[] = [
  {
    name: "gallery-poster",
    body: '<porthos-sim model="slider-crank" reveal="interaction"></porthos-sim>',
    until: async (page) => {
      const poster = await page.locator("[part=poster]").evaluate((e) => e.style.backgroundImage);
      expect(poster).toMatch(/posters\/slider-crank\.light\.webp/);
      const file = await page.request.get(/"(.*)"/.exec(poster)?.[1] ?? "");
      expect(file.ok()).toBe(true);
      expect((await file.body()).length).toBeLessThan(10_000);
    },
  },
  {
    name: "poster",
    body: element('reveal="interaction"'),
    until: (page) => page.getByRole("button", { name: "Start the simulation" }).waitFor(),
  },
  { name: "finished", body: element(all), until: status("finished") },
  { name: "locked", body: element(`${all} locked="crank.l1"`), until: status("finished") },
  { name: "failed-run", body: inline(escaping), until: status("failed") },
  { name: "broken-json", body: inline('{ "porthos": 1, '), until: says(/A problem at line 1/) },
  {
    name: "refused",
    body: inline('{ "porthos": 1, "positons": {}, "velocitys": {} }'),
    until: says(/2 problems in the model’s text/),
  },
  {
    name: "no-file",
    body: `<porthos-sim ${all} src="/models/nobody.json"></porthos-sim>`,
    until: says(/nobody\.json cannot be read \(404\)/),
  },
  {
    name: "no-model",
    body: `<porthos-sim ${all} model="perpetuum-mobile"></porthos-sim>`,
    until: says("There is no model “perpetuum-mobile” in the gallery."),
  },
  {
    name: "no-webgl",
    body: `${noWebgl}<porthos-sim ${all} model="heavy-top"></porthos-sim>`,
    until: says(/has no WebGL/),
  },
  {
    name: "no-network",
    body: element(all),
    until: says(/cannot be read; is there a network\?/),
    prepare: (page) => page.route(/porthos\.json/, (route) => route.abort()),
  },
  {
    name: "silent-worker",
    body: element(all),
    until: async (page) => {
      await untilSilent(page);
      await says(/does not answer/)(page);
    },
    prepare: async (page) => {
      await page.clock.install();
      await page.route(/worker-main/, (route) =>
        route.fulfill({ contentType: "text/javascript", body: "" }),
      );
    },
  },
];

test.each(states)("$name", async ({ name, body, until, prepare }) => {
  const { page, close } = await places.show(script + body, {
    viewport: { width: 320, height: 700 },
    ...(prepare ? { prepare } : {}),
  });
  await until(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(
      await violations(page, colorScheme === "light" ? "all" : "colours"),
      colorScheme,
    ).toEqual([]);
    await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`), fullPage: true });
  }
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  await close();
});

test.each([
  ["one problem", inline('{ "porthos": 1, '), "PH100", /The text is not JSON/],
  [
    "several",
    inline('{ "porthos": 1, "positons": {}, "velocitys": {} }'),
    "PH101",
    /Nothing in a text is ignored/,
  ],
])("the code of %s opens to its explanation", async (_, body, code, words) => {
  const { page, close } = await places.show(script + body, {
    viewport: { width: 320, height: 700 },
  });
  const summary = page.locator("summary", { hasText: code }).first();
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.getByText(words).first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  await page.screenshot({ path: join(shots, `explained-${code}.png`), fullPage: true });
  await close();
});

test("when the network is back, “Try again” mends it", async () => {
  let isBroken = true;
  const { page, close } = await places.show(script + element(all), {
    prepare: (page) =>
      page.route(/porthos\.json/, (route) => (isBroken ? route.abort() : route.continue())),
  });
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor({ timeout: 60_000 });
  isBroken = false;
  await again.click();
  await status("finished")(page);
  expect(await page.locator(".banner").isVisible()).toBe(false);
  const runs = await told(page, 2);
  expect(runs.at(-1)?.summary?.final[column]).toBe(expected);
  await close();
});

test("the keyboard alone reveals, plays, seeks and turns a knob", async () => {
  const { page, close } = await places.show(
    script + element('reveal="interaction" controls="transport knobs" knobs="omega_0"'),
  );
  const focused = () =>
    page.evaluate(`(() => {
      const inner = document.activeElement?.shadowRoot?.activeElement;
      return inner ? inner.getAttribute("aria-label") ?? inner.labels?.[0]?.textContent ?? inner.type : "";
    })()`) as Promise<string>;
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press("Tab");
      if (name.test(await focused())) return;
    }
    throw new Error(`no Tab leads to ${String(name)}; the last is ${await focused()}`);
  };
  await tabTo(/Start the simulation/);
  await page.keyboard.press("Enter");
  await told(page);
  await status("finished")(page);
  const sim = (what: string) =>
    page.evaluate<number>(`document.querySelector("porthos-sim").${what}`);
  await page.keyboard.press("Escape");
  await tabTo(/^Time$/);
  await page.keyboard.press("Home");
  await page.keyboard.press("PageUp");
  expect(await sim("time")).toBeGreaterThan(0);
  await tabTo(/^angular velocity of the crank at the start, /);
  await page.keyboard.press("ArrowRight");
  const runs = await told(page, 2);
  expect(runs.at(-1)?.summary?.final[column]).not.toBe(expected);
  await close();
});
