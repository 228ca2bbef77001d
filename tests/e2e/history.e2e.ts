// What was changed can be taken back, and a model can come from an address.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { atEnd, settled, usePage } from "./support";

const open = usePage();

async function finalKinetic(page: Page): Promise<string> {
  await page.waitForTimeout(150);
  await settled(page);
  return atEnd(page, "kinetic");
}

test("undo and redo go over knobs, inputs, method and text", async () => {
  const { page, complaints, close } = await open("#model=crank");
  const seen = [await finalKinetic(page)];
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.isDisabled()).toBe(true);
  const change = async (act: () => Promise<void>): Promise<void> => {
    await page.waitForTimeout(700); // later than what counts as one turn of a knob
    await act();
    seen.push(await finalKinetic(page));
  };
  const enter = (label: string | RegExp, text: string) => async () => {
    await page.getByLabel(label).first().fill(text);
    await page.getByLabel(label).first().press("Enter");
  };
  await change(enter(/moment of inertia/, "0.02"));
  await change(enter(/Formula of time for M_ext/, "0.2"));
  await change(enter("Duration", "3"));
  await change(async () => {
    await page.getByRole("tab", { name: "Model text" }).click();
    const editor = page.getByLabel("Model text, JSON");
    await editor.click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.type('\n"potential_energy": "0.1*sin(phi1)",');
    await page.waitForTimeout(800);
  });
  expect(new Set(seen).size).toBe(seen.length);
  for (const expected of seen.slice(0, -1).reverse()) {
    await undo.click();
    expect(await finalKinetic(page)).toBe(expected);
  }
  expect(await undo.isDisabled()).toBe(true);
  for (const expected of seen.slice(1)) {
    await page.getByRole("button", { name: "Redo" }).click();
    expect(await finalKinetic(page)).toBe(expected);
  }
  expect(complaints).toEqual([]);
  await close();
});

test("a model of another origin is opened when the reader says so", async () => {
  const text = readFileSync(new URL("../../web/models/crank.porthos.json", import.meta.url));
  let asked = 0;
  const server = createServer((_, answer) => {
    asked++;
    answer.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end(text);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m.json`;
  const { page, close } = await open(`?model=${encodeURIComponent(address)}`);
  await page.getByRole("heading", { name: /Open a model from 127\.0\.0\.1/ }).waitFor();
  expect(asked).toBe(0);
  await page.getByRole("button", { name: "Open it" }).click();
  expect(await settled(page)).toBe("finished");
  expect(asked).toBe(1);
  expect(page.url()).toContain("#model=own");
  expect(await page.locator("h1").textContent()).toBe("Crank");
  await close();
  server.close();
});
