// The drawing board: editing, undo, the text beside it, its actions, and access to it.
import { expect, test } from "vitest";
import { tools } from "../../web/src/draw/tools";
import { drawing as say } from "../../web/src/words/en/drawing";
import {
  byPointer,
  column,
  expectPlain,
  phone,
  see,
  spots,
  untilSaid,
  visit,
  type Place,
} from "./drawing";
import { noViolations, pictures, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();

test("a mass on a spring on a rough guide is drawn, made rough in the inspector, and swings as it should", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("l");
  await way.line([-0.5, 0], [0.5, 0]);
  await way.tool("s");
  await way.line([0, 0], [0.4, 0]);
  await way.tool("v");
  await way.click([-0.4, 0]);
  const rough = page.getByRole("textbox", {
    name: "coefficient of friction of the joint's own force",
  });
  await rough.fill("0.1");
  await rough.press("Enter");
  await way.line([0, 0], [-0.2, 0]); // its point: along the guide
  const seen = await see(page);
  const t = column(seen, "t");
  const half = t.findIndex((time) => time >= Math.PI / 10); // 100 N/m and 1 kg
  const most = Math.max(...column(seen, "slider.r.1").slice(0, half + 3));
  expect(Math.abs(most - (0.2 - (2 * 0.1 * 9.81) / 100))).toBeLessThan(1e-3); // rows are 0.01 s apart
  expectPlain(seen);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("each action is a step of undo, also where a loop cannot close, and the board says why", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("r");
  await way.line([-0.4, -0.2], [-0.4, 0]);
  await way.line([-0.4, 0], [0.2, 0.25]);
  await way.line([0.2, 0.25], [0.2, -0.2]);
  await way.tool("g");
  await way.click([-0.4, -0.2]);
  await way.click([0.2, -0.2]);
  await page.locator(".board-status", { hasText: "1 degree of freedom" }).waitFor();
  await way.tool("v");
  await way.click([-0.1, 0.125]);
  const length = page.getByRole("textbox", { name: "length", exact: true });
  expect(await length.inputValue()).toBe("0.65");
  await length.fill("1.6");
  await length.press("Enter");
  await page.locator(".board-status.is-fault", { hasText: "rod_2.length" }).waitFor();
  expect(await page.locator(".is-rod.is-marked").count()).toBeGreaterThan(0);
  expect(await page.locator(".is-rod").count()).toBe(3);
  await expect.poll(() => page.url()).toContain("text="); // a reload would not lose it
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await page.locator(".board-status", { hasText: "1 degree of freedom" }).waitFor();
  expect(await length.inputValue()).toBe("0.65");
  for (let step = 5; step > 0; step--) await undo.click();
  await page.locator(".board-status", { hasText: "Nothing is drawn yet" }).waitFor();
  await expect.poll(() => undo.isDisabled()).toBe(true);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("a body is dragged with its mechanism, a length is typed, a thing is renamed and becomes a knob", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("r");
  await way.click([-0.3, 0]);
  await page.mouse.move(700, 300);
  await page.keyboard.type("0.45");
  await page.keyboard.press("Tab");
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await page.locator(".is-rod").waitFor();
  await way.tool("g");
  await way.click([-0.3, 0]);
  const rod = async (): Promise<Record<string, Record<string, unknown>>> => {
    const { text } = await see(page);
    return (JSON.parse(text) as { components: Record<string, never> }).components;
  };
  expect((await rod())["rod"]).toMatchObject({
    parameters: { length: 0.45 },
    start: { phi: "pi/6" },
  });
  await way.tool("v");
  const middle: Place = [-0.3 + 0.3 * Math.cos(Math.PI / 6), 0.3 * Math.sin(Math.PI / 6)];
  await way.click(middle);
  await page.getByLabel("Name").fill("arm");
  await page.getByLabel("Name").press("Enter");
  await page.getByRole("button", { name: "Knob: length" }).click();
  const spot = (await spots(page))(middle);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x - 40, spot.y + 120, { steps: 4 });
  await page.locator(".board-canvas.is-dragging[aria-busy=false]").waitFor();
  await page.mouse.up();
  const { text } = await see(page);
  const { components, parameters } = JSON.parse(text) as {
    components: Record<string, { parameters: object; start: { r: number[]; phi: number } }>;
    parameters: Record<string, object>;
  };
  expect(parameters).toMatchObject({ arm_length: { value: 0.45, unit: "m" } });
  expect(components["A"]).toMatchObject({ between: { a: "ground", b: "arm.tail" } });
  const { r, phi } = components["arm"]!.start;
  expect(phi).toBeLessThan(0); // it was above its pin, and is below it now
  expect(Math.hypot(r[0]! + 0.3, r[1]!)).toBeCloseTo(0.225, 5);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.locator("[part=knobs]").getByText("length of arm").first().waitFor();
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("what is typed appears on the board, and what is selected is lit in the text", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("r");
  await way.line([0, 0], [0.4, 0]);
  await see(page);
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").fill('"length": 0.4');
  await page.locator(".cm-search input[name=replace]").fill('"length": 0.1 + 0.5');
  const written = await editor.evaluate((content) => content.textContent);
  expect(written).toContain('"length": 0.4');
  await page.locator(".cm-search input[name=replace]").fill('"length": "0.1 + 0.5"');
  await page.locator(".cm-search button[name=replaceAll]").click();
  const lengthShown = (): Promise<string> =>
    page.getByRole("textbox", { name: "length", exact: true }).inputValue();
  await page.locator(".board-inspector").getByRole("textbox", { name: "length" }).waitFor();
  await expect.poll(lengthShown).toBe("0.1 + 0.5");
  const d = await page.locator(".is-rod .board-body").getAttribute("d");
  const [x0 = NaN, x1 = NaN] = [...(d ?? "").matchAll(/[ML]([\d.]+)/g)].map(([, x]) => Number(x));
  const box = (await page.locator(".board-canvas").boundingBox()) ?? expect.fail("no board");
  expect((x1 - x0) / (box.width / 2)).toBeCloseTo(0.6, 2);
  await page.keyboard.press("Escape");
  await way.tool("v");
  await way.click([0.6, 0.4]); // nothing
  await way.click([0.2, 0]);
  await page.locator(".cm-lit", { hasText: "rod" }).first().waitFor();
  // A text that is no JSON is said to be none, and nothing is lost.
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("x");
  await page.locator(".board-status.is-fault", { hasText: "no valid JSON" }).waitFor();
  await page.keyboard.press("Backspace");
  await page.locator(".board-status", { hasText: "degrees of freedom" }).waitFor();
  expect(await page.locator(".is-rod").count()).toBe(1);
  await opened.close();
});

test("the palette does every action, and the board has no violations, in German and on a phone as well", async () => {
  for (const options of [{}, { ...phone, locale: "de-DE" }]) {
    const opened = await open("", options);
    const { page } = opened;
    const isGerman = "locale" in options;
    await page.getByRole("button", { name: isGerman ? "Neues Modell" : "New model" }).click();
    await page
      .getByRole("button", { name: isGerman ? "Einen Mechanismus zeichnen" : "Draw a mechanism" })
      .click();
    const canvas = page.locator(".board-canvas");
    await canvas.waitFor();
    await canvas.focus();
    await page.keyboard.press("/");
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button").count()).toBe(tools.length + 34);
    expect(await violationsInBothThemes(page)).toEqual(noViolations);
    await page.keyboard.type(isGerman ? "Feder" : "Spring");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const spring = page.locator(".board-tools [aria-pressed=true]");
    expect(await spring.getAttribute("aria-label")).toBe(isGerman ? "Feder" : "Spring");
    await canvas.focus();
    for (const key of ["r", "Enter", "ArrowRight", "ArrowRight", "ArrowUp", "Enter", "v", "b"])
      await page.keyboard.press(key);
    await page.locator(".is-rod.is-selected").waitFor();
    expect(await violationsInBothThemes(page)).toEqual(noViolations);
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(wide).toBeLessThanOrEqual(0);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  }
});

test("every tool shows its name, two clicks away, and a key opens its group", async () => {
  for (const options of [{}, phone]) {
    const { opened, page } = await visit(open, byPointer, options);
    const bar = page.locator(".board-tools");
    const openTab = (group: keyof typeof say.toolTab): Promise<void> =>
      bar.getByRole("button", { name: say.toolTab[group], exact: true }).click();
    for (const { id, key, group } of tools) {
      if (group === "panel") continue;
      if (id !== "select") await openTab(group);
      const tool = bar.getByRole("button", { name: say.tool[id], exact: true });
      const shown = (await tool.innerText()).toLowerCase();
      expect(say.tool[id].toLowerCase()).toContain(shown);
      expect(shown.length).toBeGreaterThan(2);
      if (id !== "select") await openTab("bodies");
      await page.locator(".board-canvas").focus();
      await page.keyboard.press(/[A-Z]/.test(key) ? `Shift+${key}` : key);
      await expect.poll(() => tool.getAttribute("aria-pressed")).toBe("true");
      expect(await tool.isVisible()).toBe(true);
    }
    await opened.close();
  }
});

test("a four-bar with a motor and a traced point takes 14 pointer actions from the first page", async () => {
  const opened = await open("");
  const { page } = opened;
  await page.getByText("Draw your own").click();
  await page.locator(".board-canvas").waitFor();
  await settled(page);
  const way = await byPointer(page);
  const places: readonly Place[] = [
    [-0.4, -0.2],
    [-0.4, 0],
    [0.2, 0.25],
    [0.2, -0.2],
  ];
  const [first, second, third, last] = places as [Place, Place, Place, Place];
  await way.line(first, second);
  await way.line(second, third);
  await way.line(third, last); // the rod was chosen
  await way.tool("g"); // its group, then the tool
  await way.click(first);
  await way.click(last);
  await way.tool("o");
  await way.click(first);
  await way.tool("p"); // in the group that is open
  await way.click([-0.1, 0.125]);
  await untilSaid(page, "1 degree of freedom. A motor prescribes one.");
  await page.locator(".board-curve").waitFor();
  await see(page);
  await page.getByRole("button", { name: /^Play/ }).click();
  await page.locator(".board").waitFor({ state: "detached" });
  // The way back says its name.
  expect(await page.getByRole("button", { name: "Draw", exact: true }).innerText()).toBe("Draw");
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("a drawing in which nothing is drawn stays on its board", async () => {
  const { opened, page } = await visit(open, byPointer, {});
  for (const name of [/^Play/, /^Done/]) {
    await page.getByRole("button", { name }).click();
    await pictures(page);
    expect(await page.locator(".board").count()).toBe(1);
  }
  expect(await page.evaluate("document.querySelector('porthos-sim').time")).toBe(0);
  await page.reload();
  await page.locator(".board-canvas").waitFor();
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test.each([
  { viewport: { width: 1280, height: 860 } },
  { viewport: { width: 820, height: 1180 } },
  phone,
])(
  "the figure that is played has the size of the board: nothing jumps ($viewport.width)",
  async (options) => {
    const { opened, way, page } = await visit(open, byPointer, options);
    await way.tool("r");
    await way.line([-0.5, 0], [-0.2, 0.3]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await settled(page);
    const places = async (figure: string): Promise<unknown> => [
      await page.locator(figure).boundingBox(),
      await page.locator(".transport").boundingBox(),
    ];
    const before = await places(".board");
    await page.getByRole("button", { name: /^Play/ }).click();
    await page.locator(".board").waitFor({ state: "detached" });
    expect(await places(".stage")).toEqual(before);
    await opened.close();
  },
);

test("another group of tools puts away the tool that is out of sight, with its hint", async () => {
  const { opened, way, page } = await visit(open, byPointer, {});
  await way.tool("r");
  const hint = page.locator(".board-hint");
  expect(await hint.textContent()).toBe(say.hint.rod);
  await page.getByRole("button", { name: say.toolTab.drives, exact: true }).click();
  expect(await hint.textContent()).toBe(say.hint.select);
  await way.tool("o");
  expect(await hint.textContent()).toBe(say.hint.motor);
  await page.getByRole("button", { name: say.toolTab.drives, exact: true }).click();
  expect(await hint.textContent()).toBe(say.hint.motor);
  await opened.close();
});

test("the board is loaded when it is first opened", async () => {
  const opened = await open("#model=double-pendulum&until=0.5");
  const { page } = opened;
  await settled(page);
  const scripts = (): Promise<string> =>
    page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join()");
  expect(await scripts()).not.toMatch(/assets\/mode-/);
  await page.keyboard.press("w");
  await page.locator(".board-canvas").waitFor();
  expect(await scripts()).toMatch(/assets\/mode-/);
  // Playing leaves it, and the figure is there.
  await page.getByRole("button", { name: /^Play/ }).click();
  await page.locator(".board").waitFor({ state: "detached" });
  await page.locator(".stage-canvas canvas").waitFor();
  await opened.close();
});
