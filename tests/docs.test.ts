// Checks every code block of the documentation.
//   json  a whole model (with the key "porthos") loads and runs without errors and warnings; anything else is JSON
//   js    runs in Node, where "porthos" is this package; `console.log(…); // text` prints that text
//   sh    lines that begin with porthos, or npx porthos, end with exit code 0
// Scripts and commands run in a folder with the models of the gallery.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { load } from "./lib/built.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const gallery = join(root, "web", "models");
const folder = mkdtempSync(join(tmpdir(), "porthos-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  if (existsSync(gallery)) cpSync(gallery, folder, { recursive: true });
  mkdirSync(join(folder, "web"));
  symlinkSync(gallery, join(folder, "web", "models"));
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", "porthos"));
  symlinkSync(
    join(root, "build", "dist", "cli.js"),
    join(folder, "node_modules", ".bin", "porthos"),
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});

interface Block {
  language: string;
  line: number;
  code: string;
}

function blocksOf(file: string): Block[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^```(\w+)[^\n]*\n([^]*?)^```/gm)].map(
    ({ 1: language, 2: code, index }) => ({
      language: language!,
      line: text.slice(0, index).split("\n").length,
      code: code!,
    }),
  );
}

function run(command: string, words: string[], script?: string) {
  const PATH = [join(folder, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: folder,
    encoding: "utf8",
    input: script,
    env: { ...process.env, PATH },
    maxBuffer: 1 << 26,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

const checks: { [language: string]: (code: string) => void | Promise<void> } = {
  async json(code) {
    const value: unknown = JSON.parse(code);
    if (typeof value !== "object" || value === null || !("porthos" in value)) return;
    const model = await load(value, { base: new URL("../web/models/", import.meta.url) });
    expect(model.problems).toEqual([]);
    const { outcome, message, problems } = model.run();
    expect(["finished", "stopped"], message).toContain(outcome);
    expect(problems).toEqual([]);
  },
  js(code) {
    writeFileSync(join(folder, "block.js"), code);
    const printed = run("node", ["block.js"]).trimEnd().split("\n");
    const logs = [...code.matchAll(/console\.log\(.*\);(?: \/\/ (.*))?$/gm)];
    if (logs.every(([, text]) => text !== undefined) && logs.length > 0)
      expect(printed).toEqual(logs.map(([, text]) => text));
  },
  sh(code) {
    const lines = code.replaceAll("\\\n", " ").split("\n");
    const commands = lines.map((line) => line.replace(/^(\$ )?(npx )?(?=porthos )/, ""));
    for (const command of commands.filter((line) => line.startsWith("porthos ")))
      run("sh", ["-e"], command);
  },
};

const documents = [
  ...(existsSync(join(root, "README.md")) ? ["README.md"] : []),
  ...["docs", join("docs", "elements")].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
];

describe.each(documents)("%s", (file) => {
  const blocks = blocksOf(file).filter(({ language }) => Object.hasOwn(checks, language));
  test.each(blocks)("the $language block of line $line", async ({ language, code }) => {
    await checks[language]!(code);
  });
  test("its links lead somewhere", () => {
    const text = readFileSync(join(root, file), "utf8").replace(/^```[^]*?^```/gm, "");
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target!);
    const local = links.filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, file, "..", target)))).toEqual([]);
  });
});
