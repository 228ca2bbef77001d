// The interface in the reader's language, and its texts for readers who do not see the figure.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { en } from "../../web/src/words/en/en";
import { de } from "../../web/src/words/de/de";
import { settled, timeShown, usePage, violations } from "./support";
import { told, usePlaces } from "./places";

const open = usePage();
const places = usePlaces();

/**
 * All words of the interface that a page shows or announces: texts, names and titles, without those
 * of the models.
 */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = [];
    const walk = (node, isEnglish) => {
      if (node.nodeType === Node.TEXT_NODE && !isEnglish) found.push(node.textContent.trim());
      if (node instanceof Element) {
        if (/^(STYLE|SCRIPT|MATH)$/i.test(node.tagName)) return;
        for (const name of ["aria-label", "title", "placeholder"])
          if (!isEnglish && node.hasAttribute(name)) found.push(node.getAttribute(name).trim());
        const lang = node.getAttribute("lang");
        if (lang) isEnglish = lang === "en" && node !== document.documentElement;
        if (node.shadowRoot) node.shadowRoot.childNodes.forEach((child) => walk(child, isEnglish));
      }
      node.childNodes.forEach((child) => walk(child, isEnglish));
    };
    walk(document.body, false);
    return found.filter(Boolean);
  })()`);

const english = new Set(
  Object.entries(en).flatMap(([row, word]) =>
    typeof word === "string" && (de as Record<string, unknown>)[row] !== word ? [word] : [],
  ),
);

/** Records the announcements from now on. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.said = [];
    const region = document.querySelector("porthos-sim").shadowRoot.querySelector(".lab > [role=status]");
    new MutationObserver(() => region.textContent && said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  })()`);
const said = (page: Page): Promise<string[]> => page.evaluate<string[]>("window.said");

test("a German browser gets the page in German, no word of it in English", async () => {
  const { page, complaints, close } = await open("", { locale: "de-DE" });
  await page.locator(".card").first().waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await page.locator("h1").textContent()).toBe(
    "Mechanismen simulieren und sehen, wohin jedes Joule geht",
  );
  const inGallery = await wordsOn(page);
  expect(inGallery).toContain("Sortieren nach");
  expect(inGallery.filter((word) => english.has(word))).toEqual([]);

  await page.goto(`${page.url().split("#")[0]}#model=slider-crank`);
  expect(await settled(page)).toBe("finished");
  await page.locator(".equation-group h3").first().waitFor({ state: "attached" });
  const inWorkbench = await wordsOn(page);
  for (const word of ["Energiebilanz", "Verfahren", "Abspielen", "Modelltext", "Zugeführt"])
    expect(inWorkbench).toContain(word);
  expect(inWorkbench.filter((word) => english.has(word))).toEqual([]);
  // The words of the model, and of the two that it uses.
  for (const word of ["Schubkurbel", "Winkel der Kurbel am Anfang", "Länge der Stange"])
    expect(inWorkbench).toContain(word);
  for (const [tab, content] of [
    [de.modelText, ".cm-content"],
    [de.data, ".data td"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await page.locator(content).first().waitFor();
  }
  expect((await wordsOn(page)).filter((word) => english.has(word))).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("the language is chosen in the help, and kept", async () => {
  const { page, close } = await open("#model=slider-crank&set=omega_0:5");
  await settled(page);
  await page.keyboard.press("?");
  await page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await page.getByRole("tab", { name: "Modelltext" }).waitFor();
  await settled(page);
  expect(new URL(page.url()).hash).toContain("omega_0:5");
  await page.reload();
  await page.getByRole("tab", { name: "Modelltext" }).waitFor();
  await page.keyboard.press("?");
  expect(await page.locator(".help kbd").first().textContent()).toBe("Leertaste");
  await page.getByLabel("Sprache").selectOption({ label: "English" });
  await page.getByRole("tab", { name: "Model text" }).waitFor();
  await close();
});

test("an element speaks the language of the place where it stands", async () => {
  const script = '<script type="module" src="/dist/element.js"></script>';
  const sim = (lang: string): string =>
    `${script}<div lang="${lang}"><porthos-sim model="crank" until="0.1" controls="transport"></porthos-sim></div>`;
  for (const [lang, play] of [
    ["de-CH", "Abspielen"],
    ["en", "Play"],
    ["fr", "Play"],
  ] as const) {
    const { page, close } = await places.show(sim(lang));
    await told(page);
    await page.getByRole("button", { name: play, exact: true }).waitFor();
    await close();
  }
});

test("a knob says what it did, once the run is there", async () => {
  const { page, close } = await open("#model=double-pendulum&until=4");
  await settled(page);
  const figure = page.locator(".stage-canvas");
  const described = await figure.evaluate((element) => {
    const root = element.getRootNode() as ShadowRoot;
    return root.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
  });
  expect(described).toMatch(/^The figure shows .*bob.*Computed to 4 seconds\. /);
  expect(described).toMatch(/ (swings|moves) between -?[\d.]+ metres and /);
  await listen(page);
  const knob = page.locator(".control input[type=range]").first();
  await knob.focus();
  for (let k = 0; k < 5; k++) await page.keyboard.press("ArrowRight");
  const value = await knob.getAttribute("aria-valuetext");
  await expect.poll(() => said(page), { timeout: 30_000 }).toHaveLength(1);
  const [sentence = ""] = await said(page);
  expect(sentence).toContain(` is ${value}. Computed to 4 seconds. `);
  expect(sentence).toMatch(/ (swings|moves|grows|falls) /);
  await close();
});

test("while time passes nothing is said; where it stops the positions are", async () => {
  const { page, close } = await open("#model=double-pendulum&until=4", {
    viewport: { width: 560, height: 640 },
  });
  await settled(page);
  await listen(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  // Longer than the narrator waits before it says anything.
  await expect.poll(() => timeShown(page), { timeout: 60_000 }).toBeGreaterThan(1.5);
  expect(await said(page)).toEqual([]);
  await page.keyboard.press("k");
  await expect.poll(() => said(page), { timeout: 30_000 }).toHaveLength(1);
  const [sentence = ""] = await said(page);
  const t = Number(await page.locator(".time .now").textContent());
  expect(Number(/^At ([\d.]+) seconds: /.exec(sentence)?.[1])).toBeCloseTo(t, 1);
  expect(sentence).toMatch(/ -?[\d.]+ metres/);
  await close();
});

test("a model with a German page shows it, and its tasks, to German readers", async () => {
  const { page, complaints, close } = await open("#model=double-pendulum&until=1", {
    locale: "de-DE",
    draws: false,
  });
  await settled(page);
  await page.getByRole("button", { name: "Aufgaben" }).click();
  await page.getByText("Was geschieht mit dem Abstand der beiden Bewegungen?").waitFor();
  await page.goto(page.url().replace("double-pendulum", "backspin-ball"));
  await page.reload();
  await settled(page);
  expect(await page.locator("article.prose[lang=de]").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
