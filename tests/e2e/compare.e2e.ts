// A second run beside the first: its accuracy in numbers, its lines in the traces.
import { expect, test } from "vitest";
import { runAfter, settled, usePage } from "./support";

const open = usePage();

test("another method, half the step, and the run before a change stand beside the run", async () => {
  const { page, complaints, close } = await open("#model=four-bar");
  await settled(page);
  const choose = page.getByLabel("Compare with");
  const cells = async (row: string): Promise<string[]> =>
    page.locator(".comparison tr", { hasText: row }).locator("td").allTextContents();
  const numbers = async (row: string): Promise<number[]> =>
    (await cells(row)).map((text) =>
      Number(
        text
          .replace("−", "-")
          .replace(/\s*·\s*10/, "e")
          .replace(/[^\d.e+-]/g, ""),
      ),
    );

  await choose.selectOption("rk4-baumgarte");
  await expect
    .poll(() => cells("method"), { timeout: 30_000 })
    .toEqual(["gauss(2)", "rk4-baumgarte"]);
  // It does not hold the constraints, which the run's own method does.
  const [gap, otherGap] = await page.evaluate(async () => {
    const sim = document.querySelector("porthos-sim") as unknown as {
      ready(): Promise<{
        experiment: { end: { summary: { gaps: { position: number } } } };
        comparison: { run: { end: { summary: { gaps: { position: number } } } } };
      }>;
    };
    const { experiment, comparison } = await sim.ready();
    return [experiment.end.summary.gaps.position, comparison.run.end.summary.gaps.position];
  });
  expect(gap).toBeLessThan(1e-11);
  expect(otherGap).toBeGreaterThan(100 * gap!);

  await choose.selectOption("half the step");
  await expect
    .poll(
      async () => {
        const [own = 0, other = 0] = await numbers("step");
        return other / own;
      },
      { timeout: 30_000 },
    )
    .toBeCloseTo(0.5, 6);
  const [error = 0, halved = 1] = await numbers("error of the motion");
  expect(halved).toBeLessThan(error); // the order of the method is 4

  await choose.selectOption("the run before the last change");
  await page.getByLabel("Step size").fill("0.02");
  await runAfter(page, () => page.getByLabel("Step size").press("Enter"));
  await expect.poll(async () => (await numbers("step"))[0], { timeout: 20_000 }).toBe(0.02);
  expect((await numbers("step"))[1]).not.toBe(0.02);
  await choose.selectOption("nothing");
  expect(await page.locator(".comparison tr").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("a task sets the printed sign of the gyroscope beside the right one", async () => {
  const { page, complaints, close } = await open("#model=gyroscope-euler&until=5");
  await settled(page);
  await page.getByRole("button", { name: "Tasks", exact: true }).click();
  const task = page.locator(".task");
  await task.getByRole("button", { name: "Set parameters and run" }).click();
  await page.locator(".comparison tr").first().waitFor({ timeout: 30_000 });
  expect(await page.getByLabel("Compare with").inputValue()).toBe("set G_sign: -1");
  const drifts = await page.evaluate<{ [name: string]: number[] }>(`(async () => {
    const { experiment, comparison } = await document.querySelector("porthos-sim").ready();
    const drift = (run, names) => Math.max(...names.map((name) => {
      const column = [...run.column(run.indexOf(name))];
      return Math.max(...column) - Math.min(...column);
    }));
    const both = (names) => [experiment, comparison.run].map(({ trajectory }) => drift(trajectory, names));
    return { momentum: both(["L_X", "L_Y", "L_Z"]), energy: both(["energy.balance_error"]) };
  })()`);
  const [ours = 1, printed = 0] = drifts["momentum"] ?? [];
  expect(ours).toBeLessThan(1e-7); // kg m²/s, of 0.13
  expect(printed).toBeGreaterThan(1e-2);
  for (const error of drifts["energy"] ?? []) expect(error).toBeLessThan(1e-13);
  await task.getByText("both", { exact: true }).click();
  await task.getByRole("button", { name: "Check" }).click();
  await page.getByText(/✓ Right\. A skew matrix/).waitFor();
  await page.getByLabel("Compare with").selectOption("nothing");
  expect(await page.locator(".comparison tr").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
