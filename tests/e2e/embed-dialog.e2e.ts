// The dialog "Embed": its code, pasted into another page, shows what was chosen, to the bit.
import { expect, test } from "vitest";
import { told, usePlaces } from "./places";
import { settled, usePage, violations } from "./support";

const open = usePage();
const places = usePlaces();

test("a frame is made with the parts, knobs and values that were chosen", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&set=omega_0:7&t=0.5");
  await settled(page);
  await page.getByRole("button", { name: "Embed", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Embed" });
  const code = dialog.getByLabel("HTML code");
  expect(await code.inputValue()).toContain("set=omega_0:7");
  const height = dialog.getByLabel("Height");
  const before = Number(await height.inputValue());
  await dialog.getByLabel("energy ledger").check();
  expect(Number(await height.inputValue())).toBeGreaterThan(before);
  await dialog.getByLabel("tasks").uncheck();
  const knobs = dialog.getByRole("group", { name: "Parameters to show" }).getByRole("checkbox");
  for (const knob of await knobs.all()) await knob.uncheck();
  await knobs.nth(1).check();
  await dialog.getByLabel("Colours").selectOption("dark");
  expect(await violations(page)).toEqual([]);
  const text = await code.inputValue();
  const preview = page.frameLocator(".embed-preview iframe");
  await preview.locator("porthos-sim").waitFor();
  await expect.poll(() => preview.locator(".control[data-symbol]").count()).toBe(1);
  await page.keyboard.press("Escape");
  expect(await dialog.count()).toBe(0);
  const expected = await page.locator("porthos-sim").evaluate(async (element) => {
    const sim = element as HTMLElement & {
      snapshot(): Promise<{ values: Record<string, number> }>;
    };
    return (await sim.snapshot()).values;
  });
  expect(complaints).toEqual([]);
  await close();

  // Elsewhere the page has another address, and nothing else changes.
  const pasted = text.replace(/src="[^"#]*embed\.html/, 'src="/web/embed.html');
  const { page: other, close: closeOther } = await places.show(pasted);
  const [run] = await told(other);
  expect(run?.outcome).toBe("finished");
  const frame = other.frameLocator("iframe");
  const values = await frame.locator("porthos-sim").evaluate(async (element) => {
    const sim = element as HTMLElement & {
      snapshot(): Promise<{ values: Record<string, number> }>;
    };
    return (await sim.snapshot()).values;
  });
  expect(values).toEqual(expected);
  expect(await frame.locator(".ledger").count()).toBe(1);
  expect(await frame.locator("porthos-sim").getAttribute("theme")).toBe("dark");
  await closeOther();
});

test("a model of one's own travels in the code", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "New model" }).click();
  await page.getByRole("button", { name: "Elements: a double pendulum" }).click();
  await settled(page);
  await page.getByRole("button", { name: "Embed", exact: true }).click();
  const code = await page.getByLabel("HTML code").inputValue();
  await close();
  const pasted = code.replace(/src="[^"#]*embed\.html/, 'src="/web/embed.html');
  const { page: other, close: closeOther } = await places.show(pasted);
  const [run] = await told(other);
  expect(run?.outcome).toBe("finished");
  await closeOther();
});
