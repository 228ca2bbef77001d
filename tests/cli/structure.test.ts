// porthos check --structure.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "porthos-structure-"));
afterAll(() => rmSync(folder, { recursive: true }));
const cli = fileURLToPath(new URL("../../build/dist/cli.js", import.meta.url));
const porthos = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("node", [cli, ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};

test("the report names each finding with its theorem", () => {
  const { status, stdout } = porthos("check", "gallery:knife-edge", "--structure");
  expect(status).toBe(0); // to be nonholonomic is no fault
  expect(stdout).toMatch(/^fails {10}edge is holonomic {3}\[T-13; \[004\] Prop. 4.1\]$/m);
  expect(stdout).toMatch(/^holds {10}flows and efforts form a Dirac structure/m);
  expect(stdout).toContain("conserved: momentum(omega)");
  expect(stdout).toContain("3 velocities, 0 ports; index");
  expect(stdout).toContain("  1 constraint row of rank 1; 2 velocities are free\n");
});

test("a requirement that fails ends with 1, and names what makes it fail", () => {
  const model = {
    porthos: 1,
    name: "a field with sources",
    positions: { x: 0, y: 0, z: 0 },
    velocities: { v_x: 1, v_y: 0, v_z: 0 },
    kinematics: { x: "v_x", y: "v_y", z: "v_z" },
    mass: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    gyroscopic: [
      [0, "-z", 0],
      ["z", 0, 0],
      [0, 0, 0],
    ],
  };
  writeFileSync(join(folder, "field.json"), JSON.stringify(model));
  const { status, stdout } = porthos("check", "field.json", "--only", "T-13");
  expect(status).toBe(1);
  expect(stdout).toMatch(/^fails {10}the gyroscopic two-form is closed/m);
  expect(stdout).toContain("responsible: momentum(v_x), momentum(v_y), momentum(v_z)");
});

test("a number that no check has is a problem", () => {
  const { status, stdout } = porthos("check", "gallery:crank", "--only", "T-99");
  expect(status).toBe(2);
  expect(stdout).toContain("PH109");
  expect(porthos("check", "gallery:crank", "--structured").stderr).toContain("--structure");
  expect(porthos("run", "gallery:crank", "--structure").status).toBe(2);
});
