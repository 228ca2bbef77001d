// Course packages in a SCORM run-time (scorm-again), as a course system would show them: marks,
// answers, time, and what comes back in a second visit.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBuild, root } from "../../tools/run.mjs";
import { drawNumbers } from "../../web/src/prose/own-numbers";
import { folders, sliderCrank, usePlaces } from "./places";
import { patience, settled, usePage, violations } from "./support";

const open = usePage();
const places = usePlaces();
const { column, expected, folder: models } = await sliderCrank();
const folder = mkdtempSync(join(tmpdir(), "porthos-scorm-"));
afterAll(() => rmSync(folder, { recursive: true }));
folders["lms"] = join(root, "node_modules", "scorm-again", "dist");

const tasks = `## Tasks

1. One

   \`\`\`task
   set: omega_0: 5
   watch: ${column}
   ask: Where is the crank after 1 s?
   number: ${expected.toFixed(3)} within 0.01 rad
   points: 2
   \`\`\`

2. Two

   \`\`\`task
   ask: Which?
   choice: one | * two
   \`\`\`

3. Three

   \`\`\`task
   reach: crank.omega1 > 9 rad/s
   \`\`\`
`;

/** Unpacks a package into a folder of the server, and returns its files. */
function unpack(name: string, bytes: Uint8Array): Readonly<Record<string, string>> {
  const files = unzipSync(bytes);
  folders[name] = join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, file)), { recursive: true });
    writeFileSync(join(folder, name, file), content);
  }
  return Object.fromEntries(Object.entries(files).map(([file, all]) => [file, strFromU8(all)]));
}

function packageOf(name: string, words: readonly string[]): Readonly<Record<string, string>> {
  const zip = join(folder, `${name}.zip`);
  execFileSync("node", [join(inBuild("dist"), "cli.js"), "scorm", ...words, "-o", zip]);
  return unpack(name, readFileSync(zip));
}

const model = join(models, "slider-crank.porthos.json");
const page = join(folder, "tasks.md");
beforeAll(() => {
  writeFileSync(page, tasks);
  for (const version of ["1.2", "2004"])
    packageOf(version, [
      ...[model, "--page", page, "--until", "1"],
      ...["--scorm", version, "--pass", "60"],
    ]);
});

const runTimes = {
  "1.2": { script: "scorm12.min.js", make: "window.API = new Scorm12API(settings)" },
  "2004": { script: "scorm2004.min.js", make: "window.API_1484_11 = new Scorm2004API(settings)" },
} as const;
type Version = keyof typeof runTimes;

/** The course system: its run-time with the data of an earlier visit, around the package. */
function courseSystem(version: Version, before: object): string {
  const { script, make } = runTimes[version];
  return `<script src="/lms/${script}"></script>
    <script>
      const settings = { autocommit: false, logLevel: "NONE", lmsCommitUrl: false };
      const runTime = ${make};
      runTime.loadFromJSON(${JSON.stringify(before)}, "");
      const data = () => JSON.parse(JSON.stringify(runTime.cmi));
    </script>
    <iframe title="Course" width="900" height="1400" src="/${version}/page-1.html"></iframe>`;
}

const data = (page: Page) => page.evaluate<Data>("data()");
interface Data {
  readonly core?: Record<string, unknown> & { score: Record<string, string> };
  readonly score?: Record<string, string>;
  readonly suspend_data: string;
  readonly interactions: Record<string, Record<string, unknown>>;
  readonly [name: string]: unknown;
}

/** Status and score by the names of SCORM 1.2. */
function marks({ core, score, ...data }: Data): Record<string, unknown> {
  return core
    ? { status: core["lesson_status"], raw: core.score["raw"] }
    : {
        completion: data["completion_status"],
        success: data["success_status"],
        raw: score?.["raw"],
        scaled: score?.["scaled"],
      };
}

const ready = (inside: FrameLocator): Promise<void> =>
  inside.locator(".lab[data-status=finished]").waitFor({ timeout: patience });

/** Leaves the page as a course system does, and returns the data that it keeps. */
async function leave(page: Page): Promise<Data> {
  await page.evaluate(`new Promise((done) => {
    const frame = document.querySelector("iframe");
    frame.addEventListener("load", done);
    frame.src = "about:blank";
  })`);
  return data(page);
}

const versions = ["1.2", "2004"] as const;

describe.each(versions)("SCORM %s", (version) => {
  const isOld = version === "1.2";

  test("a learner's wrong and right answers give marks, and come back", async () => {
    const { page, complaints, close } = await places.show(courseSystem(version, {}));
    const inside = page.frameLocator("iframe");
    await ready(inside);
    // Not started: there is a status and no score.
    expect(marks(await data(page))).toEqual(
      isOld
        ? { status: "incomplete", raw: "" }
        : { completion: "incomplete", success: "unknown", raw: "", scaled: "" },
    );
    const field = inside.getByLabel("Where is the crank after 1 s?");
    const check = inside.getByRole("button", { name: "Check" });
    await field.fill(String(expected + 0.02));
    await check.first().click();
    expect(marks(await data(page))).toEqual(
      isOld
        ? { status: "incomplete", raw: "0" }
        : { completion: "incomplete", success: "unknown", raw: "0", scaled: "0" },
    );
    await field.fill(`${expected.toFixed(3).replace(".", ",")} rad`);
    await check.first().click();
    await inside.getByRole("radio", { name: "two" }).check();
    await check.nth(1).click();
    // 3 of 4 points are more than 60 %, although the third task has no answer.
    expect(marks(await data(page))).toEqual(
      isOld
        ? { status: "passed", raw: "75" }
        : { completion: "incomplete", success: "passed", raw: "3", scaled: "0.75" },
    );
    await inside
      .locator("porthos-sim")
      .evaluate((sim) =>
        (sim as unknown as { set(values: object): Promise<unknown> }).set({ omega_0: 9.5 }),
      );
    await expect
      .poll(async () => marks(await data(page)))
      .toEqual(
        isOld
          ? { status: "passed", raw: "100" }
          : { completion: "completed", success: "passed", raw: "4", scaled: "1" },
      );
    const kept = await leave(page);
    const given = Object.values(kept.interactions["childArray"] ?? kept.interactions);
    const responses = given.map((one) =>
      typeof one === "object" && one !== null
        ? [
            Reflect.get(one, "id"),
            Reflect.get(one, isOld ? "student_response" : "learner_response"),
            Reflect.get(one, "result"),
          ]
        : [],
    );
    const [wrong, two, goal] = isOld
      ? ["wrong", "b", expect.any(String)]
      : ["incorrect", "choice_b", expect.any(String)];
    expect(responses).toEqual([
      ["task_1", String(expected + 0.02).slice(0, 12), wrong],
      ["task_1", expected.toFixed(3), "correct"],
      ["task_2", two, "correct"],
      ["task_3", goal, "correct"],
    ]);
    const core = (kept.core ?? kept) as Record<string, unknown>;
    expect(core["exit"]).toBe("suspend");
    expect(core["session_time"]).toMatch(isOld ? /^\d{2,4}:\d\d:\d\d\.\d\d$/ : /^PT\d+(\.\d+)?S$/);
    expect(core["session_time"]).not.toMatch(/^(0+:00:00\.00|PT0S)$/);
    expect(complaints).toEqual([]);
    await close();
    await comesBack(version, kept);
  });

  test("own numbers follow from the learner's identifier", async () => {
    const file = join(folder, `own-${version}.md`);
    writeFileSync(
      file,
      "## Own\n\n```task\nown: omega_0: 3 to 7 by 0.5\nask: Twice {omega_0}?\nnumber: 2*omega_0 within 0 rad/s\n```\n",
    );
    packageOf(`own-${version}`, ["--scorm", version, model, "--page", file, "--until", "1"]);
    const learner = isOld ? { core: { student_id: "ada" } } : { learner_id: "ada" };
    const { page, complaints, close } = await places.show(
      courseSystem(version, { cmi: learner }).replace(`/${version}/`, `/own-${version}/`),
    );
    const inside = page.frameLocator("iframe");
    await ready(inside);
    const range = { name: "omega_0", from: 3, to: 7, by: 0.5 };
    const { omega_0: own = NaN } = drawNumbers([range], "ada", 1);
    await inside.getByLabel(`Twice ${own} rad/s?`).fill(String(2 * own));
    expect(await inside.getByLabel("Your name or number").count()).toBe(0);
    await inside.getByRole("button", { name: "Check" }).click();
    await expect.poll(async () => marks(await data(page))["raw"]).toBe(isOld ? "100" : "1");
    expect(complaints).toEqual([]);
    await close();
  });

  test("review writes nothing", async () => {
    const mode = isOld ? { core: { lesson_mode: "review" } } : { mode: "review" };
    const { page, close } = await places.show(courseSystem(version, { cmi: mode }));
    const inside = page.frameLocator("iframe");
    await ready(inside);
    await inside.getByRole("radio", { name: "one" }).check();
    await inside.getByRole("button", { name: "Check" }).nth(1).click();
    expect(await inside.locator(".task-verdict").nth(1).textContent()).toBe("Not yet.");
    const kept = await leave(page);
    expect(kept.suspend_data).toBe("");
    expect(marks(kept)["raw"]).toBe("");
    await close();
  });
});

async function comesBack(version: Version, kept: Data): Promise<void> {
  const before = { cmi: { suspend_data: kept.suspend_data } };
  const { page, complaints, close } = await places.show(courseSystem(version, before));
  const inside = page.frameLocator("iframe");
  await ready(inside);
  const field = inside.getByLabel("Where is the crank after 1 s?");
  expect(await field.inputValue()).toBe(`${expected.toFixed(3).replace(".", ",")} rad`);
  expect(await inside.getByRole("radio", { name: "two" }).isChecked()).toBe(true);
  expect(await inside.locator(".task-verdict.is-right").count()).toBe(3);
  const state = await inside
    .locator("porthos-sim")
    .evaluate((sim) => Reflect.get(sim, "progress") as { settings: unknown; tasks: unknown });
  expect(state.settings).toMatchObject({ set: { omega_0: 9.5 } });
  expect(state.tasks).toMatchObject([
    { task: 1, attempts: 2, right: true },
    { task: 2, attempts: 1, right: true },
    { task: 3, attempts: 1, right: true },
  ]);
  // The score is there again without another answer.
  expect(marks(await data(page))["raw"]).toBe(version === "1.2" ? "100" : "4");
  expect(complaints).toEqual([]);
  await close();
}

test("all tasks answered and too few points: failed, and a later right answer passes", async () => {
  const { page, close } = await places.show(courseSystem("1.2", {}));
  const inside = page.frameLocator("iframe");
  await ready(inside);
  await inside
    .locator("porthos-sim")
    .evaluate((sim) =>
      (sim as unknown as { set(values: object): Promise<unknown> }).set({ omega_0: 9.5 }),
    );
  const check = inside.getByRole("button", { name: "Check" });
  await inside.getByRole("radio", { name: "one" }).check();
  await check.nth(1).click();
  const field = inside.getByLabel("Where is the crank after 1 s?");
  await field.fill("0");
  await check.first().click();
  expect(marks(await data(page))).toEqual({ status: "failed", raw: "25" });
  await field.fill(expected.toFixed(3));
  await check.first().click();
  expect(marks(await data(page))).toEqual({ status: "passed", raw: "75" });
  await close();
});

test("a teacher's pass mark in the course system comes before that of the package", async () => {
  const before = { cmi: { student_data: { mastery_score: "90" } } };
  const { page, close } = await places.show(courseSystem("1.2", before));
  const inside = page.frameLocator("iframe");
  await ready(inside);
  await inside.getByLabel("Where is the crank after 1 s?").fill(expected.toFixed(3));
  await inside.getByRole("button", { name: "Check" }).first().click();
  await inside.getByRole("radio", { name: "two" }).check();
  await inside.getByRole("button", { name: "Check" }).nth(1).click();
  expect(marks(await data(page))).toEqual({ status: "incomplete", raw: "75" });
  await close();
});

test("without a course system the page works, and says nothing", async () => {
  const { page, complaints, close } = await places.openApp("/1.2/page-1.html");
  await page.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
  await page.getByRole("radio", { name: "two" }).check();
  await page.getByRole("button", { name: "Check" }).nth(1).click();
  expect(await page.locator(".task-verdict").nth(1).textContent()).toBe("✓ Right.");
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test.each(versions)(
  "the manifest of SCORM %s names all files of several models",
  async (version) => {
    const files = packageOf(`several-${version}`, [
      ...["--scorm", version, "--title", 'Cranks & "more" <1>'],
      ...[model, "--page", page, join(models, "crank.porthos.json"), "--until", "2"],
    ]);
    const { page: browser, close } = await places.show("");
    const found = await browser.evaluate((text) => {
      const manifest = new DOMParser().parseFromString(text, "text/xml");
      const all = (name: string, attribute: string) =>
        [...manifest.getElementsByTagName(name)].map((one) => one.getAttribute(attribute));
      return {
        error: manifest.querySelector("parsererror")?.textContent ?? null,
        root: manifest.documentElement.namespaceURI,
        version: manifest.querySelector("schemaversion")?.textContent,
        title: manifest.querySelector("organization > title")?.textContent,
        items: all("item", "identifierref"),
        resources: all("resource", "identifier"),
        pages: all("resource", "href").filter((one) => one !== null),
        files: all("file", "href"),
      };
    }, files["imsmanifest.xml"] ?? "");
    expect(found).toMatchObject({
      error: null,
      root:
        version === "1.2"
          ? "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
          : "http://www.imsglobal.org/xsd/imscp_v1p1",
      version: version === "1.2" ? "1.2" : "2004 4th Edition",
      title: 'Cranks & "more" <1>',
      items: ["page-1", "page-2"],
      resources: ["page-1", "page-2", "scripts"],
      pages: ["page-1.html", "page-2.html"],
    });
    expect(found.files.sort()).toEqual(
      Object.keys(files)
        .filter((name) => name !== "imsmanifest.xml")
        .sort(),
    );
    await close();
  },
);

test("the page of Porthos saves the same package", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1&set=omega_0:5");
  await settled(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Course package (SCORM 1.2)" }).click();
  const zip = join(folder, "page.zip");
  await (await waiting).saveAs(zip);
  const files = unpack("saved", readFileSync(zip));
  expect(files["imsmanifest.xml"]).toContain("<schemaversion>1.2</schemaversion>");
  expect(complaints).toEqual([]);
  await close();
  const visit = await places.openApp("/saved/page-1.html");
  await visit.page.locator(".lab[data-status=finished]").waitFor({ timeout: patience });
  const shown = await visit.page.evaluate<Record<string, number>>(`(async () => {
    const sim = document.querySelector("porthos-sim");
    await sim.seek(1);
    return (await sim.snapshot()).values;
  })()`);
  expect(shown[column]).toBe(expected);
  expect(await visit.page.locator(".task").count()).toBe(3);
  await visit.close();
});
