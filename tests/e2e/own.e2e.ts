// The reader's own models: new, from a file, pasted, stored, and broken links.
import { expect, test } from "vitest";
import { pictures, settled, usePage } from "./support";

const open = usePage();

const spring = JSON.stringify({
  porthos: 1,
  name: "Spring",
  positions: { x: { start: 1 } },
  velocities: { v: {} },
  kinematics: { x: "v" },
  kinetic_energy: "v^2/2",
  potential_energy: "2*x^2",
  simulation: { until: 1, step: 0.01, method: "gauss(3)" },
});
/** x = cos(2 t) at t = 1, as the table of the page has it. */
const atEnd = Math.cos(2);

test("a new model runs, survives a reload and is kept", async () => {
  const { page, complaints, close } = await open();
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: "Elements: a double pendulum" }).click();
  expect(await settled(page)).toBe("finished");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(/double pendulum/);
  await page.reload();
  expect(await settled(page)).toBe("finished");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(/double pendulum/);
  await page.getByRole("link", { name: "Gallery", exact: true }).click();
  await page.getByRole("button", { name: /double pendulum of elements/ }).click();
  expect(await settled(page)).toBe("finished");
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  ["Formulas: a mass on a spring", "A mass on a spring, by formulas"],
  ["A closed loop: a slider-crank", "A slider-crank of elements"],
  ["In space: a spinning top", "A spinning top of elements"],
  ["Circuit, shaft and heat: a motor", "A motor on a battery, of elements"],
])("a new model begins with %s", async (template, name) => {
  const { page, complaints, close } = await open();
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: template }).click();
  expect(await settled(page)).toBe("finished");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(name);
  // Its text is what there is to read.
  expect(await page.getByRole("tab", { name: "Model text" }).getAttribute("aria-selected")).toBe(
    "true",
  );
  expect(complaints).toEqual([]);
  await close();
});

test("a file is opened, a text is pasted, and what is no model is refused with a word", async () => {
  const { page, close } = await open();
  const choose = (name: string, text: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await choose("picture.json", "GIF89a");
  await page.getByText("This is not a model").first().waitFor();
  await choose("spring.porthos.json", spring);
  expect(await settled(page)).toBe("finished");
  const value = await page.locator("porthos-sim").evaluate(async (element) => {
    const sim = element as HTMLElement & {
      seek(t: number): Promise<void>;
      snapshot(): Promise<{ values: Record<string, number> }>;
    };
    await sim.seek(1);
    return (await sim.snapshot()).values["x"] ?? NaN;
  });
  expect(value).toBeCloseTo(atEnd, 9); // gauss(3) at h = 0.01: 1e-13
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text.replace("Spring", "Pasted spring"));
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, spring);
  await page.getByRole("heading", { level: 1, name: "Pasted spring" }).waitFor();
  expect(await settled(page)).toBe("finished");
  await close();
});

test("a text stands beside its figure, which stays in view while one scrolls", async () => {
  const { page, close } = await open("", { viewport: { width: 1280, height: 720 } });
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: "Elements: a double pendulum" }).click();
  expect(await settled(page)).toBe("finished");
  const editor = page.locator(".cm-editor");
  await editor.waitFor();
  const box = async (name: string) =>
    (await page.locator(name).boundingBox()) ?? expect.fail(`no ${name}`);
  const inView = async (): Promise<void> => {
    const [figure, text] = [await box(".stage"), await box(".cm-editor")];
    expect(text.x).toBeGreaterThanOrEqual(figure.x + figure.width);
    expect(figure.y).toBeGreaterThanOrEqual(0);
    expect(figure.y + figure.height).toBeLessThanOrEqual(720);
  };
  await inView();
  await page.mouse.move(1000, 500);
  await page.mouse.wheel(0, 400);
  await pictures(page);
  await inView();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /^Model text \(/ }).click();
  expect((await saving).suggestedFilename()).toMatch(/double-pendulum.*\.porthos\.json$/);
  await page.getByRole("tab", { name: "About" }).click();
  expect((await box("[role=tablist]")).x).toBeLessThan((await box(".stage")).x + 10);
  await close();
});

test("a link to a model that is not there says so", async () => {
  const { page, close } = await open("#model=perpetuum-mobile");
  expect(await page.getByRole("alert").textContent()).toContain("perpetuum-mobile");
  await close();
});
