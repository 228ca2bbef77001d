// The examples of docs/frameworks.md: built for a page, or run as a notebook runs them. Each shows the crank angle
// that Node computes.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inBuild, root } from "../../tools/run.mjs";
import { quiet, tool, tools, useApps, type Vite } from "./apps";
import { sliderCrank, usePlaces } from "./places";

const apps = useApps();
const places = usePlaces();
const { column, expected, folder } = await sliderCrank();
const guide = readFileSync(join(root, "docs", "frameworks.md"), "utf8");

/** The blocks of a language in a section of the guide. */
function blocks(section: string, language: string): string[] {
  const [, text = ""] = guide.split(new RegExp(`^## ${section}$`, "m"));
  const [own = ""] = text.split(/^## /m);
  return [...own.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

const block = (section: string, language: string): string => {
  const [code] = blocks(section, language);
  if (!code) throw new Error(`${section} has no ${language}`);
  return code;
};

/** Done when the example shows its number and its plot. */
const watch = `
  const timer = setInterval(() => {
    const text = document.querySelector("output")?.textContent;
    const plot = document.querySelector("porthos-plot")?.shadowRoot?.querySelector("[data-drawn] canvas");
    if (!text || !plot) return;
    clearInterval(timer);
    window.result = Number(text);
    document.title = "done";
  }, 20);`;

const page = `<!doctype html><html lang="en"><body><div id="app"></div>
  <script type="module" src="./main.ts"></script><script type="module" src="./watch.js"></script></body></html>`;

/** Builds an example with Vite and opens it. */
async function mustShow(name: string, files: Record<string, string>, plugins: unknown[]) {
  for (const [file, text] of Object.entries({ "index.html": page, "watch.js": watch, ...files }))
    apps.put(`${name}/${file}`, text);
  const { build } = await tool<Vite>("vite", "dist", "node", "index.js");
  const options = { ...quiet, root: apps.at(name), base: "./", plugins };
  await build({ ...options, build: { target: "es2022" } } as Parameters<Vite["build"]>[0]);
  expect(await apps.resultOf(apps.url(`${name}/dist/index.html`))).toBe(expected);
}

test("React", () =>
  mustShow("react", { "app.tsx": block("React", "tsx"), "main.ts": 'import "./app.tsx";' }, []));

test("Vue", async () => {
  type Plugin = (options: object) => unknown;
  const vue = await tool<Plugin>("@vitejs", "plugin-vue", "dist", "index.mjs");
  const isCustomElement = (tag: string) => tag.startsWith("porthos-");
  const main =
    'import { createApp } from "vue"; import App from "./app.vue"; createApp(App).mount("#app");';
  await mustShow("vue", { "app.vue": block("Vue", "vue"), "main.ts": main }, [
    vue({ template: { compilerOptions: { isCustomElement } } }),
  ]);
});

test("Svelte", async () => {
  const { svelte, vitePreprocess } = await tool<{
    svelte(options: object): unknown;
    vitePreprocess(): unknown;
  }>("@sveltejs", "vite-plugin-svelte", "src", "index.js");
  const main =
    'import { mount } from "svelte"; import App from "./app.svelte"; mount(App, { target: document.getElementById("app") });';
  const files = { "app.svelte": block("Svelte", "svelte"), "main.ts": main };
  await mustShow("svelte", files, [svelte({ configFile: false, preprocess: vitePreprocess() })]);
});

test("the types of all three know the attributes and events", () => {
  apps.put("types/react.tsx", block("React", "tsx"));
  apps.put(
    "types/wrong.tsx",
    `import "porthos/react";
     // @ts-expect-error an unknown attribute
     export const sim = <porthos-sim modle="crank" />;
     // @ts-expect-error no number
     export const plot = <porthos-plot plot={3} />;`,
  );
  apps.put(
    "types/others.ts",
    `import type { GlobalComponents } from "vue";
     import type { SvelteHTMLElements } from "svelte/elements";
     import type { SimOutcome } from "porthos/vue";
     import type {} from "porthos/svelte";
     type Props = InstanceType<GlobalComponents["porthos-sim"]>["$props"];
     export const vue: Props = { model: "crank", onOutcome: ({ detail }) => detail.outcome.length, class: "a" };
     // @ts-expect-error an unknown attribute
     export const wrongVue: Props = { modle: "crank" };
     export const svelte: SvelteHTMLElements["porthos-sim"] = {
       set: "omega_0: 5",
       onoutcome: ({ detail }: CustomEvent<SimOutcome>) => detail.message,
     };
     // @ts-expect-error no text
     export const wrongSvelte: SvelteHTMLElements["porthos-plot"] = { plot: 3 };`,
  );
  const options = {
    ...{ strict: true, noEmit: true, target: "ES2022", module: "ESNext", jsx: "react-jsx" },
    ...{ moduleResolution: "bundler", types: [], lib: ["ES2023", "DOM", "DOM.Iterable"] },
  };
  apps.put(
    "types/tsconfig.json",
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true } }),
  );
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync("node", [tsc, "-p", apps.at("types")], { encoding: "utf8" });
  expect(stdout).toBe("");
});

/** A server whose files pages of other origins may read, as the guide asks for. */
let open: Server;
beforeAll(async () => {
  open = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/javascript");
    try {
      response.end(readFileSync(join(inBuild("dist"), path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => open.listen(0, "127.0.0.1", done));
});
afterAll(() => open.close());

test("Observable: the element comes from another origin, and its runs are values", async () => {
  const [show = "", observe = ""] = blocks("Observable", "javascript");
  const address = `http://127.0.0.1:${(open.address() as AddressInfo).port}`;
  const code = (show + observe).replace("https://porthos.example", address);
  const { page: tab, close } = await places.show(
    `<script type="module">
       const display = (element) => document.querySelector("main").append(element);
       const Generators = { observe: (begin) => begin((value) => (window.value = value)) };
       ${code}
       sim.set = "omega_0: 5";
       sim.setAttribute("until", "1");
     </script>`,
  );
  const final = () => tab.evaluate<number | undefined>(`window.value?.summary?.final["${column}"]`);
  await expect.poll(final).toBe(expected);
  await close();
});

function offlineFile(): string {
  const to = apps.at("offline.html");
  const model = join(folder, "slider-crank.porthos.json");
  const words = ["html", model, "--until", "1", "--set", "omega_0=5", "-o", to];
  expect(spawnSync("node", [inBuild("dist", "cli.js"), ...words]).status).toBe(0);
  return to;
}

/** Runs Python with a stand-in of IPython, and returns the address of the frame that its last line makes. */
function frameOf(code: string): string {
  apps.put("cell/IPython/__init__.py", "");
  apps.put("cell/IPython/display.py", "def IFrame(src, width, height):\n    return src\n");
  const lines = code.trim().split("\n");
  const last = lines.pop() ?? "";
  apps.put("cell/cell.py", [...lines, `print(${last})`].join("\n"));
  copyFileSync(offlineFile(), apps.at("cell", "slider-crank.html"));
  const options = { cwd: apps.at("cell"), encoding: "utf8", maxBuffer: 1 << 24 } as const;
  const { status, stdout, stderr } = spawnSync("python3", ["cell.py"], options);
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

test("Jupyter: a frame with a data URL shows an offline file", async () => {
  const [code = ""] = blocks("Jupyter", "python");
  const url = frameOf(code);
  expect(url.length).toBeLessThan(2 ** 21); // the longest address in Chromium
  const { page: tab, close } = await places.show(
    `<iframe title="Simulation" height="560"></iframe>`,
  );
  await tab
    .locator("iframe")
    .evaluate((frame, src) => ((frame as HTMLIFrameElement).src = src), url);
  const final = () => tab.evaluate<number | undefined>(`told[0]?.summary?.final["${column}"]`);
  await expect.poll(final).toBe(expected);
  await close();
});

test("Jupyter: the module of the widget takes values from Python and sends outcomes", async () => {
  const { page: tab, complaints, close } = await places.show(`<div id="cell"></div>`);
  const esm = readFileSync(join(inBuild("dist"), "anywidget.js"), "utf8");
  expect(esm).not.toMatch(/^\s*import /m);
  await tab.evaluate(
    async ({ text, html }) => {
      const traits: Record<string, unknown> = { html, height: 400, values: {} };
      const listeners = new Map<string, () => void>();
      const model = {
        get: (name: string) => traits[name],
        set: (name: string, value: unknown) => (traits[name] = value),
        save_changes: () => undefined,
        on: (event: string, listener: () => void) => listeners.set(event, listener),
        off: (event: string) => listeners.delete(event),
      };
      const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      // Vitest would replace a plain import.
      const load = new Function("url", "return import(url)") as (from: string) => Promise<{
        default: { render(parts: object): () => void };
      }>;
      const { default: widget } = await load(url);
      const end = widget.render({ model, el: document.getElementById("cell")! });
      Object.assign(window, { traits, listeners, end });
    },
    { text: esm, html: readFileSync(offlineFile(), "utf8") },
  );
  const final = () =>
    tab.evaluate<number | undefined>(`traits.outcome?.summary?.final["${column}"]`);
  await expect.poll(final).toBe(expected);
  await tab.evaluate(`traits.values = { omega_0: 2 }; listeners.get("change:values")()`);
  await expect.poll(final).not.toBe(expected);
  expect(await tab.evaluate("traits.settings.set.omega_0")).toBe(2);
  await tab.evaluate("end()");
  expect(await tab.locator("#cell iframe").count()).toBe(0);
  expect(await tab.evaluate("listeners.size")).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("Jupyter: the Python of the guide is Python", () => {
  for (const [index, code] of blocks("Jupyter", "python").entries()) {
    const file = apps.at(`cell${index}.py`);
    writeFileSync(file, code);
    const { status, stderr } = spawnSync("python3", ["-m", "py_compile", file], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  }
});
