// A mechanism of 20 bodies follows the pointer from picture to picture.
import { expect, test } from "vitest";
import { byPointer, see, visit } from "./drawing";
import { pictures, usePage } from "./support";

const open = usePage();

/** Lazy tongs of ten crossed pairs of rods, 0.12 m by 0.16 m each, held in the middle of the first. */
function tongs(): string {
  const [w, h] = [0.12, 0.16];
  const pin = (a: string, b: string, parameters?: object): object => ({
    ...{ use: "porthos:pin", between: { a, b } },
    ...(parameters ? { parameters } : {}),
  });
  const components: Record<string, object> = {};
  for (let k = 0; k < 10; k++) {
    const r = [Number((-0.64 + k * w).toFixed(6)), 0];
    for (const [name, side] of [
      [`up_${k}`, 1],
      [`down_${k}`, -1],
    ] as const)
      components[name] = {
        ...{ use: "porthos:planar-rod", parameters: { length: Math.hypot(w, h) } },
        start: { r, phi: Math.atan2(side * h, w) },
      };
    components[`middle_${k}`] = pin(`up_${k}.center`, `down_${k}.center`);
    if (k === 0) components["A"] = pin("ground", "up_0.center", { at_a: r });
    else {
      components[`top_${k}`] = pin(`up_${k - 1}.tip`, `down_${k}.tail`);
      components[`bottom_${k}`] = pin(`down_${k - 1}.tip`, `up_${k}.tail`);
    }
  }
  return JSON.stringify({
    ...{ porthos: 1, name: "Tongs", components },
    view: { camera: { kind: "planar", center: [0, 0], width: 2 } },
    simulation: { until: 0.02, step: 0.01 },
  });
}

test("each move of the pointer has its pose in the next picture", async () => {
  const { opened, page } = await visit(open, byPointer, {});
  await page.evaluate(`document.querySelector("porthos-sim").ready().then(({ experiment }) =>
    experiment.edit(${JSON.stringify(tongs())}, experiment.settings))`);
  await see(page);
  await page.locator(".board-status", { hasText: "2 degrees of freedom" }).waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.locator(".board-canvas").focus();
  await page.keyboard.press("v");
  await pictures(page);
  const rods = page.locator("g.is-rod .board-body");
  expect(await rods.count()).toBe(20);
  const poseNow = (): Promise<string | null> => rods.nth(18).getAttribute("d");
  const box = (await page.locator(".board-canvas").boundingBox()) ?? expect.fail("no board");
  const numbers = [...((await poseNow()) ?? "").matchAll(/[\d.]+/g)].map(Number);
  const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = numbers;
  const hold = { x: box.x + 0.75 * x0 + 0.25 * x1, y: box.y + 0.75 * y0 + 0.25 * y1 };
  await page.mouse.move(hold.x, hold.y);
  await page.mouse.down();
  const seen = new Set<string | null>();
  for (let k = 1; k <= 30; k++) {
    await page.mouse.move(hold.x - 10 - 2 * k, hold.y + k);
    await pictures(page, 1);
    seen.add(await poseNow());
  }
  expect(seen.size).toBe(30);
  await page.mouse.up();
  // The engine finds the same pose: the joints were closed.
  expect(await see(page)).toMatchObject({ freedom: 2 });
  expect(await page.locator(".board-status.is-fault").count()).toBe(0);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
