// A reader's own measured values beside the run: points in plots, and the measured motion in the figure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { load } from "../lib/built";
import { drawn, noViolations, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();
const model = readFileSync(
  join(import.meta.dirname, "..", "..", "web", "models", "crank.porthos.json"),
  "utf8",
);

/** A table with units, a decimal comma, and a clock that began 0.5 s early. */
async function measured(): Promise<string> {
  const run = (await load(model)).run({ until: 2 });
  const [t, phi, omega] = ["t", "phi1", "omega1"].map((name) => run.column(name));
  const comma = (value = NaN) => value.toFixed(4).replace(".", ",");
  const rows = Array.from({ length: 21 }, (_, k) => Math.round((k / 20) * ((t?.length ?? 1) - 1)));
  return [
    "Zeit (ms);phi1 (deg);Drehzahl (rpm)",
    ...rows.map((row) =>
      [
        comma(1000 * ((t?.[row] ?? 0) + 0.5)),
        comma(((phi?.[row] ?? 0) * 180) / Math.PI + 20),
        comma(((omega?.[row] ?? 0) * 30) / Math.PI),
      ].join(";"),
    ),
  ].join("\n");
}

/** Share of the pixels of a plot in the colour of its points. */
const colored = (page: Page) =>
  page
    .locator(".chart-column canvas")
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement)
        .getContext("2d")!
        .getImageData(0, 0, width, height);
      let count = 0;
      for (let at = 0; at < pixels.data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.data.slice(at, at + 4);
        if (alpha > 200 && red > 150 && green < 130 && blue < 60) count += 1;
      }
      return count;
    });

test("a pasted table is matched by name or by hand, shifted, and shown as points and as a motion", async () => {
  const { page, complaints, close } = await open("#model=crank&until=2");
  await settled(page);
  expect(await colored(page)).toBe(0);
  await page.getByRole("button", { name: "Add your own data" }).click();
  const panel = page.locator(".own-data");
  const paste = panel.getByLabel(/^Or paste a table/);
  await paste.fill("nothing");
  expect(await panel.getByRole("status").first().textContent()).toMatch(/^This is no table/);
  await paste.fill(await measured());
  await expect
    .poll(() => panel.getByRole("status").first().textContent())
    .toMatch(/21 rows, 3 columns/);
  // By its name and its unit.
  const angle = panel.getByLabel("The column that phi1 belongs to");
  expect(await angle.inputValue()).toBe("phi1");
  expect(Number(await panel.getByLabel("Factor on phi1").inputValue())).toBeCloseTo(
    Math.PI / 180,
    7,
  );
  expect(Number(await panel.getByLabel("Factor on Zeit").inputValue())).toBe(0.001);
  await expect.poll(() => colored(page)).toBeGreaterThan(50);
  // By hand.
  const speed = panel.getByLabel("The column that Drehzahl belongs to");
  expect(await speed.inputValue()).toBe("");
  await speed.selectOption("omega1");
  expect(Number(await panel.getByLabel("Factor on Drehzahl").inputValue())).toBeCloseTo(
    Math.PI / 30,
    6,
  );
  await panel.getByLabel("Shift in time (s)").fill("-0.5");
  await panel.getByLabel("Shift in time (s)").press("Enter");
  // The measured crank is 20 degrees ahead of that of the run.
  await drawn(page);
  const picture = () => page.locator(".stage-canvas").first().screenshot();
  const before = await picture();
  await panel.getByLabel(/^Show the measured motion/).check();
  await expect
    .poll(() => panel.getByRole("status").last().textContent(), { timeout: 60_000 })
    .toBe("21 of 21 measured poses are shown.");
  await drawn(page);
  expect((await picture()).equals(before)).toBe(false);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await panel.getByRole("button", { name: "Remove the data" }).click();
  await expect.poll(() => colored(page)).toBe(0);
  await drawn(page);
  await expect.poll(async () => (await picture()).equals(before)).toBe(true);
  // The test itself reads the pixels of plots.
  expect(complaints.filter((one) => !one.includes("willReadFrequently"))).toEqual([]);
  await close();
});

test("a dropped file is taken, and one that is no table is refused", async () => {
  const { page, complaints, close } = await open("#model=crank&until=2", { locale: "de-DE" });
  await settled(page);
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content ?? ""], fileName ?? "", { type: "text/csv" }));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
      },
      [name, text],
    );
  await drop("words.csv", "a,b\nc,d");
  await expect.poll(() => page.locator(".page-note").textContent()).toMatch(/keine Tabelle/);
  await drop("messung.csv", await measured());
  await expect
    .poll(() => page.locator(".own-data").getByRole("status").first().textContent())
    .toBe("messung.csv: 21 Zeilen, 3 Spalten");
  expect(complaints).toEqual([]);
  await close();
});
