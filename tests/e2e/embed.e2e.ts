// The element and its frame in all kinds of course material: each test compares a number of the run
// with the same run in Node, to the bit.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { inBuild } from "../../tools/run.mjs";
import { sliderCrank, told, usePlaces, type Told } from "./places";

const places = usePlaces();
const { column, element, expected, folder, link, script } = await sliderCrank();
const strict =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; ";

test.each([
  ["by itself", ""],
  ["under a strict policy", `${strict} worker-src 'self'; img-src 'self'`],
  ["under a policy without workers", `${strict} worker-src 'none'`],
])("the element runs %s", async (_, policy) => {
  const { page, complaints, close } = await places.show(script + element(), { policy });
  const [run] = await told(page);
  expect(run?.outcome).toBe("finished");
  expect(run?.summary?.final[column]).toBe(expected);
  if (!policy.includes("worker-src 'none'")) expect(complaints).toEqual([]);
  await close();
});

test("a planar model of its own loads at most 20 scripts of the element, together 250 kB", async () => {
  const files: string[] = [];
  const { page, close } = await places.show(script + element("controls='transport'"), {
    prepare: async (tab) =>
      void tab.on("request", (request) => {
        const [, name] = /\/dist\/([^?#]+)/.exec(request.url()) ?? [];
        if (name) files.push(name);
      }),
  });
  await told(page);
  await page.locator("porthos-sim .stage-canvas:not([data-stale])").waitFor();
  expect(files.filter((name) => /^(posters|embed)\/|\.porthos\.js$/.test(name))).toEqual([]);
  // The rest are modules of the library.
  const own = files.filter((name) => /^element[./]/.test(name));
  const sizes = own.map((name) => gzipSync(readFileSync(join(inBuild("dist"), name))).length);
  expect(own).toContain("element.js");
  expect(own.length).toBeLessThanOrEqual(20);
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(250_000);
  await close();
});

test("ten elements share a page", async () => {
  const { page, close } = await places.show(script + element("controls='none'").repeat(10), {
    viewport: { width: 900, height: 700 },
  });
  const runs = await told(page, 10);
  expect(runs.map(({ summary }) => summary?.final[column])).toEqual(Array(10).fill(expected));
  await close();
});

test.each([
  ["sandboxed without an origin", 'sandbox="allow-scripts" width="640" height="480"', ""],
  ["sandboxed", 'sandbox="allow-scripts allow-same-origin" width="640" height="480"', ""],
  ["of another origin, as in Moodle", 'width="100%" height="400" class="no-overflow"', "elsewhere"],
])("a frame runs: %s", async (_, attributes, origin) => {
  const from = origin ? places.elsewhere() : "";
  const frame = `<iframe title="Slider-crank" src="${from}/web/embed.html#${link}" ${attributes}></iframe>`;
  const { page, close } = await places.show(frame);
  const [run] = await told(page);
  expect(run?.outcome).toBe("finished");
  expect(run?.summary?.final[column]).toBe(expected);
  await close();
});

test("in 480 × 320 pixels figure and play button are in view", async () => {
  const frame = `<iframe title="Slider-crank" width="480" height="320" src="/web/embed.html#${link}"></iframe>`;
  const { page, close } = await places.show(frame);
  const [run] = await told(page);
  expect(run?.summary?.final[column]).toBe(expected);
  const inside = page.frameLocator("iframe");
  const figure = await inside.locator(".stage").evaluate((e) => e.getBoundingClientRect().toJSON());
  const play = await inside
    .getByRole("button", { name: "Play", exact: true })
    .evaluate((e) => e.getBoundingClientRect().toJSON());
  expect(figure.height).toBeGreaterThan(150);
  expect(play.bottom).toBeLessThanOrEqual(320);
  expect(await inside.locator("html").evaluate((e) => e.scrollWidth)).toBeLessThanOrEqual(480);
  await close();
});

test("a page drives its frame by messages", async () => {
  const frame = `<iframe title="Slider-crank" width="640" height="300" src="/web/embed.html#${link}"></iframe>`;
  const { page, close } = await places.show(frame);
  await told(page);
  const ask = (verb: string, more: object = {}) =>
    page.evaluate(
      (message) =>
        new Promise((resolve) => {
          const id = Math.random();
          addEventListener("message", ({ data }) => data.id === id && resolve(data));
          const [frame] = document.getElementsByTagName("iframe");
          frame?.contentWindow?.postMessage({ porthos: 1, id, ...message }, "*");
        }),
      { verb, ...more },
    ) as Promise<{ result?: Record<string, unknown>; error?: string }>;
  await ask("seek", { t: 1 });
  const shown = (await ask("snapshot", { picture: true })).result ?? {};
  expect(shown).toMatchObject({ t: 1, end: 1, playing: false, values: { [column]: expected } });
  expect(shown["picture"]).toMatch(/^data:image\/png;base64,.{1000}/);
  const changed = (await ask("set", { values: { omega_0: 2 } })).result as { summary?: unknown };
  expect(changed).toMatchObject({ outcome: "finished" });
  expect(changed.summary).not.toMatchObject({ final: { [column]: expected } });
  const again = (await ask("run", { settings: { set: { omega_0: 5 } } })).result;
  expect(again).toMatchObject({ summary: { final: { [column]: expected } } });
  expect((await ask("explode")).error).toMatch(/unknown verb/);
  const sizes = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("message", ({ data }) => {
          if (data.event === "size") resolve(data.detail.height);
        });
        const [frame] = document.getElementsByTagName("iframe");
        if (frame) frame.width = "600";
      }),
  );
  expect(sizes).toBeGreaterThan(372); // the figure at its full height, and the controls
  await close();
});

test("a course page on a memory stick frames the element beside it", async () => {
  const place = mkdtempSync(join(tmpdir(), "porthos-stick-"));
  cpSync(inBuild("dist", "embed"), join(place, "embed"), { recursive: true });
  cpSync(inBuild("dist", "embed.html"), join(place, "embed.html"));
  const frame = `<iframe title="Slider-crank" width="640" height="400" src="embed.html#${link}"></iframe>`;
  writeFileSync(
    join(place, "course.html"),
    `<!doctype html><script>addEventListener("message", ({ data }) => {
      if (data.event === "outcome") window.told = data.detail; });</script>${frame}`,
  );
  const { page, close } = await places.openFile(join(place, "course.html"));
  await expect
    .poll(() => page.evaluate<Told | undefined>("window.told"), { timeout: 60_000 })
    .toMatchObject({ outcome: "finished", summary: { final: { [column]: expected } } });
  await close();
  rmSync(place, { recursive: true });
});

test("a file from the command and one from the page run without a network", async () => {
  const place = mkdtempSync(join(tmpdir(), "porthos-offline-"));
  const own = join(place, "command.html");
  const options = ["--until", "1", "--set", "omega_0=5", "--locked", "omega_0", "-o", own];
  const model = join(folder, "slider-crank.porthos.json");
  execFileSync("node", [join(inBuild("dist"), "cli.js"), "html", model, ...options]);

  const { page: workbench, close: leave } = await places.openPage(`#${link}`);
  const waiting = workbench.waitForEvent("download");
  await workbench.getByRole("button", { name: "Save" }).click();
  await workbench.getByRole("button", { name: /^Offline web page/ }).click();
  const saved = join(place, "page.html");
  await (await waiting).saveAs(saved);
  await leave();

  for (const path of [own, saved]) {
    const { page, complaints, close } = await places.openFile(path);
    await expect
      .poll(() => page.locator(".lab").getAttribute("data-status"), { timeout: 60_000 })
      .toBe("finished");
    const shown = await page.evaluate(async () => {
      const sim = document.querySelector("porthos-sim");
      await sim?.seek(1);
      return sim?.snapshot();
    });
    expect(shown?.values[column]).toBe(expected);
    expect(complaints).toEqual([]);
    await close();
  }
  rmSync(place, { recursive: true });
});
