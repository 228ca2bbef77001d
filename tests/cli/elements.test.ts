// Mechanisms of elements as a user would type them: their texts are short, and the command gives
// the same runs as for the paper's form.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { Summary } from "../../bindings/js/index.js";
import { dist } from "../lib/built.js";

const cli = fileURLToPath(new URL("cli.js", dist));
const folder = mkdtempSync(join(tmpdir(), "porthos-elements-"));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

function porthos(...words: string[]) {
  const run = spawnSync(process.execPath, [cli, ...words], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

/** The columns of a run with Gauss's method of order 8, every 2 ms for 10 s. */
function exactly(model: string): (column: string) => number[] {
  const words = ["--until", "10", "--step", "0.002", "--method", "gauss(4)"];
  const csv = spawnSync(process.execPath, [cli, "run", model, ...words, "--csv", "-"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(csv.status).toBe(0);
  const [header, ...rows] = csv.stdout.trimEnd().split("\n");
  const names = header!.split(",").map((title) => title.replace(/ \[.*\]$/, ""));
  const numbers = rows.map((row) => row.split(",").map(Number));
  expect(numbers).toHaveLength(5001);
  return (column) => {
    expect(names).toContain(column);
    return numbers.map((row) => row[names.indexOf(column)]!);
  };
}

const difference = (a: number[], b: number[]) =>
  a.reduce((most, value, row) => Math.max(most, Math.abs(value - b[row]!)), 0);

/** With the masses, the start and the torque of the paper's model. */
const sliderCrank = `{
  "porthos": 1,
  "name": "Slider-crank",
  "environment": { "gravity": [0, 0] },
  "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.2, "m": 3.75 } },
    "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.5, "m": 0.4 } },
    "slider": { "use": "porthos:planar-body", "parameters": { "m": 0.6 }, "start": { "r": [0.7, 0] } },
    "O": {
      "use": "porthos:pin",
      "between": { "a": "ground", "b": "crank.tail" },
      "start": { "angle": 0.5, "rate": 7 }
    },
    "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "rod.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "slider" } },
    "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "slider" } }
  },
  "inputs": { "O.torque": "0.1*sin(t)" }
}`;

test("a slider-crank is 30 lines, and the command runs it as the paper's form for 10 s", () => {
  expect(sliderCrank.split("\n").length).toBeLessThanOrEqual(30);
  const elements = exactly(put("slider-crank.json", sliderCrank));
  const paper = exactly("gallery:slider-crank");
  expect(difference(elements("crank.phi"), paper("crank.phi1"))).toBeLessThan(1e-11);
  expect(difference(elements("rail.position"), paper("rod.x_B"))).toBeLessThan(1e-11);
});

const spatialPendulum = `{"porthos":1,"components":{
"a":{"use":"porthos:rod","start":{"r":[0.5,0,0]}},
"b":{"use":"porthos:rod","start":{"r":[1.5,0,0]}},
"c":{"use":"porthos:rod","start":{"r":[2.5,0,0],"v":[0,1,0]}},
"A":{"use":"porthos:spherical","between":{"a":"ground","b":"a.tail"}},
"B":{"use":"porthos:spherical","between":{"a":"a.tip","b":"b.tail"}},
"C":{"use":"porthos:spherical","between":{"a":"b.tip","b":"c.tail"}}}}`;

test("a spatial pendulum of three bodies is 600 bytes, and swings with its energy", () => {
  expect(Buffer.byteLength(spatialPendulum)).toBeLessThanOrEqual(600);
  const words = ["--until", "2", "--step", "0.005", "--json"];
  const summary = JSON.parse(
    porthos("run", put("pendulum.json", spatialPendulum), ...words),
  ) as Summary;
  expect(summary.outcome).toBe("finished");
  // Some 60 J move.
  expect(Math.abs(summary.final["energy.balance_error"]!)).toBeLessThan(1e-12 * 60);
  expect(summary.final["gap.position"]).toBeLessThan(1e-12);
  expect(summary.final["c.r.3"]).toBeLessThan(-0.5);
});

const chain = `{
  "porthos": 1,
  "name": "A chain of N links",
  "parameters": { "N": 4 },
  "components": {
    "link": { "use": "porthos:planar-rod", "count": "N" },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "link[1].tail" } },
    "hinge": {
      "for": { "i": [1, "N - 1"] },
      "use": "porthos:pin",
      "between": { "a": "link[i].tip", "b": "link[i+1].tail" }
    }
  }
}`;

test("a chain is 20 lines, whatever the number of its links", () => {
  expect(chain.split("\n").length).toBeLessThanOrEqual(20);
  const file = put("chain.json", chain);
  for (const links of [4, 30]) {
    const words = ["--set", `N=${links}`, "--until", "0.1", "--step", "0.01", "--json"];
    const summary = JSON.parse(porthos("run", file, ...words)) as Summary;
    expect(summary.final).toHaveProperty([`link[${links}].phi`]);
    expect(summary.final).not.toHaveProperty([`link[${links + 1}].phi`]);
    expect(summary.final["gap.position"]).toBeLessThan(1e-12);
  }
});

test("what the text reports comes first in the report of a run, vectors by their entries", () => {
  const text = JSON.stringify({
    porthos: 1,
    components: { mass: { use: "porthos:point-mass" } },
    outputs: { height: { formula: "mass.r.3", unit: "m" }, twice: "2*mass.r" },
  });
  const model = put("reported.json", `\uFEFF${text}`); // some editors write such a mark
  const lines = porthos("run", model, "--until", "1", "--step", "0.1").split("\n");
  const outputs = lines.indexOf("outputs at t = 1 s");
  expect(lines[outputs + 1]).toMatch(/^ {2}height +-4\.905 +m$/);
  expect(lines[outputs + 4]).toMatch(/^ {2}twice\.3 +-9\.81/);
  expect(lines.indexOf("state at t = 1 s")).toBeGreaterThan(outputs);
});
