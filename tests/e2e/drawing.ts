// Drawing on the board by pointer alone, by keys alone, by touch alone; and what a drawing is then.
import type { CDPSession, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { tools } from "../../web/src/draw/tools";
import { drawing as say } from "../../web/src/words/en/drawing";
import { pictures, settled, type Open, type Visit } from "./support";

export type Place = readonly [number, number];

const toolOf = (key: string): (typeof tools)[number] =>
  tools.find((each) => each.key === key) ?? expect.fail(`no tool with ${key}`);

/** The button of a tool. Its group is opened first if another one is shown. */
async function toolButton(page: Page, key: string, press: "click" | "tap"): Promise<Locator> {
  const { id, group } = toolOf(key);
  const bar = page.locator(".board-tools");
  const tool = bar.getByRole("button", { name: say.tool[id], exact: true });
  if (group !== "panel" && !(await tool.isVisible()))
    await bar.getByRole("button", { name: say.toolTab[group], exact: true })[press]();
  return tool;
}

/** One way of drawing: it chooses tools, draws lines and clicks, at places in metres. */
export interface Way {
  tool(key: string): Promise<void>;
  line(from: Place, to: Place): Promise<void>;
  /** Draws a line between two points of the drawing. */
  join(from: Place, to: Place): Promise<void>;
  click(at: Place): Promise<void>;
  /** Does something with what is at a place: by the menu of the right button or of a finger held still, or by its key. */
  act(at: Place, name: string, key: string): Promise<void>;
  /** Enters a value in a field of the inspector. */
  enter(label: string, value: string): Promise<void>;
  /** Makes a pin in a slot of the selected pin. */
  makeSlot(): Promise<void>;
}

/** A new drawing on the board. */
export async function draw(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: "Draw a mechanism" }).click();
  await page.locator(".board-canvas").waitFor();
  await settled(page);
}

/** Where a place is on the screen: the board of a new drawing is 2 m wide around the origin. */
export async function spots(page: Page): Promise<(at: Place) => { x: number; y: number }> {
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

export function byPointer(page: Page): Promise<Way> {
  const way: Omit<Way, "join"> = {
    tool: async (key) => (await toolButton(page, key, "click")).click(),
    async line(from, to) {
      const spot = await spots(page);
      const [a, b] = [spot(from), spot(to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
      await page.mouse.move(b.x, b.y);
      await page.mouse.up();
    },
    async click(at) {
      const { x, y } = (await spots(page))(at);
      await page.mouse.click(x, y);
    },
    async act(at, name) {
      const { x, y } = (await spots(page))(at);
      await page.mouse.click(x, y, { button: "right" });
      await menuEntry(page, name).click();
      await settled(page);
    },
    ...byFields(page),
  };
  return Promise.resolve({ ...way, join: way.line });
}

async function byTouch(page: Page): Promise<Way> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  type Kind = "touchStart" | "touchMove" | "touchEnd";
  const touch = (type: Kind, ...touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  const way: Omit<Way, "join"> = {
    async tool(key) {
      // A tap soon after another touch may count as a part of it.
      const tap = async (): Promise<string | null> => {
        const button = await toolButton(page, key, "tap");
        await pictures(page);
        if (!(await button.isVisible())) return null;
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
    async act(at, name) {
      await touch("touchStart", (await stillSpots(page))(at));
      const entry = menuEntry(page, name);
      await entry.waitFor();
      await touch("touchEnd");
      await entry.tap();
      await settled(page);
    },
    ...byFields(page),
  };
  return { ...way, join: way.line };
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
  /** Goes on from point to point until one is at a place. */
  const goToPoint = async (to: Place): Promise<void> => {
    const wanted = (await stillSpots(page))(to);
    const isThere = async (): Promise<boolean> => {
      await pictures(page, 1);
      const box = await page.locator(".board-cursor").boundingBox();
      const [dx, dy] = box ? [box.x + 12 - wanted.x, box.y + 12 - wanted.y] : [99, 99];
      return Math.hypot(dx, dy) < 3;
    };
    for (let k = 0; k < 40 && !(await isThere()); k++) await press("n");
    expect(await isThere()).toBe(true);
  };
  await page.locator(".board-canvas").focus();
  return {
    tool: (key) => press(/[A-Z]/.test(key) ? `Shift+${key}` : key),
    async line(from, to) {
      await go(from);
      await press("Enter");
      await go(to);
      await press("Enter");
    },
    async join(from, to) {
      await goToPoint(from);
      await press("Enter");
      await goToPoint(to);
      await press("Enter");
    },
    async click(at) {
      await go(at);
      await press("Enter");
    },
    async act(at, _name, key) {
      await go(at);
      await press("Enter");
      await press(key);
      await settled(page);
    },
    async enter(label, value) {
      await tabTo(page, "Tab", `input[data-field="${label}"]`);
      await press("Control+a");
      await page.keyboard.type(value);
      await press("Enter");
      await tabTo(page, "Shift+Tab", ".board-canvas");
    },
    makeSlot: () => press("j"),
  };
}

/** An entry of the menu of what is selected. */
const menuEntry = (page: Page, name: string): Locator =>
  page.getByRole("dialog").getByRole("button", { name: new RegExp(`^${name}`) });

/** The fields of the inspector by pointer or touch. */
function byFields(page: Page): Pick<Way, "enter" | "makeSlot"> {
  return {
    async enter(label, value) {
      const field = page.locator(`input[data-field="${label}"]`);
      await field.fill(value);
      await field.press("Enter");
    },
    async makeSlot() {
      await page.getByLabel(say.jointKind).selectOption(say.joint.slot);
    },
  };
}

/** Presses a key until what it leads to has the focus. */
async function tabTo(page: Page, key: "Tab" | "Shift+Tab", selector: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page
      .locator(`${selector}:focus`)
      .count()
      .then((count) => count > 0);
  for (let k = 0; k < 200 && !(await isThere()); k++) await page.keyboard.press(key);
  expect(await isThere()).toBe(true);
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const ways = [
  ["pointer", byPointer, {}],
  ["keys", byKeys, {}],
  ["touch", byTouch, phone],
] as const;

export interface Seen {
  readonly text: string;
  readonly freedom: number;
  readonly columns: Readonly<Record<string, readonly number[]>>;
}

/** The text, and the run of it. In the end of some a mass meets a pulley, which the run cannot pass. */
export async function see(page: Page, ends = ["finished"]): Promise<Seen> {
  expect(ends).toContain(await settled(page));
  return page.evaluate(`(async () => {
    const { experiment } = await document.querySelector("porthos-sim").ready();
    const { text, trajectory: run, description } = experiment;
    const columns = run.columns.map(({ name }, index) => [name, [...run.column(index)]]);
    return { text, freedom: description.report.degreesOfFreedom, columns: Object.fromEntries(columns) };
  })()`);
}

export const column = ({ columns }: Seen, name: string): readonly number[] =>
  columns[name] ?? expect.fail(`no column ${name}`);

/** Names that a person would give. */
const plainName =
  /^([A-Z]|(rod|crank|slider|slide|spring|mass|support|disc|wheel|contact|slope|voltmeter|ammeter|heater|body|room|conductor|rope|winch|tackle|gear|in|out|ground|source|resistor|inductor|capacitor|diode|motor)(_\d)?)$/;

/** The text is short, and its names are plain. */
export function expectPlain({ text }: Seen): void {
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  const components = Object.keys((JSON.parse(text) as { components: object }).components);
  for (const name of components) expect(name).toMatch(plainName);
}

/** What is drawn, as the board's picture has it. */
const picture = (page: Page): Promise<string> =>
  page
    .locator(".board-svg")
    .evaluate((svg) =>
      [...svg.querySelectorAll("g.board-thing")].map(({ outerHTML }) => outerHTML).join("\n"),
    );

/** Loads the address again, opens the board there, and compares what is drawn. */
export async function expectSameAgain({ page }: Visit): Promise<void> {
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

/** A visit of a new drawing, and a way to draw on it. */
export async function visit(
  open: Open,
  start: (page: Page) => Promise<Way>,
  options: object,
): Promise<{ opened: Visit; way: Way; page: Page }> {
  const opened = await open("", options);
  await draw(opened.page);
  return { opened, way: await start(opened.page), page: opened.page };
}

/** Compares the drawing with that of a reload where there is a pointer, and closes the page. */
export async function finish(by: string, opened: Visit): Promise<void> {
  if (by === "pointer") await expectSameAgain(opened);
  expect(opened.complaints).toEqual([]);
  await opened.close();
}

/** Waits until the board says something of the drawing. */
export function untilSaid(page: Page, hasText: string): Promise<void> {
  return page.locator(".board-status", { hasText }).waitFor();
}
