// Tasks at a desk: figure, question, answer and knobs are wholly in view together, in all carriers and at
// the sizes of a phone, a small window, a laptop and a desktop. Working on a task moves none of them away.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBuild } from "../../tools/run.mjs";
import { folders, usePlaces } from "./places";
import {
  noViolations,
  patience,
  pictures,
  settled,
  usePage,
  violationsInBothThemes,
} from "./support";

const open = usePage();
const places = usePlaces();
const folder = mkdtempSync(join(tmpdir(), "porthos-desk-"));
afterAll(() => rmSync(folder, { recursive: true }));
const controls = "transport traces knobs tasks";
const script = '<script type="module" src="/dist/element.js"></script>';

beforeAll(() => {
  const porthos = (...words: string[]): void => {
    execFileSync("node", [join(inBuild("dist"), "cli.js"), ...words]);
  };
  const model = join(folders["models"] ?? "", "slider-crank.porthos.json");
  const page = model.replace(".porthos.json", ".md");
  const file = join(folder, "file.html");
  porthos("html", model, "--until", "1", "--page", page, "--controls", controls, "-o", file);
  porthos("scorm", model, "--until", "1", "-o", join(folder, "course.zip"));
  folders["desk"] = join(folder, "course");
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(folder, "course.zip"))))) {
    mkdirSync(dirname(join(folder, "course", name)), { recursive: true });
    writeFileSync(join(folder, "course", name), bytes);
  }
});

type Viewport = { readonly width: number; readonly height: number };
type Shown = { page: Page; inside: Page | FrameLocator; close(): Promise<void> };

const carriers: Readonly<Record<string, (viewport: Viewport) => Promise<Shown>>> = {
  async page(viewport) {
    const { page, close } = await open("#model=slider-crank&until=1", { viewport });
    await settled(page);
    await page.getByRole("button", { name: "Tasks", exact: true }).click();
    return { page, inside: page, close };
  },
  async element(viewport) {
    const sim = `<porthos-sim model="slider-crank" until="1" controls="${controls}"></porthos-sim>`;
    const css = "<style>body { margin: 0 } main > h1 { display: none }</style>";
    const { page, close } = await places.show(script + css + sim, { viewport });
    return { page, inside: page, close };
  },
  async frame(viewport) {
    const at = `/web/embed.html#model=slider-crank&until=1&controls=${controls.replaceAll(" ", ",")}`;
    const css =
      "<style>body { margin: 0 } main > h1 { display: none } iframe { display: block; border: 0 }</style>";
    const frame = `<iframe title="Crank" src="${at}" style="width: 100vw; height: 100dvh"></iframe>`;
    const { page, close } = await places.show(css + frame, { viewport });
    return { page, inside: page.frameLocator("iframe"), close };
  },
  async file(viewport) {
    const { page, close } = await places.openFile(join(folder, "file.html"));
    await page.setViewportSize(viewport);
    return { page, inside: page, close };
  },
  async package(viewport) {
    const { page, close } = await places.openApp("/desk/page-1.html");
    await page.setViewportSize(viewport);
    return { page, inside: page, close };
  },
};

const sizes: readonly Viewport[] = [
  { width: 360, height: 740 },
  { width: 480, height: 700 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
];

type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Boxes in the window of the whole page, so that a frame counts as well. */
async function boxes(inside: Page | FrameLocator, task: number): Promise<Record<string, Box>> {
  const of = async (selector: string): Promise<Box> => {
    const box = await inside.locator(selector).first().boundingBox({ timeout: patience });
    if (!box) throw new Error(`${selector} is not shown`);
    return box;
  };
  const question = `.tasks .task >> nth=${task - 1} >> .task-question`;
  const asked = `${question} >> :is(label[for], legend)`;
  return {
    figure: await of(".stage-canvas"),
    desk: await of(".tasks"),
    head: await of(".tasks-head"),
    // A state to reach is a sentence without a field.
    question: await of((await inside.locator(asked).count()) > 0 ? asked : question),
    // With the field or the choices, and the button that checks them.
    answer: await of(question),
    panels: await of(".panels"),
    knob: await of("[part=knobs] .control"),
  };
}

const isIn = (inner: Box | undefined, outer: Box | undefined): boolean =>
  inner !== undefined &&
  outer !== undefined &&
  inner.y >= outer.y - 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1 &&
  inner.x >= outer.x - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1;

/** What a sticky head leaves of a box. */
function below(box: Box | undefined, head: Box | undefined): Box | undefined {
  if (!box || !head) return undefined;
  const y = head.y + head.height;
  return { ...box, y, height: box.y + box.height - y };
}

async function check(inside: Page | FrameLocator, task: number, size: Viewport): Promise<void> {
  const window = { x: 0, y: 0, ...size };
  const all = await boxes(inside, task);
  const said = JSON.stringify(all);
  expect(isIn(all["figure"], window), `figure ${said}`).toBe(true);
  expect(all["figure"]?.height ?? 0).toBeGreaterThan(120);
  expect(all["figure"]?.width ?? 0).toBeGreaterThan(300);
  expect(isIn(all["desk"], window), `tasks ${said}`).toBe(true);
  for (const part of ["question", "answer"])
    expect(isIn(all[part], below(all["desk"], all["head"])), `${part} ${task} ${said}`).toBe(true);
  expect(isIn(all["knob"], window), `knob ${said}`).toBe(true);
  expect(isIn(all["knob"], all["panels"]), `knob ${said}`).toBe(true);
}

describe.each(Object.keys(carriers))("in the %s", (carrier) => {
  test.each(sizes)("at $width × $height figure, question and knobs are in view", async (size) => {
    const { page, inside, close } = await carriers[carrier]!(size);
    await inside.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
    const next = inside.getByRole("button", { name: "Next task" });
    for (const task of [1, 2, 3]) {
      await check(inside, task, size);
      // Work on it: it is set, or run, and its question stays where it is.
      const box = inside.locator(".tasks .task").nth(task - 1);
      await box.getByRole("button", { name: /^(Set parameters and run|Run)$/ }).click();
      await inside.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
      await pictures(page);
      await check(inside, task, size);
      if (task < 3) await next.click();
    }
    expect(await next.isDisabled()).toBe(true);
    expect(await inside.locator(".tasks-head h2").textContent()).toBe("Task 3 of 3");
    await close();
  });
});

test("the desk is usable by keyboard, and axe has nothing to object to", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  const button = page.getByRole("button", { name: "Tasks", exact: true });
  await button.press("Enter");
  expect(await button.getAttribute("aria-pressed")).toBe("true");
  // There is room for the words before the task, too.
  const desk = (await page.locator(".tasks").boundingBox()) ?? undefined;
  const before = page.locator(".tasks li").first().locator("p").first();
  await expect
    .poll(async () => isIn((await before.boundingBox()) ?? undefined, desk), { timeout: patience })
    .toBe(true);
  const next = page.getByRole("button", { name: "Next task" });
  await next.press("Enter");
  expect(await page.locator(".tasks-head h2").textContent()).toBe("Task 2 of 3");
  await page.getByRole("radio", { name: "never" }).press("Space");
  await page.locator(".tasks .task").nth(1).getByRole("button", { name: "Check" }).press("Enter");
  expect(await page.locator(".tasks .task-verdict").nth(1).textContent()).toMatch(/^Not yet/);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await button.press("Enter");
  await page.locator(".has-desk").waitFor({ state: "detached" });
  // A task of the model's page opens the desk again, with that task.
  await page.getByRole("button", { name: "Work on task 3" }).press("Enter");
  expect(await page.locator(".tasks-head h2").textContent()).toBe("Task 3 of 3");
  expect(complaints).toEqual([]);
  await close();
});
