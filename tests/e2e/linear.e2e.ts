// The tab Linearization: its numbers against closed forms, and the figure in the modes.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  drawn,
  goOnToLink,
  noViolations,
  settled,
  usePage,
  violations,
  violationsInBothThemes,
} from "./support";

const open = usePage();

/** Opens the tab and waits for its first text. */
async function linear(page: Page): Promise<void> {
  await settled(page);
  await page.getByRole("tab", { name: "Linearization" }).click();
  await answered(page);
}

async function answered(page: Page): Promise<void> {
  await page.locator(".linear:not([aria-busy]) .linear-status:not(:empty)").waitFor();
}

async function chooseMode(page: Page, number: number): Promise<void> {
  await page.getByRole("button", { name: `Show mode ${number}` }).click();
  await page.locator(".mode-controls:not([hidden])").waitFor();
}

/** A number as the page writes it. */
function numberIn(text: string | null): number {
  const [, mantissa = "", power = ""] =
    /^([−\d.]+)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text ?? "") ?? [];
  const digits = [...power].map((digit) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit) - 1);
  const exponent = digits.map((digit) => (digit < 0 ? "-" : digit)).join("");
  return Number(mantissa.replace("−", "-")) * 10 ** Number(exponent);
}

async function cells(page: Page, row: string): Promise<(string | null)[]> {
  return page.locator(row).evaluateAll((all) => all.map((cell) => cell.textContent));
}

/** The position of a body's centre on the screen, pixels. */
function spotOf(page: Page, body: string): Promise<{ x: number; y: number }> {
  return page.evaluate(`(async () => {
    const lab = await document.querySelector("porthos-sim").ready();
    const { bodies } = lab.experiment.trajectory.scene;
    return lab.stagePanel.stage.sight.spotOf(bodies.findIndex(({ name }) => name === ${JSON.stringify(body)}));
  })()`);
}

/** The last body of the scene. */
function lastBody(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const lab = await document.querySelector("porthos-sim").ready();
    return lab.experiment.trajectory.scene.bodies.at(-1).name;
  })()`);
}

async function setPhase(page: Page, degrees: number): Promise<void> {
  await page.getByRole("slider", { name: "Phase" }).fill(String(degrees));
  await drawn(page);
}

test("a pendulum swings with the root of g/l about the equilibrium that is found, and is loaded for it", async () => {
  const { page, complaints, close } = await open("#model=pendulum-cartesian&t=1");
  await settled(page);
  const loaded = (part: string): Promise<number> =>
    page.evaluate(
      (name) =>
        performance.getEntriesByType("resource").filter((entry) => entry.name.includes(name))
          .length,
      part,
    );
  expect([await loaded("linear-view"), await loaded("inspector")]).toEqual([0, 0]);
  await linear(page);
  expect(await loaded("linear-view")).toBeGreaterThan(0);
  const [, rate, frequency, damping, most] = await cells(page, ".modes tbody tr td");
  expect([rate, damping, most]).toEqual(["0", "0", "x"]);
  expect(numberIn(frequency ?? "")).toBeCloseTo(Math.sqrt(9.81) / (2 * Math.PI), 4);
  expect(await page.locator(".linear-status").textContent()).toBe(
    "Stable: the energy has a minimum there.",
  );
  expect(await cells(page, ".linear details[open] tbody tr td:nth-of-type(1)")).toEqual([
    "0 m",
    "−1 m",
    "0 m/s",
    "0 m/s",
  ]);
  const points = await page
    .locator(".eigenvalue")
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute("data-im"))));
  expect(points).toHaveLength(2);
  expect(points[0]).toBeCloseTo(Math.sqrt(9.81), 9);
  expect(points[1]).toBeCloseTo(-Math.sqrt(9.81), 9);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("the response of an oscillator is that of its mass and its spring, to a state as well", async () => {
  const [k, m] = [9, 1.5];
  const { page, complaints, close } = await open(`#model=oscillator-boxes&set=pe.k:${k}`);
  await linear(page);
  const check = async (form: (omega: number) => number, angles: readonly number[]) => {
    const rows = page.locator(".response details tbody tr");
    const table = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    expect(table.length).toBeGreaterThan(10);
    for (const [omega, size, phase] of table) {
      const expected = Math.abs(form(numberIn(omega ?? "")));
      // At the resonance five digits of the frequency are too few for as many of the size.
      const near = Math.abs(numberIn(omega ?? "") ** 2 * (m / k) - 1);
      expect(Math.abs(numberIn(size ?? "") / expected - 1)).toBeLessThan(1e-4 + 1e-4 / near);
      expect(angles).toContain(Math.abs(numberIn(phase ?? "")));
    }
  };
  await page.getByText("Frequency response as a table", { exact: true }).click();
  await check((omega) => omega / (k - m * omega ** 2), [90]); // velocity over force
  await page.getByLabel("to", { exact: true }).selectOption("pe.q");
  await page.getByText("Magnitude, m/N").waitFor();
  await page.getByText("Frequency response as a table", { exact: true }).click();
  await check((omega) => 1 / (k - m * omega ** 2), [0, 180]);
  expect(await page.locator(".bode canvas").count()).toBe(2);
  await page.locator(".bode-magnitude").hover();
  expect(await page.locator(".linear .reading").textContent()).toMatch(/^ω = [\d.]+ rad\/s/);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("a mode moves the bodies to both sides, and the figure comes back to its run", async () => {
  const { page, complaints, close } = await open("#model=pendulum-cartesian&t=1");
  await linear(page);
  const bob = await lastBody(page);
  await drawn(page);
  const before = await spotOf(page, bob);
  await chooseMode(page, 1);
  const play = page.locator(".mode-controls").getByRole("button", { name: "Play" });
  await play.waitFor(); // reduced motion: nothing moves automatically
  const places = [];
  for (const phase of [0, 90, 180, 270]) {
    await setPhase(page, phase);
    places.push(await spotOf(page, bob));
  }
  const [right, middle, left, back] = places.map(({ x }) => x) as [number, number, number, number];
  expect(right - middle).toBeGreaterThan(20);
  expect(left - middle).toBeCloseTo(middle - right, 0);
  expect(back).toBeCloseTo(middle, 1);
  const lengths = places.map(({ y }) => y);
  expect(Math.abs(lengths[0]! - lengths[2]!)).toBeLessThan(1); // on its circle
  expect(lengths[1]! - lengths[0]!).toBeGreaterThan(1);
  expect(await page.locator(".mode-player [role=status]").textContent()).toBe(
    "Shown in real time. x changes by 0.22 m at most; all poses meet the constraints.",
  );
  expect(await violations(page)).toEqual([]);
  await page.locator(".mode-controls").getByRole("button", { name: "Back to the run" }).click();
  await page.locator(".figure-caption").waitFor({ state: "detached" });
  await drawn(page);
  const after = await spotOf(page, bob);
  expect(after.x).toBeCloseTo(before.x, 1);
  expect(after.y).toBeCloseTo(before.y, 1);
  expect(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "the focus is back",
  ).toBe("Show mode 1");
  expect(complaints).toEqual([]);
  await close();
});

test("a mode plays by itself where motion is not reduced, and the run takes the figure back", async () => {
  const { page, close } = await open("#model=pendulum-cartesian&t=1", {
    reducedMotion: "no-preference",
  });
  await linear(page);
  const bob = await lastBody(page);
  await chooseMode(page, 1);
  await page.locator(".mode-controls").getByRole("button", { name: "Pause" }).waitFor();
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        seen.add(Math.round((await spotOf(page, bob)).x));
        return seen.size;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(3);
  await page.getByRole("group", { name: "Playback" }).getByRole("button", { name: "Play" }).click();
  await page.locator(".mode-player").waitFor({ state: "hidden" });
  expect(await page.locator(".figure-caption").count()).toBe(0);
  expect(await page.locator(".eigenvalue.is-chosen").count()).toBe(0);
  await close();
});

test("modes of a bicycle, which is nonholonomic, are chosen by the keys and in the plane", async () => {
  const { page, complaints, close } = await open("#model=bicycle");
  await linear(page);
  expect(await page.locator(".linear-status").textContent()).toContain("Unstable");
  expect(await page.locator(".eigenvalue").count()).toBe(4);
  expect(await page.locator(".eigenvalues").getAttribute("aria-label")).toContain("5.531");
  await page.locator(".linear-head select").focus();
  await page.locator(".linear-head select").selectOption("steady");
  await answered(page);
  await page.getByText("steady: the linear system does not change along it").waitFor();
  const show = page.getByRole("button", { name: "Show mode 1" });
  await show.focus();
  await page.keyboard.press("Enter");
  await page.locator(".mode-controls:not([hidden])").waitFor();
  expect(await show.getAttribute("aria-pressed")).toBe("true");
  const phase = page.getByRole("slider", { name: "Phase" });
  await phase.focus();
  await page.keyboard.press("ArrowRight");
  expect(await phase.getAttribute("aria-valuetext")).toBe("1 degrees");
  await show.focus();
  await page.keyboard.press("Enter");
  await page.locator(".mode-player").waitFor({ state: "hidden" });
  await page.locator('.eigenvalue[data-mode="1"]').first().click();
  await page.locator(".mode-controls:not([hidden])").waitFor();
  expect(await page.locator(".figure-caption").textContent()).toContain("Mode 2");
  await page.getByRole("tab", { name: "Data" }).click();
  expect(await page.locator(".figure-caption").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("what has no equilibrium says so, and is linear beside its steady motion or the state itself", async () => {
  const { page, close } = await open("#model=dc-motor&t=1");
  await linear(page);
  expect(await page.locator(".linear-status").textContent()).toContain(
    "No equilibrium was found near this state (the force on I is left). The results are about the steady motion near the state.",
  );
  expect(await page.locator(".eigenvalue").count()).toBe(2);
  await goOnToLink(page, "#model=bouncing-ball");
  await linear(page);
  expect(await page.locator(".linear-status").textContent()).toContain(
    "No steady motion was found near this state",
  );
  await page.getByText("All eigenvalues are zero, so there is no mode.").waitFor();
  await page.getByText("This model has no inputs, so it has no frequency response.").waitFor();
  await close();
});

test("a parameter changes what is reported, and a mode that is shown ends with it", async () => {
  const { page, close } = await open("#model=pendulum-cartesian");
  await linear(page);
  await chooseMode(page, 1);
  const before = await page.locator(".modes tbody td").nth(2).textContent();
  const knob = page.locator('.control[data-symbol="l"] input[type=range]').first();
  await knob.focus();
  await page.keyboard.press("PageUp");
  await expect
    .poll(() => page.locator(".modes tbody td").nth(2).textContent(), { timeout: 30_000 })
    .not.toBe(before);
  expect(await page.locator(".figure-caption").count()).toBe(0);
  expect(await page.locator(".mode-player").isHidden()).toBe(true);
  await close();
});

test("a model that is too large is refused with the sentence of the engine", async () => {
  const { page, close } = await open("#model=pendulum-cartesian");
  await linear(page);
  const names = Array.from({ length: 310 }, (_, k) => k);
  const list = (value: (k: number) => string | number, letter: string): object =>
    Object.fromEntries(names.map((k) => [`${letter}${k}`, value(k)]));
  const text = JSON.stringify({
    porthos: 1,
    name: "many",
    positions: list(() => 1, "q"),
    velocities: list(() => 0, "v"),
    kinematics: list((k) => `v${k}`, "q"),
    kinetic_energy: names.map((k) => `v${k}^2/2`).join(" + "),
    potential_energy: names.map((k) => `q${k}^2/2`).join(" + "),
    simulation: { until: 0.01, step: 0.01 },
  });
  await page.evaluate(`(async () => {
    const lab = await document.querySelector("porthos-sim").ready();
    await lab.experiment.load(${JSON.stringify(text)});
  })()`);
  await page.locator(".linear .problems", { hasText: "PH105" }).waitFor({ timeout: 60_000 });
  expect(await page.locator(".linear-status").textContent()).toBe(
    "The model could not be linearized.",
  );
  expect(await page.locator(".modes").isVisible()).toBe(false);
  await close();
});

test("axe has no objection to modes, responses and matrices, light and dark", async () => {
  const { page, close } = await open("#model=dc-motor&t=1");
  await linear(page);
  await chooseMode(page, 1);
  for (const details of await page.locator(".linear details").all())
    await details.evaluate((one) => ((one as HTMLDetailsElement).open = true));
  expect(await page.locator(".matrices table").count()).toBe(4);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await close();
});

test("on a phone the figure stays in sight of its modes, and nothing is wider than the page", async () => {
  const { page, close } = await open("#model=pendulum-cartesian&t=1", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await linear(page);
  await page.getByRole("button", { name: "Show mode 1" }).scrollIntoViewIfNeeded();
  await chooseMode(page, 1);
  const figure = await page.locator(".stage").boundingBox();
  expect(figure && figure.y > -1 && figure.y + figure.height < 844).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  const small = await page
    .locator(".linear button, .linear select, .linear summary")
    .evaluateAll((all) =>
      all
        .filter((one) => one.getClientRects().length > 0)
        .filter((one) => one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 80)),
    );
  expect(small).toEqual([]);
  await page.getByRole("tab", { name: "About" }).click();
  await page.locator(".traces").waitFor();
  await close();
});
