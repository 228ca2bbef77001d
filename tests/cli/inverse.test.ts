// `porthos run --inverse`: the torques that a trajectory takes, against closed forms.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { dist } from "../lib/built.js";

const cli = fileURLToPath(new URL("cli.js", dist));
const folder = mkdtempSync(join(tmpdir(), "porthos-inverse-"));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, content: string) => writeFileSync(join(folder, name), content);
const porthos = (...words: string[]) =>
  spawnSync(process.execPath, [cli, "run", ...words], { cwd: folder, encoding: "utf8" });

/** A rod of 0.8 m and 2 kg on a pin, and a second one of 0.5 m and 1 kg at its tip. */
const arm = {
  porthos: 1,
  environment: { gravity: [0, -9.81] },
  components: {
    a: { use: "porthos:planar-rod", parameters: { length: 0.8, m: 2 } },
    b: { use: "porthos:planar-rod", parameters: { length: 0.5, m: 1 } },
    A: { use: "porthos:pin", between: { a: "ground", b: "a.tail" } },
    B: { use: "porthos:pin", between: { a: "a.tip", b: "b.tail" } },
  },
};
put("arm.json", JSON.stringify(arm));

const step = 0.01;
const times = Array.from({ length: 101 }, (_, k) => k * step);
const q1 = (t: number) => 0.3 + 0.5 * Math.sin(2 * t);
const q2 = (t: number) => -0.4 * Math.cos(3 * t);

/** The torques of the two pins in the motion q1, q2, by hand: Lagrange's equations of two rods. */
function torques(t: number): [number, number] {
  const [l, m, k, n, g] = [0.8, 2, 0.5, 1, 9.81];
  const [u, v] = [Math.cos(2 * t), 1.2 * Math.sin(3 * t)];
  const [du, dv] = [-2 * Math.sin(2 * t), 3.6 * Math.cos(3 * t)];
  const [c2, s2] = [Math.cos(q2(t)), Math.sin(q2(t))];
  const [i, j] = [(m * l * l) / 3, (n * k * k) / 3];
  const h = (n * l * k) / 2;
  const sum = g * n * (k / 2) * Math.cos(q1(t) + q2(t));
  const first =
    (i + j + n * l * l + 2 * h * c2) * du + (j + h * c2) * dv - h * s2 * (2 * u * v + v * v);
  return [
    first + g * (m / 2 + n) * l * Math.cos(q1(t)) + sum,
    (j + h * c2) * du + j * dv + h * s2 * u * u + sum,
  ];
}

/** The columns of a table by name. */
function read(csv: string): (name: string) => number[] {
  const [head = "", ...rows] = csv.trim().split("\n");
  const names = head.split(",").map((title) => title.replace(/ \[.*/, ""));
  return (name) => rows.map((row) => Number(row.split(",")[names.indexOf(name)]));
}

test("the torques of an arm that follows joint angles are those by hand", () => {
  const rows = times.map((t) => [t, q1(t), q2(t)].join());
  put("motion.csv", `t [s],A.angle [rad],B.angle [rad]\n${rows.join("\n")}\n`);
  const { status, stdout, stderr } = porthos("arm.json", "--inverse", "motion.csv", "--csv", "-");
  expect(stderr).toContain("finished");
  expect(status).toBe(0);
  const column = read(stdout);
  expect(column("t")).toHaveLength(times.length);
  times.forEach((t, k) => {
    // The accelerations of a cubic spline are accurate to the square of its step.
    const [first, second] = torques(t);
    expect(Math.abs(column("A.torque.effort")[k]! - first)).toBeLessThan(3e-3);
    expect(Math.abs(column("B.torque.effort")[k]! - second)).toBeLessThan(1e-3);
    expect(Math.abs(column("A.angle")[k]! - q1(t))).toBeLessThan(1e-7);
  });
}, 30_000);

test("angles in degrees with decimal commas, and speeds of ports, are the same motion", () => {
  const comma = (x: number) => String(x).replace(".", ",");
  const deg = (x: number) => comma((x * 180) / Math.PI);
  const inDegrees = times.map((t) => [comma(t), deg(q1(t)), deg(q2(t))].join(";"));
  put("degrees.csv", `t [s];A.angle [deg];B.angle [deg]\n${inDegrees.join("\n")}\n`);
  const speeds = times.map((t) => [t, Math.cos(2 * t), 1.2 * Math.sin(3 * t)].join());
  put("speeds.csv", `t,A.torque,B.torque\n${speeds.join("\n")}\n`);
  const started = structuredClone(arm) as unknown as {
    components: Record<string, { start?: object }>;
  };
  started.components["A"]!.start = { angle: q1(0) };
  started.components["B"]!.start = { angle: q2(0) };
  put("started.json", JSON.stringify(started));
  for (const [model, file] of [
    ["arm.json", "degrees.csv"],
    ["started.json", "speeds.csv"],
  ] as const) {
    const { status, stdout } = porthos(model, "--inverse", file, "--csv", "-");
    expect(status).toBe(0);
    const found = read(stdout)("A.torque.effort");
    times.forEach((t, k) => expect(Math.abs(found[k]! - torques(t)[0])).toBeLessThan(3e-3));
  }
}, 30_000);

test.each([
  [
    "t,C.angle\n0,1\n1,2\n",
    "neither a port nor a quantity of the model. Ports: A.torque, B.torque",
  ],
  ["time,A.angle\n0,1\n1,2\n", "expected t"],
  ["t,A.angle\n0,1\n", "1 rows"],
  ["t,A.angle\n0,1\n1,x\n", 'row 2 is not 2 numbers: "1,x"'],
  ["t,A.angle\n0,1\n2,1\n1,1\n", "do not increase"],
  ["t,A.angle\n1,1\n2,1\n", "begins at t = 1"],
  ["t,A.angle [m]\n0,1\n1,2\n", "A.angle is in m; expected rad"],
  ["t,A.angle,A.torque\n0,1,1\n1,2,1\n", "two columns prescribe the port A.torque"],
  ["t,a.phi\n0,1\n1,2\n", "0 ports may move a.phi"],
])("a file that cannot be followed says why: %j", (content, why) => {
  put("wrong.csv", content);
  const { status, stderr } = porthos("arm.json", "--inverse", "wrong.csv");
  expect(stderr).toContain(why);
  expect(status).toBe(2);
});

test("a run that is asked to end earlier misses nothing", () => {
  put("short.csv", "t,A.angle\n0,0.3\n0.5,0.5\n1,0.6\n");
  const { status, stderr } = porthos("arm.json", "--inverse", "short.csv", "--until", "0.4");
  expect(stderr).not.toContain("of the trajectory");
  expect(status).toBe(0);
});

test("a missing file is named", () => {
  const { status, stderr } = porthos("arm.json", "--inverse", "none.csv");
  expect(stderr).toContain("none.csv: ");
  expect(status).toBe(2);
});
