// porthos diagram.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "porthos-diagram-"));
afterAll(() => rmSync(folder, { recursive: true }));
const cli = fileURLToPath(new URL("../../build/dist/cli.js", import.meta.url));
const porthos = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("node", [cli, ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};
const boxes = (svg: string): string[] =>
  [...svg.matchAll(/data-box="([^"]*)"/g)].map(([, id]) => id ?? "").sort();

test("a picture goes to a file or to the standard output, with what is inside when asked", () => {
  const closed = porthos("diagram", "gallery:slider-crank", "--svg");
  expect(closed.status).toBe(0);
  expect(closed.stdout).toMatch(/^<svg [^]*<\/svg>\n$/);
  expect(boxes(closed.stdout)).toEqual(["crank", "rod"]);
  const open = porthos("diagram", "gallery:slider-crank", "--open", "--down", "--out=open.svg");
  expect(open).toMatchObject({ status: 0, stdout: "" });
  expect(boxes(readFileSync(join(folder, "open.svg"), "utf8"))).toContain(
    "rod/position_constraints rail",
  );
});

test("the graph goes out as JSON; elements have their texts", () => {
  const model = {
    porthos: 1,
    components: {
      rod: { use: "porthos:planar-rod" },
      O: { use: "porthos:pin", between: { a: "ground", b: "rod.tail" } },
    },
  };
  writeFileSync(join(folder, "pendulum.json"), JSON.stringify(model));
  const { status, stdout } = porthos("diagram", "pendulum.json", "--json");
  expect(status).toBe(0);
  const graph = JSON.parse(stdout) as { boxes: { name: string; kind: string }[] };
  expect(graph.boxes.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual(
    [" ground", "O reversible", "rod composite"].sort(),
  );
});

test("a constraint that exerts no force has no power port", () => {
  const { stdout } = porthos("diagram", "gallery:gyroscope-quaternion", "--json");
  const { edges } = JSON.parse(stdout) as { edges: { end: string; kind: string }[] };
  const own = edges.filter(({ end }) => end.startsWith("position_constraints"));
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ kind }) => kind === "state")).toBe(true);
});

test.each<[string[], string]>([
  [["diagram"], "needs the file of a model"],
  [["diagram", "gallery:crank", "--out"], "--out needs a value"],
  [["diagram", "gallery:crank", "--json", "--svg"], "cannot be combined"],
  [["diagram", "gallery:crank", "--opne"], 'unknown option "--opne"'],
  [["diagram", "nowhere.json"], "cannot read"],
])("the mistake %j is told", (words, told) => {
  const { status, stderr } = porthos(...words);
  expect(status).toBe(2);
  expect(stderr).toContain(told);
});

test("a model with errors is not drawn", () => {
  writeFileSync(join(folder, "wrong.json"), '{ "porthos": 1, "kinematics": { "x": "v" } }');
  const { status, stdout, stderr } = porthos("diagram", "wrong.json");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/error PH\d{3} at /);
});
