// The editor of model texts: completion while typing, the table of an element, and declarations.
import { expect, test } from "vitest";
import { noViolations, settled, usePage, violations, violationsInBothThemes } from "./support";

const open = usePage();

const before = `{
  "porthos": 1,
  "environment": { "gravity": [0, -9.81] },
  "components": {
    "rod": { "use": "porthos:planar-rod" },
    "pin": { "use": "porthos:`;
const after = `" }
  }
}`;

test("an element is completed while typing, explained by its table, and its place is found", async () => {
  const { page, complaints, close } = await open("#model=pendulum-cartesian&until=1");
  await settled(page);
  await page.getByRole("tab", { name: "Model text" }).click();
  const editor = page.getByLabel("Model text, JSON");
  const type = async (text: string, back: number): Promise<void> => {
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
    for (let k = 0; k < back; k++) await page.keyboard.press("ArrowLeft");
  };
  await type(before + after, after.length);
  await page.keyboard.type("pi");
  const list = page.locator(".cm-tooltip-autocomplete");
  await list.getByText("porthos:pin", { exact: true }).waitFor();
  expect(await list.locator("[aria-selected=true]").innerText()).toContain("porthos:pin");
  // Axe does not know that the arrow keys scroll the list, so only its colours are checked.
  expect(await violations(page, "colours")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => editor.innerText()).toContain('"use": "porthos:pin" }');

  // The offers of the other components, for a side of the pin.
  const sides = before + 'pin", "between": { "a": "ground", "b": "';
  const end = '" } }\n  }\n}';
  await type(sides + end, end.length);
  await page.keyboard.type("r");
  await list.getByText("rod.tail", { exact: true }).waitFor();
  await page.keyboard.type("od.tai");
  await list.locator("[aria-selected=true]").getByText("rod.tail", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => editor.innerText()).toContain('"b": "rod.tail" }');

  // The first move lights the name up, which draws it anew.
  await editor.getByText('"porthos:planar-rod"').hover();
  await page.locator(".cm-lit").first().waitFor();
  const box = (await editor.getByText('"porthos:planar-rod"').boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 0.5 * box.height, { steps: 4 });
  const card = page.locator(".cm-tooltip-hover");
  await card.getByText("A uniform slender rod").waitFor();
  expect(await card.getByRole("row", { name: /length 1 m length/ }).count()).toBe(1);

  expect(await violationsInBothThemes(page)).toEqual(noViolations);

  await editor.getByText('"rod.tail"').click();
  await page.keyboard.press("F12");
  expect(await page.evaluate("getSelection().toString()")).toBe("rod");
  expect(complaints).toEqual([]);
  await close();
});
