import { expect, test } from "vitest";
import { settled, usePage, violations } from "./support";

const open = usePage();

test("the tab Structure says what the theory says, with an inspector that is loaded for it", async () => {
  const { page, complaints, close } = await open("#model=knife-edge");
  await settled(page);
  const inspectors = (): Promise<number> =>
    page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => name.includes("inspector"))
          .length,
    );
  expect(await inspectors()).toBe(0);
  await page.getByRole("tab", { name: "Structure" }).click();
  const item = page.locator(".findings li", { hasText: "edge is holonomic" });
  await item.waitFor({ timeout: 60_000 });
  expect(await item.locator(".verdict").textContent()).toBe("no");
  expect(await page.locator(".structure [role=status]").textContent()).toContain(
    "all port-Hamiltonian conditions hold",
  );
  expect(await page.locator(".structure .facts").textContent()).toContain("momentum(omega)");
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("what fails comes first and counts at the tab", async () => {
  const { page, close } = await open("#model=gyroscope-euler&set=G_sign:-1"); // the sign of the print
  await settled(page);
  const tab = page.getByRole("tab", { name: "Structure" });
  await tab.click();
  const first = page.locator(".findings li.fails").first();
  await first.waitFor({ timeout: 60_000 });
  expect(await first.textContent()).toContain("gyroscopic forces are those");
  expect(await first.textContent()).toContain("momentum(omega_");
  expect(await tab.locator(".mark").textContent()).toBe("1");
  await close();
});
