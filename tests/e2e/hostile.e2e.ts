// Excessive links and lost workers: the page stays alive and reports the fault.
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { settled, untilSilent, usePage } from "./support";

const open = usePage();

const link = (text: string): string =>
  `#model=crank&text=${deflateRawSync(text, { level: 9 }).toString("base64url")}`;

const model = (shapes: readonly object[]): string =>
  JSON.stringify({
    porthos: 1,
    name: "Too much",
    positions: { x: { unit: "m", start: 1 } },
    velocities: { v: { unit: "m/s" } },
    kinematics: { x: "v" },
    kinetic_energy: "v^2/2",
    simulation: { until: 1, step: 0.1, method: "gauss(1)" },
    view: {
      camera: { kind: "planar", center: [0, 0], width: 3 },
      bodies: [{ name: "all", position: ["x", 0, 0], shapes }],
    },
  });

test.each([
  [
    "a coil of 100 million turns",
    [{ type: "spring", from: [0, 0, 0], to: [1, 0, 0], turns: 1e8 }],
    /at most 200 turns/,
  ],
  [
    "20,000 shapes",
    Array.from({ length: 20_000 }, () => ({ type: "sphere", radius: 0.1 })),
    /500 of 20000 shapes/,
  ],
])("the page draws what it can of %s, and says so", async (_, shapes, note) => {
  const { page, close } = await open(link(model(shapes)));
  expect(await settled(page)).toBe("finished");
  await expect
    .poll(() => page.locator(".drawing-note").textContent(), { timeout: 30_000 })
    .toMatch(note);
  expect(await page.evaluate("1 + 1")).toBe(2);
  await close();
});

test("a text that unpacks to 100 MB is refused before it is there", async () => {
  const { page, close } = await open(link(" ".repeat(100 << 20)));
  expect(await settled(page)).toBe("finished"); // the gallery's own model
  expect(await page.locator(".link-fault").textContent()).toMatch(/larger than 4 MB/);
  await close();
});

test("a text that is an address is not asked for", async () => {
  const { page, close } = await open("", {});
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.evaluate(`location.hash = ${JSON.stringify(link("http://127.0.0.1:9/x.json"))}`);
  await expect.poll(() => settled(page), { timeout: 60_000 }).toBe("broken"); // no name of the gallery
  expect(asked.filter((url) => url.includes(":9/"))).toEqual([]);
  await close();
});

test("a silent worker is noticed, and another one started", async () => {
  const { page, close } = await open("", {});
  await page.route(/worker-main/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "cache-control": "no-store" },
      body: "",
    }),
  );
  await page.clock.install();
  await page.evaluate("location.hash = '#model=crank'");
  await page.reload(); // so that no worker is there yet
  await untilSilent(page);
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor({ timeout: 60_000 });
  expect(await page.locator(".banner").textContent()).toMatch(/does not answer/);
  await page.unroute(/worker-main/);
  await again.click();
  await expect.poll(() => settled(page), { timeout: 60_000 }).toBe("finished");
  expect(await page.locator(".banner").isVisible()).toBe(false);
  await close();
});
