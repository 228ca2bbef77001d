// Prose that points, and tasks that set, run and check: on the page, in an element and in a frame.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { drawNumbers } from "../../web/src/prose/own-numbers";
import { load } from "../lib/built";
import { sliderCrank, told, usePlaces } from "./places";
import { settled, usePage, violations } from "./support";

const open = usePage();
const places = usePlaces();
const { column, expected, folder, link, script } = await sliderCrank();

const tasks = (more = "") => `
  <script type="text/markdown">
    # A page

    Not a task, and not to be seen.

    ## Try it

    1. Turn [the crank](part:crank) by [its speed](symbol:omega_0). <b>No</b> [HTML](javascript:alert(1)).

       \`\`\`task
       set: omega_0: 5
       until: 1
       watch: ${column}
       ask: Where is the crank after 1 s?
       number: ${expected.toFixed(3)} within 0.01 rad
       right: So it is.
       wrong: Look at the end of the trace.
       \`\`\`
    ${more}
  </script>`;
const element = (more = "") =>
  `<porthos-sim src="/models/slider-crank.porthos.json" until="1" controls="transport traces knobs tasks">${tasks(more)}</porthos-sim>`;

const answer = async (page: Page, words: string): Promise<string> => {
  await page.getByLabel("Where is the crank after 1 s?").fill(words);
  await page.getByRole("button", { name: "Check" }).first().click();
  return (await page.locator(".task-verdict").first().textContent()) ?? "";
};

const values = (page: Page) =>
  page.evaluate<Record<string, number>>(`(async () => {
    const sim = document.querySelector("porthos-sim");
    await sim.seek(1);
    return (await sim.snapshot()).values;
  })()`);

test("a task of a page of one's own sets the knobs, takes the right number and refuses a wrong one", async () => {
  const { page, complaints, close } = await places.show(
    `${script}${element()}
     <script>addEventListener("task", ({ detail }) => (window.tasks ??= []).push(detail), true);</script>`,
  );
  await told(page);
  expect((await values(page))[column]).not.toBe(expected);
  await page.getByRole("button", { name: "Set parameters and run" }).click();
  await told(page, 2);
  expect((await values(page))[column]).toBe(expected);
  expect(await page.getByLabel("Column to plot").inputValue()).toBe(column);
  expect(await answer(page, String(expected + 0.02))).toBe(
    "Not yet. Look at the end of the trace.",
  );
  // Neither is an answer, so neither is counted.
  expect(await answer(page, "fast")).toMatch(/^The answer is a number/);
  expect(await answer(page, "2 kg")).toMatch(/^Give the answer in rad/);
  expect(await answer(page, expected.toFixed(3).replace(".", ","))).toBe("✓ Right. So it is.");
  const value = Number(expected.toFixed(3));
  const given = { task: 1, kind: "number", points: 1 };
  expect(await page.evaluate("window.tasks")).toEqual([
    {
      ...given,
      right: false,
      attempts: 1,
      answer: String(expected + 0.02),
      value: expected + 0.02,
    },
    { ...given, right: true, attempts: 2, answer: expected.toFixed(3).replace(".", ","), value },
  ]);
  expect(await page.evaluate("document.querySelector('porthos-sim').progress")).toMatchObject({
    settings: { set: { omega_0: 5 }, until: 1 },
    tasks: [{ task: 1, attempts: 2, right: true }],
    score: { earned: 1, possible: 1, scaled: 1, answered: 1, tasks: 1 },
  });
  const panel = page.locator(".tasks");
  expect(await panel.textContent()).not.toContain("not to be seen");
  expect(await panel.textContent()).toContain("<b>No</b> HTML");
  expect(await panel.locator("a, b").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("choices and states to reach are checked as well, and what is wrong in a task is said", async () => {
  const block = (text: string) =>
    `\n\n    1. x\n\n       \`\`\`task\n       ${text}\n       \`\`\`\n`;
  const { page, close } = await places.show(
    script +
      element(
        block("ask: Which?\n       choice: one | * two") +
          block("reach: crank.omega1 > 9 rad/s") +
          block("set: omega_0 5"),
      ),
  );
  await told(page);
  const [, choice, state] = await page.locator(".task-verdict").all();
  await page.getByRole("radio", { name: "one" }).check();
  await page.getByRole("button", { name: "Check" }).nth(1).click();
  expect(await choice?.textContent()).toBe("Not yet.");
  await page.getByRole("radio", { name: "two" }).check();
  await page.getByRole("button", { name: "Check" }).nth(1).click();
  expect(await choice?.textContent()).toBe("✓ Right.");
  expect(await state?.textContent()).toBe("");
  expect(await page.locator(".task-best").textContent()).toMatch(/Best in this run: 8\.359 rad/);
  await page.evaluate("document.querySelector('porthos-sim').set({ omega_0: 9.5 })");
  await told(page, 2);
  await expect.poll(() => state?.textContent()).toBe("✓ Right.");
  expect(await page.locator(".task.complaint").textContent()).toMatch(/“set: omega_0 5” is not/);
  await close();
});

test("a frame has the tasks of the gallery's page, and tells of answers", async () => {
  const frame = `<iframe title="Crank" width="640" height="900" sandbox="allow-scripts"
    src="/web/embed.html#${link}&controls=transport,traces,tasks"></iframe>`;
  const { page, close } = await places.show(
    `${frame}<script>addEventListener("message", ({ data }) => {
      if (data.event === "task") window.task = data.detail;
    });</script>`,
  );
  await told(page);
  const inside = page.frameLocator("iframe");
  await inside.getByRole("radio", { name: "never" }).check();
  await inside.getByRole("button", { name: "Check" }).nth(1).click();
  await expect.poll(() => page.evaluate("window.task")).toMatchObject({ task: 2, right: false });
  await close();
});

const ownTask = `
  <script type="text/markdown">
    \`\`\`task
    own: omega_0: 3 to 7 by 0.5
    until: 1
    ask: How far does the crank turn from {omega_0}?
    number: end(${column}) - start(${column}) within 1 % rad
    \`\`\`
  </script>`;
const ownElement = (attributes: string) =>
  `<porthos-sim src="/models/slider-crank.porthos.json" until="3" controls="transport knobs tasks"
    ${attributes}>${ownTask}</porthos-sim>`;

/** The angle that the crank turns in 1 s, computed in Node. */
async function turned(omega: number): Promise<number> {
  const read = (name: string) => readFileSync(join(folder, `${name}.porthos.json`), "utf8");
  const files = Object.fromEntries(
    ["crank", "rod-slider"].map((name) => [`${name}.porthos.json`, read(name)]),
  );
  const model = await load(read("slider-crank"), { files });
  const phi = model.run({ until: 1, set: { omega_0: omega } }).column(column);
  return (phi.at(-1) ?? NaN) - (phi[0] ?? NaN);
}

test("each reader has numbers of their own, and the engine computes the right answer", async () => {
  const shown: number[] = [];
  for (const seed of ["ada", "emmy", "grete"]) {
    const { page, complaints, close } = await places.show(script + ownElement(`seed="${seed}"`));
    await told(page);
    const asked = await page.locator(".task-question label").textContent();
    const [, own = ""] = /from (\S+) rad\/s\?$/.exec(asked ?? "") ?? [];
    const { omega_0: drawn } = drawNumbers([{ name: "omega_0", from: 3, to: 7, by: 0.5 }], seed, 1);
    expect(Number(own)).toBe(drawn);
    shown.push(Number(own));
    const right = await turned(Number(own));
    const field = page.getByLabel(/How far does the crank turn/);
    const check = page.getByRole("button", { name: "Check" });
    const verdict = page.locator(".task-verdict");
    // The reader's knobs do not matter.
    await field.fill(String(1.02 * right));
    await check.click();
    await expect.poll(() => verdict.textContent()).toBe("Not yet.");
    await field.fill(`${(right * 180) / Math.PI} rad`);
    await check.click();
    await expect.poll(() => verdict.textContent()).toMatch(/between degrees and radians/);
    await field.fill(`${(right * 180) / Math.PI}°`);
    await check.click();
    await expect.poll(() => verdict.textContent()).toBe("✓ Right.");
    await page.getByRole("button", { name: "Set parameters and run" }).click();
    await told(page, 2);
    expect((await values(page))[column]).toBeCloseTo(right + 0.5, 9);
    expect(complaints).toEqual([]);
    await close();
  }
  expect(new Set(shown).size).toBeGreaterThan(1);
});

test("without a course system the reader names themselves, and another name begins anew", async () => {
  const { page, close } = await places.show(script + ownElement(""));
  await told(page);
  const label = page.locator(".task-question label");
  const name = page.getByLabel("Your name or number");
  await name.fill("ada");
  await name.press("Enter");
  const ofAda = await label.textContent();
  await page.getByLabel(/How far/).fill("0");
  await page.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => page.locator(".task-verdict").textContent()).toBe("Not yet.");
  const progress = () =>
    page.evaluate<{ seed: string; tasks: unknown[] }>(
      "document.querySelector('porthos-sim').progress",
    );
  expect(await progress()).toMatchObject({ seed: "ada", tasks: [{ attempts: 1 }] });
  await name.fill("emmy");
  await name.press("Enter");
  expect(await label.textContent()).not.toBe(ofAda);
  expect(await progress()).toMatchObject({ seed: "emmy", tasks: [] });
  await page.evaluate(
    "document.querySelector('porthos-sim').progress = { seed: 'ada', tasks: [{ task: 1, attempts: 2, right: true, answer: '1' }] }",
  );
  expect(await label.textContent()).toBe(ofAda);
  expect(await page.locator(".task-verdict").textContent()).toBe("✓ Right.");
  expect(await violations(page)).toEqual([]);
  await close();
});

/** Share of the figure's pixels that are as they were. */
const picture = (page: Page) =>
  page.evaluate<string>(
    `document.querySelector("porthos-sim").snapshot({ picture: true }).then((s) => s.picture)`,
  );

test("words of the page light up the part, the knob and the trace that they name", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=3&t=2");
  await settled(page);
  const rod = page.locator(".prose [data-part='rod.slider']").first();
  await rod.scrollIntoViewIfNeeded();
  const before = await picture(page);
  await rod.focus();
  const lit = await picture(page);
  expect(lit).not.toBe(before);
  const color = await rod.evaluate((word) => getComputedStyle(word).borderBottomColor);
  expect(color, "that of the role `second`").toBe("rgb(217, 176, 108)");
  const knob = page.locator(".control[data-symbol=omega_0]");
  await page.locator(".prose [data-symbol=omega_0]").focus();
  expect(await picture(page)).toBe(before);
  expect(await knob.getAttribute("class")).toContain("is-lit");
  const energy = page.locator(".prose [data-symbol='energy.stored']").first();
  await energy.press("Enter");
  expect(await page.getByLabel("Column to plot").inputValue()).toBe("energy.stored");
  expect(await energy.evaluate((word) => getComputedStyle(word).borderBottomColor)).toBe(
    "rgb(31, 34, 38)",
  );
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
