// Drawing in space: the board with its plane half a metre up, by pointer, keys and touch.
import type { Page } from "playwright-core";
import { Vector3 } from "three";
import { makeRig } from "../../web/src/view/camera";
import { pictures, settled, type Open, type Visit } from "./support";

/** The height of the plane that is drawn on, m. */
export const height = 0.5;

/** Where the eye is, rad from the axis x. */
export const azimuth = -1.1;

export interface Drawing {
  readonly opened: Visit;
  readonly page: Page;
  tool(name: string): Promise<void>;
  /** Clicks a place of the plane. */
  click(x: number, y: number): Promise<void>;
  /** Where a place of the plane is on the screen, for an eye at some distance from the middle, m. */
  spot(x: number, y: number, distance?: number): Promise<{ x: number; y: number }>;
  /** Answers which joint is meant. */
  answer(joint: string): Promise<void>;
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.locator(".board-canvas").focus();
  for (const key of keys) await page.keyboard.press(key);
  await pictures(page);
}

export const times = (key: string, count: number): string[] => Array<string>(count).fill(key);

/** A new drawing. */
export async function draw(open: Open, options: object = {}): Promise<Drawing> {
  const opened = await open("", options);
  const { page } = opened;
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: "Draw in space" }).click();
  await page.locator(".board-canvas canvas").waitFor();
  await settled(page);
  await press(page, ...times("PageUp", 10));
  const spot = async (x: number, y: number, distance = 3): Promise<{ x: number; y: number }> => {
    const rig = makeRig({ kind: "spatial", distance, azimuth, elevation: 0.4 });
    const box = (await page.locator(".board-canvas canvas").boundingBox())!;
    rig.frame(box.width / box.height);
    rig.camera.updateMatrixWorld();
    // The view rises with the plane.
    const at = new Vector3(x, y, 0).project(rig.camera);
    return {
      x: box.x + ((at.x + 1) / 2) * box.width,
      y: box.y + ((1 - at.y) / 2) * box.height,
    };
  };
  return {
    opened,
    page,
    spot,
    async tool(name) {
      await page.locator(".board-tools").getByRole("button", { name, exact: true }).click();
    },
    async click(x, y) {
      await settled(page);
      const at = await spot(x, y);
      await page.mouse.click(at.x, at.y);
      await pictures(page);
    },
    async answer(joint) {
      await page.getByRole("dialog").getByRole("button", { name: joint }).click();
      await settled(page);
    },
  };
}
