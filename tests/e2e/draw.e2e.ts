// Mechanisms drawn from scratch: by pointer alone, by keys alone, by touch alone.
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  noViolations,
  pictures,
  settled,
  usePage,
  violationsInBothThemes,
  type Visit,
} from "./support";

const open = usePage();

type Place = readonly [number, number];

/** One way of drawing: it chooses tools, draws lines and clicks, at places in metres. */
interface Way {
  tool(key: string): Promise<void>;
  line(from: Place, to: Place): Promise<void>;
  click(at: Place): Promise<void>;
}

/** A new drawing on the board. */
async function draw(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: "Draw a mechanism" }).click();
  await page.locator(".board-canvas").waitFor();
  await settled(page);
}

const names: Readonly<Record<string, string>> = {
  r: "Rod",
  m: "Mass",
  g: "Ground",
  l: "Guide with slider",
  s: "Spring",
  o: "Motor",
  v: "Select and move",
  p: "Pen",
};

/** Where a place is on the screen: the board of a new drawing is 2 m wide around the origin. */
async function spots(page: Page): Promise<(at: Place) => { x: number; y: number }> {
  const box = (await page.locator(".board-canvas").boundingBox()) ?? expect.fail("no board");
  const scale = box.width / 2;
  return ([x, y]) => ({
    x: box.x + box.width / 2 + x * scale,
    y: box.y + box.height / 2 - y * scale,
  });
}

/** The same once nothing moves: a run that ends, or a tool that was tapped, may shift the page. */
async function stillSpots(page: Page): Promise<(at: Place) => { x: number; y: number }> {
  await settled(page);
  const place = async (): Promise<string> => {
    await pictures(page);
    return JSON.stringify(await page.locator(".board-canvas").boundingBox());
  };
  for (let before = ""; ;) {
    const now = await place();
    if (now === before) return spots(page);
    before = now;
  }
}

async function byPointer(page: Page): Promise<Way> {
  const spot = await spots(page);
  return {
    tool: (key) => page.locator(".board-tools").getByRole("button", { name: names[key]! }).click(),
    async line(from, to) {
      const [a, b] = [spot(from), spot(to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
      await page.mouse.move(b.x, b.y);
      await page.mouse.up();
    },
    async click(at) {
      const { x, y } = spot(at);
      await page.mouse.click(x, y);
    },
  };
}

async function byTouch(page: Page): Promise<Way> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  type Kind = "touchStart" | "touchMove" | "touchEnd";
  const touch = (type: Kind, ...touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    async tool(key) {
      const button = page.locator(".board-tools").getByRole("button", { name: names[key]! });
      // A tap soon after another touch may count as a part of it.
      const tap = async (): Promise<string | null> => {
        await button.tap();
        await pictures(page);
        return button.getAttribute("aria-pressed");
      };
      await expect.poll(tap, { timeout: 20_000 }).toBe("true");
    },
    async line(from, to) {
      const spot = await stillSpots(page);
      const [a, b] = [spot(from), spot(to)];
      await touch("touchStart", a);
      await touch("touchMove", { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      await touch("touchMove", b);
      await touch("touchEnd");
    },
    async click(at) {
      await touch("touchStart", (await stillSpots(page))(at));
      await touch("touchEnd");
    },
  };
}

/** Steps of the cursor are squares of the grid, 0.05 m here, from the middle of the board. */
async function byKeys(page: Page): Promise<Way> {
  let [x, y] = [0, 0];
  const press = (key: string) => page.keyboard.press(key);
  const go = async (to: Place): Promise<void> => {
    const steps = (way: number): number => Math.round(way / 0.05);
    for (const [count, more, less] of [
      [steps(to[0] - x), "ArrowRight", "ArrowLeft"],
      [steps(to[1] - y), "ArrowUp", "ArrowDown"],
    ] as const)
      for (let k = 0; k < Math.abs(count); k++) await press(count > 0 ? more : less);
    [x, y] = to;
  };
  await page.locator(".board-canvas").focus();
  return {
    tool: press,
    async line(from, to) {
      await go(from);
      await press("Enter");
      await go(to);
      await press("Enter");
    },
    async click(at) {
      await go(at);
      await press("Enter");
    },
  };
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ways = [
  ["pointer", byPointer, {}],
  ["keys", byKeys, {}],
  ["touch", byTouch, phone],
] as const;

interface Seen {
  readonly text: string;
  readonly freedom: number;
  readonly columns: Readonly<Record<string, readonly number[]>>;
}

/** The text, and the run of it. */
async function see(page: Page): Promise<Seen> {
  expect(await settled(page)).toBe("finished");
  return page.evaluate(`(async () => {
    const { experiment } = await document.querySelector("porthos-sim").ready();
    const { text, trajectory: run, description } = experiment;
    const columns = run.columns.map(({ name }, index) => [name, [...run.column(index)]]);
    return { text, freedom: description.report.degreesOfFreedom, columns: Object.fromEntries(columns) };
  })()`);
}

const column = ({ columns }: Seen, name: string): readonly number[] =>
  columns[name] ?? expect.fail(`no column ${name}`);

/** The text is short, and its names are plain. */
function expectPlain({ text }: Seen): void {
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  const components = Object.keys((JSON.parse(text) as { components: object }).components);
  for (const name of components)
    expect(name).toMatch(/^(rod|pin|slider|slide|spring|mass|support)(_\d)?$/);
}

/** What is drawn, as the board's picture has it. */
const picture = (page: Page): Promise<string> =>
  page
    .locator(".board-svg")
    .evaluate((svg) =>
      [...svg.querySelectorAll("g.board-thing")].map(({ outerHTML }) => outerHTML).join("\n"),
    );

/** Loads the address again, opens the board there, and compares what is drawn. */
async function expectSameAgain({ page }: Visit): Promise<void> {
  const openBoard = async (): Promise<void> => {
    await settled(page);
    if ((await page.locator(".board").count()) === 0)
      await page.getByRole("button", { name: "Draw", exact: true }).click();
    await page.locator(".board-canvas").waitFor();
    await page.mouse.move(2, 2);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.mouse.move(2, 2);
    await pictures(page, 4);
  };
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await openBoard();
  const before = await picture(page);
  await page.reload();
  await openBoard();
  expect(await picture(page)).toBe(before);
}

const visit = async (
  start: (page: Page) => Promise<Way>,
  options: object,
): Promise<{ opened: Visit; way: Way }> => {
  const opened = await open("", options);
  await draw(opened.page);
  return { opened, way: await start(opened.page) };
};

test.each(ways)("a four-bar by %s", async (by, start, options) => {
  const { opened, way } = await visit(start, options);
  await way.tool("r");
  await way.line([-0.4, -0.2], [-0.4, 0]);
  await way.line([-0.4, 0], [0.4, 0.6]);
  await way.line([0.4, 0.6], [0.4, -0.2]);
  await way.tool("g");
  await way.click([-0.4, -0.2]);
  await way.click([0.4, -0.2]);
  await opened.page.locator(".board-status", { hasText: "1 degree of freedom" }).waitFor();
  const seen = await see(opened.page);
  expectPlain(seen);
  expect(seen.freedom).toBe(1);
  const { components } = JSON.parse(seen.text) as {
    components: Record<string, { use: string; parameters: { length: number } }>;
  };
  const lengths = ["rod", "rod_2", "rod_3"].map((name) => components[name]?.parameters.length);
  expect(lengths).toEqual([0.2, 1, 0.8]); // 0.8 m across and 0.6 m up are 1 m
  const [a, b, c, d] = [0.2, 1, 0.8, 0.8] as const;
  const psi = column(seen, "rod_3.phi");
  column(seen, "rod.phi").forEach((phi, row) => {
    const coupler = Math.hypot(
      d - c * Math.cos(psi[row]!) - a * Math.cos(phi),
      -c * Math.sin(psi[row]!) - a * Math.sin(phi),
    );
    expect(Math.abs(coupler - b)).toBeLessThan(1e-9);
  });
  if (by === "pointer") await expectSameAgain(opened);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test.each(ways.slice(0, 2))("a slider-crank with a motor by %s", async (by, start, options) => {
  const { opened, way } = await visit(start, options);
  await way.tool("r");
  await way.line([-0.4, 0], [-0.4, 0.3]);
  await way.line([-0.4, 0.3], [0, 0]); // 0.5 m
  await way.tool("g");
  await way.click([-0.4, 0]);
  await way.tool("l");
  await way.line([0, 0], [0.5, 0]);
  await way.tool("o");
  await way.click([-0.4, 0]);
  await opened.page
    .locator(".board-status", { hasText: "1 degree of freedom. A motor prescribes one." })
    .waitFor();
  const seen = await see(opened.page);
  expectPlain(seen);
  expect(seen.freedom).toBe(0);
  const x = column(seen, "slider.r.1");
  const t = column(seen, "t");
  column(seen, "rod.phi").forEach((phi, row) => {
    expect(Math.abs(phi - Math.PI / 2 - 2 * Math.PI * t[row]!)).toBeLessThan(1e-7);
    const expected = 0.3 * Math.cos(phi) + Math.sqrt(0.5 ** 2 - (0.3 * Math.sin(phi)) ** 2);
    expect(Math.abs(x[row]! + 0.4 - expected)).toBeLessThan(1e-8);
  });
  if (by === "pointer") await expectSameAgain(opened);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test.each(ways.slice(0, 2))("a double pendulum by %s", async (by, start, options) => {
  const { opened, way } = await visit(start, options);
  await way.tool("r");
  await way.line([0, 0.3], [0.4, 0.3]);
  await way.line([0.4, 0.3], [0.4, 0]);
  await way.tool("g");
  await way.click([0, 0.3]);
  await opened.page.locator(".board-status", { hasText: "2 degrees of freedom" }).waitFor();
  const seen = await see(opened.page);
  expectPlain(seen);
  expect(seen.freedom).toBe(2);
  // It starts with the accelerations of the closed form: a horizontal rod of 1 kg and 0.4 m, and a hanging one below
  // its end, whose end moves vertically at first and carries it along.
  const alpha = (0.2 * 9.81 + 0.4 * 9.81) / (0.4 ** 2 / 3 + 0.4 ** 2);
  const [t, omega] = [column(seen, "t"), column(seen, "rod.omega")];
  expect(omega[1]! / t[1]! / -alpha).toBeCloseTo(1, 3); // of first order in 0.01 s
  const energy = column(seen, "energy.stored");
  expect(Math.max(...energy.map((each) => Math.abs(each - energy[0]!)))).toBeLessThan(1e-6);
  if (by === "pointer") await expectSameAgain(opened);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("a mass on a spring on a rough guide is drawn, made rough in the inspector, and swings as it should", async () => {
  const { opened, way } = await visit(byPointer, {});
  const { page } = opened;
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
  const { opened, way } = await visit(byPointer, {});
  const { page } = opened;
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
  const length = page.getByLabel("length", { exact: true });
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
  const { opened, way } = await visit(byPointer, {});
  const { page } = opened;
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
  await page.waitForTimeout(600); // the engine searches poses meanwhile
  await page.mouse.up();
  const { text } = await see(page);
  const { components, parameters } = JSON.parse(text) as {
    components: Record<string, { parameters: object; start: { r: number[]; phi: number } }>;
    parameters: Record<string, object>;
  };
  expect(parameters).toMatchObject({ arm_length: { value: 0.45, unit: "m" } });
  expect(components["pin"]).toMatchObject({ between: { a: "ground", b: "arm.tail" } });
  const { r, phi } = components["arm"]!.start;
  expect(phi).toBeLessThan(0); // it was above its pin, and is below it now
  expect(Math.hypot(r[0]! + 0.3, r[1]!)).toBeCloseTo(0.225, 5);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.locator("[part=knobs]").getByText("length of arm").first().waitFor();
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("what is typed appears on the board, and what is selected is lit in the text", async () => {
  const { opened, way } = await visit(byPointer, {});
  const { page } = opened;
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
    expect(await dialog.getByRole("button").count()).toBe(20);
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

test("a drawing in which nothing is drawn stays on its board", async () => {
  const { opened } = await visit(byPointer, {});
  const { page } = opened;
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
