// Springs, motors, forces, copies and drags in space: by pointer, by keys and by touch.
import { expect, test } from "vitest";
import { phone, see } from "./drawing";
import { azimuth, draw, height, press, times } from "./space-drawing";
import { noViolations, pictures, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();
const g = 9.81;

test("a body that is dragged by pointer takes the others of its mechanism with it", async () => {
  const { opened, page, tool, click, spot, answer } = await draw(open);
  await tool("Rod");
  await click(0, 0);
  await click(0.2, 0);
  await click(0.2, 0);
  await click(0.4, 0.3);
  await tool("Joint");
  await click(0, 0);
  await click(0, 0);
  await answer("Ball joint");
  await tool("Select");
  await settled(page);
  await pictures(page);
  // Along the lower edge of the picture the drag stays at one height.
  const to = [0.3 + 0.1 * Math.sin(azimuth), 0.15 - 0.1 * Math.cos(azimuth)] as const;
  const [from, end] = [await spot(0.3, 0.15), await spot(...to)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const share of [0.5, 1, 1])
    await page.mouse.move(from.x + share * (end.x - from.x), from.y + share * (end.y - from.y));
  await page.mouse.up();
  const { columns } = await see(page);
  const place = (name: string): number[] => [1, 2, 3].map((k) => columns[`${name}.r.${k}`]![0]!);
  const [rod, other] = [place("rod"), place("rod_2")];
  other.forEach((x, k) => expect(x).toBeCloseTo([...to, height][k]!, 2));
  const tip = rod.map((x, k) => (k === 2 ? 2 * x - height : 2 * x));
  expect(Math.hypot(tip[0]!, tip[1]!, tip[2]! - height)).toBeCloseTo(0.2, 5);
  const arm = other.map((x, k) => x - tip[k]!);
  expect(Math.hypot(...arm)).toBeCloseTo(Math.hypot(0.2, 0.3) / 2, 5);
  await press(page, "z");
  await settled(page);
  expect((await see(page)).columns["rod.r.1"]![0]!).toBeCloseTo(0.1, 6);
  expect(opened.complaints.filter((each) => !each.includes("GPU stall"))).toEqual([]);
  await opened.close();
});

test("a motor turns a rod; several parts are selected by Shift, locked, hidden, and removed together", async () => {
  const { opened, page, tool, click, answer } = await draw(open);
  await tool("Rod");
  await click(0, 0);
  await click(0.4, 0);
  await tool("Joint");
  await click(0, 0);
  await click(0, 0);
  await answer("Hinge");
  const inspector = page.locator(".board-inspector");
  await inspector.getByLabel("Axis", { exact: true }).selectOption("z");
  await settled(page);
  await tool("Motor");
  await click(0, 0);
  await answer("Speed");
  const { columns, freedom } = await see(page);
  expect(freedom).toBe(0);
  columns["t"]!.forEach((t, row) => {
    expect(columns["rod.r.1"]![row]!).toBeCloseTo(0.2 * Math.cos(2 * Math.PI * t), 5);
    expect(columns["rod.r.2"]![row]!).toBeCloseTo(0.2 * Math.sin(2 * Math.PI * t), 5);
  });
  await tool("Box");
  await click(0.3, 0.4);
  await tool("Select");
  await click(0.2, 0);
  await page.keyboard.down("Shift");
  await click(0.3, 0.4);
  await page.keyboard.up("Shift");
  await inspector.getByRole("heading", { name: "2 parts" }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await inspector.getByRole("button", { name: "Lock" }).click();
  await press(page, "Delete");
  expect(
    Object.keys((JSON.parse((await see(page)).text) as { components: object }).components),
  ).toHaveLength(3);
  await press(page, "Shift+K", "Shift+H");
  await inspector.getByRole("button", { name: "(hidden)" }).nth(1).waitFor();
  await click(0.2, 0); // nothing is there to be seen
  expect(await inspector.getByRole("textbox").count()).toBe(0);
  await press(page, "Shift+Q");
  await inspector.getByRole("heading", { name: "2 parts" }).waitFor();
  await press(page, "Delete");
  await settled(page);
  expect(JSON.parse((await see(page)).text)).toMatchObject({ components: {} });
  await opened.close();
});

test("a ball on a spring and its copy, by keys, swing as the closed form says", async () => {
  const { opened, page } = await draw(open);
  await press(page, "m", "ArrowRight", "ArrowLeft", "Enter");
  await settled(page);
  await press(page, "s", "n", "Enter", ...times("PageUp", 10), "ArrowRight", "ArrowLeft", "Enter");
  await settled(page);
  await press(page, "Escape", "o", "o", "c"); // past the point of the ground
  const { columns, freedom } = await see(page);
  expect(freedom).toBe(12);
  columns["t"]!.forEach((t, row) => {
    const z = height - (g / 100) * (1 - Math.cos(10 * t));
    expect(columns["ball.r.3"]![row]!).toBeCloseTo(z, 5);
    expect(columns["ball_2.r.3"]![row]!).toBeCloseTo(z, 5);
    expect(columns["ball_2.r.1"]![row]!).toBeCloseTo(0.1, 5);
  });
  await opened.close();
});

test("a force by touch; two fingers enlarge the view, and a finger that rests opens the menu", async () => {
  const { opened, page, tool, spot } = await draw(open, phone);
  const cdp = await page.context().newCDPSession(page);
  type Kind = "touchStart" | "touchMove" | "touchEnd";
  const touch = (type: Kind, ...touchPoints: { x: number; y: number }[]): Promise<unknown> =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  const tap = async (at: { x: number; y: number }): Promise<void> => {
    await touch("touchStart", at);
    await touch("touchEnd");
    await settled(page);
    await pictures(page);
  };
  await tool("Ball");
  await tap(await spot(0, 0));
  await tool("Force");
  await tap(await spot(0, 0));
  await tap(await spot(0.2, 0.1));
  const { columns, text } = await see(page);
  expect(JSON.parse(text)).toMatchObject({ inputs: { force: [2, 1, 0] } });
  columns["t"]!.forEach((t, row) => {
    expect(columns["ball.r.1"]![row]!).toBeCloseTo(t * t, 5);
    expect(columns["ball.r.2"]![row]!).toBeCloseTo(0.5 * t * t, 5);
    expect(columns["ball.r.3"]![row]!).toBeCloseTo(height - (g / 2) * t * t, 4);
  });
  await tool("Select");
  await pictures(page);
  const { x, y } = await spot(0, 0);
  const fingers = (apart: number): { x: number; y: number; id: number }[] => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await touch("touchStart", ...fingers(30).slice(0, 1));
  await touch("touchStart", ...fingers(30));
  for (const apart of [40, 50, 60]) await touch("touchMove", ...fingers(apart));
  await touch("touchEnd");
  await tool("Box");
  await tap(await spot(0.1, 0.1, 1.5));
  await tool("Select");
  await pictures(page);
  await touch("touchStart", await spot(0, 0, 1.5));
  await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).waitFor();
  await touch("touchEnd");
  await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).tap();
  const seen = await see(page);
  const start = (name: string): number[] => [1, 2].map((k) => seen.columns[`${name}.r.${k}`]![0]!);
  expect(start("box").map((each) => Number(each.toFixed(6)))).toEqual([0.1, 0.1]);
  expect(start("ball_2").map((each) => Number(each.toFixed(6)))).toEqual([0.1, 0.1]);
  expect(Object.keys(JSON.parse(seen.text) as object)).toContain("ports");
  expect(Object.keys((JSON.parse(seen.text) as { inputs: object }).inputs)).toHaveLength(2);
  await opened.close();
});
