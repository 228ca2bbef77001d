// Changes can be undone, and a model can come from an address.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { atEnd, runAfter, settled, usePage } from "./support";

const open = usePage();

/** The kinetic energy at the end of the run that an act starts. */
async function finalKinetic(page: Page, act: () => Promise<unknown>): Promise<string> {
  await runAfter(page, act);
  return atEnd(page, "kinetic");
}

test("undo and redo go over knobs, inputs, method and text", async () => {
  const { page, complaints, close } = await open("#model=crank");
  await settled(page);
  const seen = [await atEnd(page, "kinetic")];
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.isDisabled()).toBe(true);
  const change = async (act: () => Promise<void>): Promise<void> => {
    await page.locator("h1").click(); // a press of the pointer ends the step of the keys before
    seen.push(await finalKinetic(page, act));
  };
  const enter = (label: string | RegExp, text: string) => async () => {
    await page.getByLabel(label).first().fill(text);
    await page.getByLabel(label).first().press("Enter");
  };
  await change(enter(/moment of inertia/, "0.02"));
  await change(enter(/Formula of time for M_ext/, "0.2"));
  await change(enter("Duration", "3"));
  await change(async () => {
    await page.getByRole("tab", { name: "Model text" }).click();
    const editor = page.getByLabel("Model text, JSON");
    await editor.click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.insertText('\n"potential_energy": "0.1*sin(phi1)",');
  });
  expect(new Set(seen).size).toBe(seen.length);
  for (const expected of seen.slice(0, -1).reverse()) {
    expect(await finalKinetic(page, () => undo.click())).toBe(expected);
  }
  expect(await undo.isDisabled()).toBe(true);
  for (const expected of seen.slice(1)) {
    const redo = page.getByRole("button", { name: "Redo" });
    expect(await finalKinetic(page, () => redo.click())).toBe(expected);
  }
  expect(complaints).toEqual([]);
  await close();
});

/** The number fields of the knobs, by symbol. */
const numbers = (page: Page): Promise<Record<string, string>> =>
  page
    .locator("porthos-sim [data-symbol]")
    .evaluateAll((controls) =>
      Object.fromEntries(
        controls.map((control) => [
          (control as HTMLElement).dataset["symbol"],
          control.querySelector<HTMLInputElement>("input[type=number]")?.value ?? "",
        ]),
      ),
    );

/** Drags the thumb of a slider to two places. tests/web/study/history.test.ts has slow drags. */
async function dragTwice(page: Page, symbol: string): Promise<string[]> {
  const control = page.locator(`porthos-sim .control[data-symbol="${symbol}"]`);
  await control.scrollIntoViewIfNeeded();
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await control.locator("input[type=range]").boundingBox()) ?? {};
  const field = control.locator("input[type=number]");
  const seen = [await field.inputValue()];
  const to = async (share: number): Promise<void> => {
    await page.mouse.move(x + share * width, y + height / 2, { steps: 3 });
    await expect.poll(() => field.inputValue()).not.toBe(seen.at(-1));
    seen.push(await field.inputValue());
  };
  const share = await control.locator("input[type=range]").evaluate((slider: HTMLInputElement) => {
    const [min, max] = [Number(slider.min), Number(slider.max)];
    return (Number(slider.value) - min) / (max - min);
  });
  await page.mouse.move(x + 8 + share * (width - 16), y + height / 2);
  await page.mouse.down();
  await to(0.4);
  await to(0.8);
  await page.mouse.up();
  return seen;
}

test("a drag of a knob is one step of undo, and its number follows", async () => {
  const { page, complaints, close } = await open("#model=crank");
  await settled(page);
  const undo = page.getByRole("button", { name: "Undo" });
  const before = await numbers(page);
  const [symbol = "", other = ""] = await page
    .locator("porthos-sim .control[data-symbol]:has(input[type=range])")
    .evaluateAll((controls) => controls.map((each) => (each as HTMLElement).dataset["symbol"]!));
  const seen = await dragTwice(page, symbol);
  expect(new Set(seen).size).toBe(3);
  const between = await numbers(page);
  await dragTwice(page, other); // at once after the first: another step
  await undo.click();
  expect(await numbers(page)).toEqual(between);
  expect(await undo.isDisabled()).toBe(false);
  await undo.click();
  expect(await numbers(page)).toEqual(before);
  expect(await undo.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Redo" }).click();
  expect(await numbers(page)).toEqual(between);
  expect(complaints).toEqual([]);
  await close();
});

test("a drag of a body is one step of undo", async () => {
  const viewport = { width: 560, height: 640 }; // a figure without a GPU is drawn in the time that its pixels take
  const { page, complaints, close } = await open("#model=double-pendulum&until=1", { viewport });
  await settled(page);
  const undo = page.getByRole("button", { name: "Undo" });
  const at = await page.evaluate<{ x: number; y: number }>(`(async () => {
    const lab = await document.querySelector("porthos-sim").ready();
    const { bodies } = lab.experiment.trajectory.scene;
    return lab.stagePanel.stage.sight.spotOf(bodies.findIndex(({ name }) => name === "upper bob"));
  })()`);
  const starts = (): Promise<string> =>
    page.evaluate<string>("JSON.stringify(document.querySelector('porthos-sim').settings.starts)");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  let before = await starts();
  for (const [dx, dy] of [
    [30, 20],
    [60, -10],
  ] as const) {
    await page.mouse.move(at.x + dx, at.y + dy);
    await expect.poll(starts, { timeout: 20_000 }).not.toBe(before);
    before = await starts();
  }
  await page.mouse.up();
  await settled(page);
  await undo.click();
  expect(await page.evaluate("document.querySelector('porthos-sim').settings.starts")).toBe(
    undefined,
  );
  expect(await undo.isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test("undo in the editor stops at the text that was loaded", async () => {
  const { page, complaints, close } = await open("#model=crank");
  await settled(page);
  await page.getByRole("tab", { name: "Model text" }).click();
  const editor = page.getByLabel("Model text, JSON");
  // The first lines: the editor draws as many as it has room for.
  const text = (): Promise<string> =>
    editor.evaluate((element) =>
      Array.from(element.querySelectorAll(".cm-line"), (line) => line.textContent)
        .slice(0, 20)
        .join("\n"),
    );
  await editor.click();
  await page.keyboard.press("ControlOrMeta+Home");
  const loaded = await text();
  await page.keyboard.type(" ");
  expect(await text()).not.toBe(loaded);
  for (let i = 0; i < 3; i++) await page.keyboard.press("ControlOrMeta+z");
  expect(await text()).toBe(loaded);
  expect(complaints).toEqual([]);
  // Nor does the page's own history go further back.
  await page.keyboard.type("\n");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect.poll(() => undo.isDisabled()).toBe(false);
  await undo.click();
  await expect.poll(() => undo.isDisabled()).toBe(true);
  await expect.poll(text).toBe(loaded);
  await editor.click();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await text()).toBe(loaded);
  await close();
});

test("a model of another origin is opened when the reader says so", async () => {
  const text = readFileSync(new URL("../../web/models/crank.porthos.json", import.meta.url));
  let asked = 0;
  const server = createServer((_, answer) => {
    asked++;
    answer.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end(text);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m.json`;
  const { page, close } = await open(`?model=${encodeURIComponent(address)}`);
  await page.getByRole("heading", { name: /Open a model from 127\.0\.0\.1/ }).waitFor();
  expect(asked).toBe(0);
  await page.getByRole("button", { name: "Open it" }).click();
  expect(await settled(page)).toBe("finished");
  expect(asked).toBe(1);
  expect(page.url()).toContain("#model=own");
  expect(await page.locator("h1").textContent()).toBe("Crank");
  await close();
  server.close();
});
