// The task editor: a teacher writes tasks on the page, and students find them in link, frame, offline file
// and course package. Questions for an order and for a prediction, hints, replies, and locked knobs.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { writeLink } from "../../web/src/study/link";
import { usePlaces } from "./places";
import { noViolations, patience, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();
const places = usePlaces();
const folder = mkdtempSync(join(tmpdir(), "porthos-authoring-"));
afterAll(() => rmSync(folder, { recursive: true }));

const editor = (page: Page): Locator => page.locator(".task-editor");

async function openEditor(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /Edit tasks|Aufgaben bearbeiten/ }).click();
  await page.locator(".task-tabs").waitFor();
}

/** Adds a task with a number that the engine computes, and numbers of each student. */
async function addNumber(page: Page): Promise<void> {
  const form = editor(page);
  await form.getByRole("button", { name: "Add a task" }).click();
  await form.getByLabel("Question", { exact: true }).fill("How fast is the crank with {I_1A}?");
  await form.getByLabel("Value of the run").selectOption("max");
  await form.getByLabel("Quantity").first().selectOption("omega1");
  await form.getByRole("button", { name: "Use it as the answer" }).click();
  expect(await form.getByLabel("Quantity").first().inputValue()).toBe("omega1");
  await form.getByLabel("Tolerance ±").fill("1");
  const inertia = form.getByRole("group", { name: /^I/ });
  await form.getByText(/^Parameters may have an own number .* Then \{\w+\}/).waitFor();
  const unknown = form.getByText(/^\{I_1A\} stays as it is: no parameter has an own number/);
  await unknown.waitFor();
  await inertia.getByLabel("own number").check();
  await form.getByText("Write {I_1A} to insert the student’s own number with its unit.").waitFor();
  await unknown.waitFor({ state: "hidden" });
  const box = form.getByRole("group", { name: /^I/ }).getByLabel("own number");
  expect(await box.evaluate((one) => one === document.activeElement), "focus stays").toBe(true);
  await form
    .getByRole("group", { name: /^I/ })
    .getByLabel(/What students may do/)
    .selectOption("lock");
  await form.getByRole("button", { name: "Add a reply" }).click();
  await form.getByLabel("Wrong answer 1", { exact: true }).fill("2*max(omega1)");
  await form.getByLabel("Reply 1", { exact: true }).fill("You forgot to halve.");
  await form.getByLabel("Hints").fill("Look at the trace.\nRead its top.");
  await form.getByLabel("Points").fill("2");
}

async function addOrder(page: Page): Promise<void> {
  const form = editor(page);
  await form.getByRole("button", { name: "Add a task" }).click();
  await form.getByLabel("Question", { exact: true }).fill("Which comes first?");
  await form.getByLabel("Answer", { exact: true }).selectOption("order");
  await form.getByLabel("Things in the right order").fill("one\ntwo\nthree");
}

/** Brings the things into this order by the buttons. */
async function sort(task: Locator, items: readonly string[]): Promise<void> {
  for (const item of [...items].reverse())
    for (let step = 0; step < items.length; step++)
      await task.getByRole("button", { name: `Move up: ${item}` }).press("Enter");
}

const expectedSpeed = async (page: Page): Promise<number> => {
  await expect
    .poll(() => page.locator(".task-preview > [role=status]").textContent())
    .toMatch(/^Right answer: \S+ ±/);
  const text = await page.locator(".task-preview > [role=status]").textContent();
  return Number(/^Right answer: (\S+)/.exec(text ?? "")?.[1]);
};

test("a teacher writes tasks with own numbers, replies and hints, and tries them", async () => {
  const { page, complaints, close } = await open("#model=crank&until=2");
  await settled(page);
  expect(await page.getByRole("button", { name: "Tasks", exact: true }).isVisible()).toBe(false);
  await openEditor(page);
  expect(await page.locator(".task-preview").isVisible()).toBe(false);
  await addNumber(page);
  // The preview judges as a student's page does.
  const right = await expectedSpeed(page);
  const preview = page.locator(".task-preview .task");
  await preview.getByText("2 points").waitFor(); // the last change is in it
  const field = preview.getByRole("textbox");
  await field.fill(String(2 * right));
  await preview.getByRole("button", { name: "Check" }).click();
  await expect
    .poll(() => preview.locator(".task-verdict").textContent())
    .toBe("Not yet. You forgot to halve.");
  await preview.getByRole("button", { name: "Hint 1 of 2" }).click();
  await preview.getByRole("button", { name: "Hint 2 of 2" }).click();
  expect(await preview.locator(".task-hints li").allTextContents()).toEqual([
    "Look at the trace.",
    "Read its top.",
  ]);
  await field.fill(String(right));
  await preview.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => preview.locator(".task-verdict").textContent()).toBe("✓ Right.");
  await addOrder(page);
  await expect.poll(() => page.url()).toContain("&tasks=");
  expect(await violationsInBothThemes(page)).toEqual(noViolations);

  // The page as students see it.
  await page.getByRole("button", { name: "Show as students see it" }).click();
  expect(await page.locator(".tasks-head h2").textContent()).toBe("Task 2 of 2");
  const second = page.locator(".tasks .task").nth(1);
  await sort(second, ["one", "two", "three"]);
  await second.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => second.locator(".task-verdict").textContent()).toBe("✓ Right.");
  await page.getByRole("button", { name: "Previous task" }).click();
  expect(await page.locator(".control.locked[data-symbol=I_1A]").count()).toBe(1);
  await page.getByRole("button", { name: "Next task" }).click();
  expect(await page.locator(".control.locked").count()).toBe(0);

  expect(complaints).toEqual([]);
  await close();
});

/** Tasks as the editor writes them. */
const written = `## Tasks

\`\`\`task
own: I_1A: 0.03 to 0.07 by 0.01
ask: How fast is the crank with {I_1A}?
number: max(omega1) within 1 % rad/s
mistake: 2*max(omega1) => You forgot to halve.
\`\`\`

\`\`\`task
ask: Which comes first?
order: one | two | three
\`\`\`
`;

test("the address alone brings tasks back, also in a frame; file and package hide the solutions", async () => {
  const settings = { set: {}, inputs: {}, until: 1 };
  const hash = await writeLink({ model: "crank", settings, time: 0, page: written });
  const { page, complaints, close } = await open(hash);
  await settled(page);
  const file = await saved(page, /Offline web page/, "tasks.html");
  const text = file.toString();
  for (const secret of ["You forgot to halve", "one | two | three"])
    expect(text).not.toContain(secret);
  const course = unzipSync(await saved(page, /SCORM 1\.2/, "course.zip"));
  for (const [name, bytes] of Object.entries(course))
    if (name.endsWith(".html")) expect(strFromU8(bytes)).not.toContain("You forgot to halve");
  await page.getByRole("button", { name: "Tasks", exact: true }).click();
  expect(await page.locator(".tasks .task").count()).toBe(2);
  expect(complaints).toEqual([]);
  await close();
  const frame = await places.show(
    `<iframe title="Tasks" width="900" height="900" sandbox="allow-scripts"
      src="/web/embed.html${hash.replaceAll("&", "&amp;")}&amp;controls=transport,knobs,tasks&amp;seed=ada"></iframe>`,
  );
  const inside = frame.page.frameLocator("iframe");
  await inside.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
  expect(await inside.locator(".tasks .task").count()).toBe(2);
  await sort(inside.locator(".tasks .task").nth(1), ["one", "two", "three"]);
  await inside.locator(".tasks .task").nth(1).getByRole("button", { name: "Check" }).click();
  await expect.poll(() => inside.locator(".task-verdict").nth(1).textContent()).toBe("✓ Right.");
  await frame.close();
  const offline = await places.openFile(join(folder, "tasks.html"));
  await offline.page.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
  expect(await offline.page.locator(".tasks .task").count()).toBe(2);
  expect(offline.complaints).toEqual([]);
  await offline.close();
});

async function saved(page: Page, item: RegExp, name: string): Promise<Buffer> {
  const download = page.waitForEvent("download", { timeout: 60_000 });
  await page.getByRole("button", { name: /^Sav|^File saved/ }).click();
  await page.getByRole("button", { name: item }).click();
  const path = join(folder, name);
  await (await download).saveAs(path); // the browser is another process's
  return readFileSync(path);
}

test("tasks are moved, removed and taken back, by keyboard, in German", async () => {
  const { page, complaints, close } = await open("#model=crank&until=1", { locale: "de-DE" });
  await settled(page);
  await openEditor(page);
  const form = editor(page);
  const add = form.getByRole("button", { name: "Neue Aufgabe" });
  for (const ask of ["Erste?", "Zweite?"]) {
    await add.press("Enter");
    const field = form.getByLabel("Frage", { exact: true });
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill(ask);
  }
  const asked = () => form.getByLabel("Frage", { exact: true }).inputValue();
  await form.getByRole("button", { name: "Aufgabe nach oben" }).press("Enter");
  expect(await asked()).toBe("Zweite?");
  const first = form.getByRole("button", { name: "Aufgabe 1", exact: true });
  expect(await first.getAttribute("aria-pressed")).toBe("true");
  await form.getByRole("button", { name: "Aufgabe löschen" }).press("Enter");
  expect(await asked()).toBe("Erste?");
  await form.getByRole("button", { name: "Rückgängig" }).press("Enter");
  expect(await asked()).toBe("Zweite?");
  await form.getByLabel("Antwort", { exact: true }).selectOption("choice");
  await form.getByLabel("Antwort 2", { exact: true }).fill("nie");
  await form.getByLabel("Antwort 2 ist richtig").check();
  await form.getByText("Die Seite als Markdown").click();
  const source = form.getByLabel("Die Seite als Markdown");
  await expect.poll(() => source.inputValue()).toContain("choice: die richtige | * nie");
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

const prediction = `
  <script type="text/markdown">
    \`\`\`task
    predict: omega1 within 90 %
    set: I_1A: 0.1
    until: 2
    hide: *
    \`\`\`
  </script>`;

test("a curve is sketched by pointer or keys before the run is shown, and judged by its deviation", async () => {
  const body = `<script type="module" src="/dist/element.js"></script>
    <porthos-sim model="crank" until="2" controls="transport traces knobs tasks">${prediction}</porthos-sim>
    <script>addEventListener("task", ({ detail }) => (window.tasks ??= []).push(detail), true);</script>`;
  const { page, complaints, close } = await places.show(body, { hasTouch: true });
  await page.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
  const sketch = page.getByRole("slider", { name: /^Your sketch of/ });
  await sketch.waitFor();
  expect(await page.locator(".chart").first().isVisible(), "the traces would tell").toBe(false);
  expect(await page.locator("[part=knobs] .control").count()).toBe(0);
  const compare = page.getByRole("button", { name: "Compare with the run" });
  const verdict = page.locator(".task-verdict");
  await compare.click();
  expect(await verdict.textContent()).toBe("Sketch the curve over the whole time first.");
  // A flat line at zero, by the pointer: omega1 is 2 rad/s.
  await sketch.scrollIntoViewIfNeeded();
  const box = (await sketch.boundingBox())!;
  const place = (share: number, level: number): readonly [number, number] => [
    box.x + (box.width * (44 + share * 266)) / 320,
    box.y + (box.height * (22 + level * 124)) / 170,
  ];
  await page.mouse.move(...place(0, 1));
  await page.mouse.down();
  await page.mouse.move(...place(0.5, 1), { steps: 4 });
  await page.mouse.move(...place(1, 1), { steps: 4 });
  await page.mouse.up();
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await compare.click();
  expect(await verdict.textContent()).toMatch(/^Not yet\. The sketch is off by \d+ % of the range/);
  await expect.poll(() => page.locator(".chart").first().isVisible()).toBe(true);
  // By keys, a flat line at the height of the curve, which rises from 2 to 3 rad/s.
  await page.getByRole("button", { name: "Clear the sketch" }).click();
  await sketch.focus();
  const valueNow = async () => Number(await sketch.getAttribute("aria-valuenow"));
  while ((await valueNow()) < 2.4) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  expect(await sketch.getAttribute("aria-valuetext")).toMatch(/^t = 2 s: \S+ radians per second/);
  await compare.click();
  await expect.poll(() => verdict.textContent()).toMatch(/^✓ Right\. The sketch is off by \d+ %/);
  expect(await page.evaluate("window.tasks")).toMatchObject([
    { kind: "prediction", right: false, attempts: 1 },
    { kind: "prediction", right: true, attempts: 2 },
  ]);
  expect(complaints).toEqual([]);
  await close();
});
