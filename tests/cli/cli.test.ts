import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../../bindings/js/index.js";
import { dist, load } from "../lib/built.js";
import { ball, collapse, faulty, pair, pendulum, swing } from "../lib/models.js";

const cli = fileURLToPath(new URL("cli.js", dist));
const folder = mkdtempSync(join(tmpdir(), "porthos-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function porthos(...words: string[]) {
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], options);
  return { status, stdout, stderr };
}

const put = (name: string, content: string | Uint8Array | object) =>
  writeFileSync(
    join(folder, name),
    typeof content === "string" || content instanceof Uint8Array
      ? content
      : JSON.stringify(content),
  );

beforeAll(() => {
  put("pendulum.json", pendulum);
  put("collapse.json", collapse);
  put("ball.json", ball);
  put("faulty.json", faulty);
  put("pair.json", pair("pendulum.json"));
});

describe("a model of the gallery", () => {
  test.each(["two-bodies-revolute", "S-16-revolute", "s-16-revolute"])("runs as %s", (name) => {
    const { status, stdout } = porthos("run", `gallery:${name}`, "--until", "0.1", "--json");
    expect(status).toBe(0);
    const summary = JSON.parse(stdout) as Summary;
    expect(summary.model).toBe("Two bodies and a hinge");
    expect(summary.outcome).toBe("finished");
  });

  test("finds the files that it uses", () => {
    expect(porthos("check", "gallery:S-10").status).toBe(0);
  });

  test("that is refused says why", () => {
    const { status, stdout, stderr } = porthos("run", "gallery:S-11");
    expect(status).toBe(1);
    expect(stdout).toContain("singular");
    expect(stderr).toContain("groove (rank 0 of 1)");
  });

  test("has to be one", () => {
    const unknown = porthos("run", "gallery:slider-cranc");
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('did you mean "slider-crank"?');
    const several = porthos("run", "gallery:S-14");
    expect(several.status).toBe(2);
    expect(several.stderr).toContain("gallery:rigid-body-se3, gallery:rigid-body-so3");
  });
});

describe("run", () => {
  test("reports the outcome, the states, the energies and the gaps", () => {
    const { status, stdout, stderr } = porthos("run", "pendulum.json");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Pendulum \(gauss\(2\), step 0.01 s, 200 steps\)\nfinished: .+\.\n/);
    expect(stdout).toMatch(/\n {2}phi {4,}-?\d\.\d+ +rad\n {2}omega {2,}-?\d\.\d+ +rad\/s\n/);
    for (const words of ["stored at start", "dissipated", "supplied", "balance error"])
      expect(stdout).toContain(words);
  });

  test("finds used files beside the model", () => {
    mkdirSync(join(folder, "sub"), { recursive: true });
    put("sub/pair.json", pair("../pendulum.json"));
    expect(porthos("run", "pair.json").status).toBe(0);
    const refused = porthos("check", "sub/pair.json");
    expect(refused.status).toBe(2);
    expect(refused.stdout).toContain(
      '"../pendulum.json", which is outside the folder of the model',
    );
    expect(refused.stdout).toContain("--allow");
    for (const command of ["run", "check"])
      expect(porthos(command, "sub/pair.json", "--allow", ".").status).toBe(0);
  });

  test("--json writes the summary of the library's run, to the last digit", async () => {
    const { status, stdout, stderr } = porthos("run", "pendulum.json", "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const summary = JSON.parse(stdout) as Summary;
    expect(summary).toEqual((await load(pendulum)).run().summary);
    expect(Object.keys(summary)).toEqual(
      expect.arrayContaining([
        ...["model", "method", "step", "steps", "outcome", "message"],
        ...["columns", "final", "ledger", "gaps", "problems"],
      ]),
    );
  });

  test("options replace what the model says", async () => {
    const words = ["--until", "1", "--step=0.02", "--set", "l=2", "--set", "m=0.5"];
    const input = ["--input", "motor=0.1*cos(t)", "--method", "gauss(3)"];
    const { stdout } = porthos("run", "pendulum.json", ...words, ...input, "--json");
    const options = { until: 1, step: 0.02, set: { l: 2, m: 0.5 }, method: "gauss(3)" };
    const run = (await load(pendulum)).run({ ...options, inputs: { motor: "0.1*cos(t)" } });
    expect(JSON.parse(stdout)).toEqual(run.summary);
    expect(run.summary).toMatchObject({ method: "gauss(3)", step: 0.02, steps: 50 });
  });

  test("--csv writes the whole table with a header, exactly", async () => {
    const { status } = porthos("run", "pendulum.json", "--csv", "table.csv");
    expect(status).toBe(0);
    const [header, ...rows] = readFileSync(join(folder, "table.csv"), "utf8").trimEnd().split("\n");
    const run = (await load(pendulum)).run();
    expect(header).toMatch(/^t \[s\],phi \[rad\],omega \[rad\/s\],motor.effort \[N m\],/);
    const names = header!.split(",").map((title) => title.replace(/ \[.*\]$/, ""));
    expect(names).toEqual(run.columns.map(({ name }) => name));
    const numbers = rows.flatMap((row) => row.split(",").map(Number));
    expect(Buffer.from(Float64Array.from(numbers).buffer)).toEqual(Buffer.from(run.table.buffer));
  });

  test("--csv - writes the table alone to the standard output", () => {
    const { stdout, stderr } = porthos("run", "pendulum.json", "--csv", "-");
    porthos("run", "pendulum.json", "--csv", "table.csv");
    expect(stdout).toBe(readFileSync(join(folder, "table.csv"), "utf8"));
    expect(stderr).toContain("finished: ");
  });

  test("a stamped table begins with its origin, and is otherwise the same", () => {
    porthos("run", "pendulum.json", "--csv", "plain.csv", "--set", "m=2");
    porthos("run", "pendulum.json", "--csv", "stamped.csv", "--set", "m=2", "--stamp");
    const [first = "", ...rest] = readFileSync(join(folder, "stamped.csv"), "utf8").split("\n");
    expect(rest.join("\n")).toBe(readFileSync(join(folder, "plain.csv"), "utf8"));
    const { stdout: text } = porthos("text", "pendulum.json", "--set", "m=2");
    const digits = createHash("sha256").update(text).digest("hex").slice(0, 16);
    expect(first).toMatch(new RegExp(`^# Porthos \\d+\\.\\d+\\.\\d+, model ${digits}$`));
    expect(porthos("run", "pendulum.json", "--stamp").stderr).toContain(
      "--stamp is an option of --csv",
    );
  });

  test("events are listed with their times, and one that stops the run is no failure", () => {
    const { status, stdout } = porthos("run", "ball.json");
    expect(status).toBe(0);
    expect(stdout).toContain("\nstopped: At t = 1.46294 s: ");
    expect(stdout).toMatch(/\n {2}added by events +-5\.79\d+ +J\n/);
    expect(stdout).toMatch(/\nevents\n {2}bounce {3}0\.45152\d+ +s\n {2}bounce .+\n {2}top .+\n$/);
    const summary = JSON.parse(porthos("run", "ball.json", "--json").stdout) as Summary;
    expect(summary.events).toHaveLength(summary.eventCount);
  });

  test("the events of a contact tell what they change, and the table what its modes mean", () => {
    put("bounces.json", {
      porthos: 1,
      positions: { z: { start: 1, unit: "m" } },
      velocities: { u: { unit: "m/s" } },
      kinematics: { z: "u" },
      kinetic_energy: "u^2/2",
      potential_energy: "9.81*z",
      contacts: { floor: { gap: "z", restitution: 0.5 } },
      simulation: { until: 2 },
    });
    const { status, stdout } = porthos("run", "bounces.json", "--csv", "bounces.csv");
    expect(status).toBe(0);
    // The first impact is at sqrt(2/g) = 0.451524 s.
    expect(stdout).toMatch(/\nevents\n {2}floor {3}0\.451523?\d* +s {2}bounces\n/);
    const [, more = "", all = ""] = /and (\d+) more; in all: floor (\d+)\n$/.exec(stdout) ?? [];
    expect(Number(all) - Number(more)).toBe(20);
    const head = readFileSync(join(folder, "bounces.csv"), "utf8").split("\n")[0] ?? "";
    expect(head).toContain("mode.floor [0=open 1=closed 2=sticks 3=slips 4=blocked 5=free]");
  });

  test("what a jump in time adds to the energy stands among the energies", () => {
    const stiffened = {
      porthos: 1,
      positions: { x: 1 },
      velocities: { v: 0 },
      kinematics: { x: "v" },
      kinetic_energy: "v^2/2",
      potential_energy: "if(t < 1, 1, 4)*x^2/2",
      simulation: { until: 2, step: 0.001 },
    };
    put("stiffened.json", stiffened);
    const { stdout } = porthos("run", "stiffened.json");
    const added = /\n {2}added by jumps +(\S+) +J\n/.exec(stdout)?.[1];
    expect(Number(added)).toBeCloseTo(1.5 * Math.cos(1) ** 2, 6); // (4 - 1)/2 x(1)^2
    expect(porthos("run", "pendulum.json").stdout).not.toContain("added by");
  });

  test("a numerical failure keeps what was computed and exits with 1", () => {
    const { status, stdout } = porthos("run", "collapse.json", "--json", "--csv", "lost.csv");
    expect(status).toBe(1);
    const summary = JSON.parse(stdout) as Summary;
    expect(summary.outcome).not.toBe("finished");
    expect(summary.final.x).toBeGreaterThan(0);
    const rows = readFileSync(join(folder, "lost.csv"), "utf8").trimEnd().split("\n");
    expect(rows.length).toBeGreaterThan(50);
    const report = porthos("run", "collapse.json");
    expect(report.status).toBe(1);
    expect(report.stdout).toContain(`${summary.outcome}: ${summary.message}`);
  });

  test("stated starts that the constraints changed are listed, and no others", () => {
    put("swing.json", swing);
    // On the sphere around the ground through (0.6, 0, -0.8) the point (1.2, 0, -1.6) becomes that one.
    const section =
      /\nstarts that the constraints changed\n {2}bob\.r\.1 +0\.6 +m +stated as 1\.2\n {2}bob\.r\.3 +-0\.8 +m +stated as -1\.6\n\n/;
    expect(porthos("run", "swing.json").stdout).toMatch(section);
    expect(porthos("check", "swing.json").stdout).toMatch(
      /\nstarts that the constraints changed\n {2}bob\.r\.1 +0\.6 +m +stated as 1\.2\n/,
    );
    const longer = porthos("run", "swing.json", "--set", "rod.length=2");
    expect(longer.status).toBe(0);
    expect(longer.stdout).not.toContain("starts that");
  });

  test("problems of the model are listed and exit with 2", () => {
    const { status, stdout, stderr } = porthos("run", "faulty.json", "--csv", "never.csv");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("faulty.json: 2 problems");
    expect(stderr).toMatch(/error PH\d+ at \/kinetics\n/);
    expect(existsSync(join(folder, "never.csv"))).toBe(false);
  });

  test("--json lists problems as data", () => {
    const { status, stdout, stderr } = porthos("run", "faulty.json", "--json");
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    const { model, problems } = JSON.parse(stdout) as { model: string; problems: object[] };
    expect(model).toBe("faulty.json");
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatchObject({ severity: "error", where: expect.any(String) as string });
  });

  test("a table keeps its place until the run begins", () => {
    put("kept.csv", "precious");
    porthos("run", "pendulum.json", "--set", "nobody=1", "--csv", "kept.csv");
    expect(readFileSync(join(folder, "kept.csv"), "utf8")).toBe("precious");
  });

  test("a reader that goes away loses the rest, in silence", async () => {
    const run = spawn(
      process.execPath,
      [cli, "run", "pendulum.json", "--csv", "-", "--until", "500"],
      { cwd: folder },
    );
    let errors = "";
    run.stderr.on("data", (data) => (errors += String(data)));
    run.stdout.once("data", () => run.stdout.destroy());
    const status = await new Promise((resolve) => run.on("close", resolve));
    expect({ status, errors }).toEqual({ status: 1, errors: "" });
  });
});

describe("check", () => {
  test("says that a model has no errors", () => {
    const { status, stdout, stderr } = porthos("check", "pendulum.json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("pendulum.json: no errors\nPendulum: 1 position, 1 velocity");
  });

  test("lists problems with place, found, expected and hint, and points into the formula", () => {
    const { status, stdout } = porthos("check", "faulty.json");
    expect(status).toBe(2);
    expect(stdout).toMatch(/error PH\d+ at \/kinetics\n {2}found .*\n {2}expected .*\n {2}hint .*/);
    expect(stdout).toMatch(/error PH\d+ at \/kinetic_energy\n/);
    expect(stdout).toContain("            J/2*omga^2\n                ^\n");
  });

  test("--json gives the model and its problems", () => {
    const good = porthos("check", "pendulum.json", "--json");
    expect(good.status).toBe(0);
    expect(JSON.parse(good.stdout)).toEqual({ model: "pendulum.json", problems: [] });
    const bad = porthos("check", "faulty.json", "--json");
    expect(bad.status).toBe(2);
    expect((JSON.parse(bad.stdout) as { problems: object[] }).problems).toHaveLength(2);
  });

  test("a malformed text is reported with line and column", () => {
    put("malformed.json", '{\n  "porthos" 1\n}');
    const { status, stdout } = porthos("check", "malformed.json");
    expect(status).toBe(2);
    expect(stdout).toMatch(/error PH\d+ at line 2, column \d+\n/);
  });

  test("a problem in a used file is reported with the name of the file", () => {
    const { name, ...others } = faulty;
    put("left.json", {
      porthos: 1,
      name,
      kinetic_energy: "",
      components: { a: { use: "f.json" } },
    });
    put("f.json", others);
    const { status, stdout } = porthos("check", "left.json");
    expect(status).toBe(2);
    expect(stdout).toMatch(/error PH\d+ at f\.json#\/kinetics\n/);
    put("f.json", '{ "porthos": 1,\n  1');
    expect(porthos("check", "left.json").stdout).toMatch(/at f\.json#, line 2, column \d/);
  });

  test("a model cannot command the terminal", () => {
    put("escape.json", { ...pendulum, "\u001b[2Jkey": 1, name: "\u001b]0;x\u0007" });
    const { status, stdout } = porthos("check", "escape.json");
    expect(status).toBe(2);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe("explain", () => {
  test("says what a code or an outcome means, and problem reports say how to ask", () => {
    const { stdout } = porthos("check", "faulty.json");
    const [, code = ""] = /\nWhat a code means: porthos explain (PH\d{3})\n$/.exec(stdout) ?? [];
    expect(stdout).toContain(`error ${code} at`);
    const explained = porthos("explain", code);
    expect({ ...explained, stdout: "" }).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(explained.stdout).toMatch(/^Unknown key/);
    expect(porthos("explain", "diverged").stdout).toMatch(/What to do: a smaller step/);
  });

  test("asks first for the error, where warnings are reported before it", () => {
    put("both.json", {
      ...pendulum,
      environment: { gravty: 3 },
      positions: { phi: { start: 1, unit: "mass" } },
      inputs: { nowhere: "1" },
    });
    const { stdout } = porthos("check", "both.json");
    expect(stdout).toMatch(/warning PH\d+[^]*error PH131/);
    expect(stdout).toMatch(/What a code means: porthos explain PH131\n$/);
  });

  test.each([[["explain"]], [["explain", "PH999"]], [["explain", "PH101", "PH102"]]])(
    "refuses %j",
    (words) => {
      const { status, stderr } = porthos(...words);
      expect(status).toBe(2);
      expect(stderr).toMatch(/problem code/);
    },
  );
});

describe("files that are no models", () => {
  test.each([
    ["missing.json", "no such file or directory"],
    [".", "a directory"],
    ["binary.json", "not UTF-8 text"],
    ["large.json", "a file of 10.5 MB"],
    ["/dev/zero", "more than 4 MB"],
    ["pendulum.json/x", "a part of the path is not a directory"],
  ])("%s", (name, words) => {
    put("binary.json", new Uint8Array([0x7b, 0xff, 0xfe, 0x00]));
    put("large.json", new Uint8Array(10 << 20).fill(0x20));
    for (const command of ["run", "check"]) {
      const { status, stdout, stderr } = porthos(command, name);
      expect(status).toBe(2);
      expect(stdout + stderr).toContain(words);
      expect(stdout + stderr).not.toMatch(/\bat .*\.js/);
      const { problems } = JSON.parse(porthos(command, name, "--json").stdout) as Summary;
      expect(problems).toMatchObject([{ severity: "error", code: "PH407" }]);
    }
  });

  test.skipIf(process.getuid?.() === 0)("a file without permission", () => {
    put("secret.json", pendulum);
    chmodSync(join(folder, "secret.json"), 0);
    expect(porthos("check", "secret.json")).toMatchObject({ status: 2 });
  });

  test.each(["", " ", "[]", "7", "null", "\u0000"])("the text %j", (text) => {
    put("odd.json", text);
    expect(porthos("check", "odd.json").status).toBe(2);
  });
});

describe("mistakes in the command", () => {
  test.each<[string[], string]>([
    [[], "no command"],
    [["rnu", "pendulum.json"], 'unknown command "rnu"; did you mean "run"?'],
    [["inspect", "pendulum.json"], 'did you mean "check --structure"?'],
    [["constructor"], 'unknown command "constructor"; there are: '],
    [["--verison"], 'did you mean "--version"?'],
    [["run"], "run needs the file of a model"],
    [["run", "pendulum.json", "pair.json"], "one model at a time"],
    [["run", "pendulum.json", "--untill", "1"], 'did you mean "--until"?'],
    [["check", "pendulum.json", "--until", "1"], "it is an option of run"],
    [["run", "pendulum.json", "--until"], "--until needs a value"],
    [["run", "pendulum.json", "--until", "ten"], '--until expects a number, found "ten"'],
    [["run", "pendulum.json", "--step", "-1"], "--step expects a positive number"],
    [["run", "pendulum.json", "--step", "1e999"], "--step expects a number"],
    [["run", "pendulum.json", "--step", "0x10"], "--step expects a number"],
    [["run", "pendulum.json", "--set", "l"], "--set expects NAME=VALUE"],
    [["run", "pendulum.json", "--set", "l="], "--set expects NAME=VALUE"],
    [["run", "pendulum.json", "--set", "l=2m"], '--set l expects a number, found "2m"'],
    [["run", "pendulum.json", "--input", "motor"], "--input expects PORT=FORMULA"],
    [["run", "pendulum.json", "--json", "--csv", "-"], "both write to standard output"],
    [["run", "pendulum.json", "--csv", "no/such/folder.csv"], "no such file or directory"],
  ])("%j", (words, message) => {
    const { status, stdout, stderr } = porthos(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain("porthos --help");
  });

  test.each<[string[], RegExp]>([
    [["--set", "lenght=1"], /lenght/],
    [["--set", "J=1"], /J/],
    [["--input", "moter=1"], /did you mean.*motor/],
    [["--input", "motor=1 +"], /at \/inputs\/motor\n {2}found .*\n {2}expected/],
    [["--method", "gaus(2)"], /gauss\(2\)/],
    [["--coordinates", "angles"], /PH104[^]*one of automatic, bodies, joints/],
  ])("%j does not fit the model", (words, message) => {
    const { status, stdout, stderr } = porthos("run", "pendulum.json", ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/error PH\d+/);
    expect(stderr).toMatch(message);
  });
});

test("a run that was to take the coordinates of joints says why it did not", () => {
  const run = ["run", "pendulum.json", "--coordinates", "joints"];
  expect(porthos(...run).stdout).toMatch(/coordinates +bodies +because of no rigid bodies/);
  const { coordinates } = JSON.parse(porthos(...run, "--json").stdout) as {
    coordinates: unknown;
  };
  expect(coordinates).toEqual({ used: "bodies", because: "no rigid bodies" });
});

test("--help and --version answer and exit with 0", () => {
  expect(porthos("--help")).toMatchObject({ status: 0, stderr: "" });
  expect(porthos("run", "--help").stdout).toContain("--until S");
  const { version } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { version: string };
  expect(porthos("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

describe("what must not be lost", () => {
  test("a table does not replace the model, neither by its name nor by a link", () => {
    symlinkSync(join(folder, "pendulum.json"), join(folder, "soft.csv"));
    linkSync(join(folder, "pendulum.json"), join(folder, "hard.csv"));
    for (const name of ["pendulum.json", "./sub/../pendulum.json", "soft.csv", "hard.csv"]) {
      mkdirSync(join(folder, "sub"), { recursive: true });
      const { status, stderr } = porthos("run", "pendulum.json", "--csv", name);
      expect(status).toBe(2);
      expect(stderr).toContain(`--csv ${name} is the file of the model itself`);
    }
    expect(JSON.parse(readFileSync(join(folder, "pendulum.json"), "utf8"))).toEqual(pendulum);
  });

  test("a standard output that is closed before all is written is an error", async () => {
    for (const words of [["--csv", "-"], ["--json"], []]) {
      const child = spawn(process.execPath, [cli, "run", "pendulum.json", ...words], {
        cwd: folder,
        stdio: ["ignore", "pipe", "ignore"],
      });
      child.stdout!.destroy();
      expect(await new Promise((resolve) => child.on("close", resolve))).toBe(1);
    }
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends a run with complete lines and a summary", async (signal, code) => {
    const words = ["run", "pendulum.json", "--until", "1e6", "--json", "--csv", "long.csv"];
    const file = join(folder, "long.csv");
    rmSync(file, { force: true });
    const child = spawn(process.execPath, [cli, ...words], { cwd: folder });
    let stdout = "";
    child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
    const ended = new Promise((resolve) => child.on("close", resolve));
    while (!existsSync(file) || statSync(file).size < 100_000)
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill(signal);
    expect(await ended).toBe(code);
    const summary = JSON.parse(stdout) as Summary;
    expect(summary).toMatchObject({ outcome: "interrupted" });
    const text = readFileSync(file, "utf8");
    expect(text.endsWith("\n")).toBe(true);
    const rows = text.trimEnd().split("\n").slice(1);
    expect(rows).toHaveLength(summary.steps + 1);
    const last = rows.at(-1)!.split(",").map(Number);
    expect(last).toHaveLength(summary.columns.length);
    expect(last[0]).toBe(summary.final.t);
  });

  test("a signal ends a run whose table nobody reads", async () => {
    const words = ["run", "pendulum.json", "--until", "1e6", "--csv", "-"];
    const child = spawn(process.execPath, [cli, ...words], { cwd: folder });
    await new Promise((resolve) => child.stdout.once("readable", resolve));
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(143);
    child.stdout.destroy();
  });
});

describe("what a run cannot do or tell", () => {
  test("is an option that its method has no use for", () => {
    const run = ["run", "pendulum.json", "--until", "0.1", "--tolerance", "1e-6"];
    const fixed = porthos(...run, "--method", "gauss(2)");
    expect(fixed.status).toBe(0);
    expect(fixed.stderr).toContain("warning PH303 at /tolerance");
    expect(fixed.stderr).toContain("a tolerance of 1e-06 for gauss(2), which takes fixed steps");
    expect(fixed.stderr).toContain("adaptive-gauss(3)");
    expect(porthos(...run, "--method", "dop853").stderr).toBe("");
    const json = porthos(...run, "--method", "gauss(2)", "--json");
    const { problems } = JSON.parse(json.stdout) as Summary;
    expect(problems.map(({ code }) => code)).toEqual(["PH303"]);
  });

  test("is how far a run of one step is off, and why", () => {
    const run = ["run", "pendulum.json", "--until", "0.01", "--step", "0.01"];
    const { accuracy } = JSON.parse(porthos(...run, "--json").stdout) as Summary;
    expect(accuracy).toEqual({
      basis: "companion",
      error: null,
      because: "The run has fewer than two steps to compare.",
    });
    expect(porthos(...run).stdout).toMatch(/error of the motion +not known +The run has fewer/);
  });

  test("is how far a run of an adaptive method is off, beyond its tolerance and its ledger", () => {
    const run = ["run", "pendulum.json", "--until", "2"];
    const exact = porthos(...run, "--method", "dop853", "--tolerance", "1e-6").stdout;
    expect(exact).toMatch(/error of the motion +[\d.e-]+ %$/m);
    const linkage = ["run", "gallery:four-bar", "--until", "2", "--tolerance", "1e-7"];
    const open = porthos(...linkage, "--method", "radau(3)").stdout;
    expect(open).toMatch(/error of the motion +[\d.e-]+ % or more +missing in the ledger/);
    expect(porthos(...run, "--method", "gauss(2)").stdout).toMatch(
      /error of the motion +[\d.e-]+ %$/m,
    );
    const errorOf = (method: string) => {
      const [head = "", row = ""] = porthos(
        ...["sweep", "pendulum.json", "--vary", "m=1", "--until", "2", "--method", method],
      ).stdout.split("\n");
      return row.split(",")[head.split(",").indexOf("error")];
    };
    expect(Number(errorOf("gauss(2)"))).toBeGreaterThan(0);
    expect(Number(errorOf("dop853"))).toBeGreaterThan(0);
  });
});

describe("a sweep", () => {
  const words = ["sweep", "pendulum.json", "--vary", "m=1,2", "--vary", "l=0.5:1.5:5"];

  test("writes a line for each combination, with what a run ends with", () => {
    const { status, stdout } = porthos(...words, "--until", "1");
    expect(status).toBe(0);
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect(head!.split(",").slice(0, 6)).toEqual([
      "m [kg]",
      "l [m]",
      "outcome",
      "error",
      "t [s]",
      "phi [rad]",
    ]);
    expect(lines).toHaveLength(10);
    const run = porthos(
      "run",
      "pendulum.json",
      "--set",
      "m=2",
      "--set",
      "l=1.25",
      "--until",
      "1",
      "--json",
    );
    const { final, accuracy } = JSON.parse(run.stdout) as Summary;
    expect(lines[8]!.split(",").slice(0, 6)).toEqual(
      ["2", "1.25", "finished", accuracy.error, final.t, final.phi].map(String),
    );
  });

  test("has the last state and time of a run that diverged, as that run has", () => {
    put("fall.json", {
      ...collapse,
      parameters: { k: 1 },
      potential_energy: "-k/x",
    });
    const { status, stdout } = porthos("sweep", "fall.json", "--vary", "k=0.01,1");
    expect(status).toBe(1);
    const [head, ...lines] = stdout.trimEnd().split("\n");
    const names = head!.split(",").map((title) => title.replace(/ \[.*\]$/, ""));
    expect(lines).toHaveLength(2);
    for (const [i, outcome] of ["finished", "diverged"].entries()) {
      const k = ["0.01", "1"][i]!;
      const run = porthos("run", "fall.json", "--set", `k=${k}`, "--json");
      const { final, accuracy } = JSON.parse(run.stdout) as Summary;
      const cells = lines[i]!.split(",");
      expect(cells.slice(0, 3)).toEqual([k, outcome, String(accuracy.error)]);
      for (const name of ["t", "x", "v"])
        expect(cells[names.indexOf(name)]).toBe(String(final[name]));
    }
    // It reaches the centre at pi/(2 sqrt(2)) = 1.1107 s, between two rows.
    expect(lines[1]!.split(",")[names.indexOf("t")]).toBe("1.11");
  });

  test("names the parameters that can vary where one cannot", () => {
    const { status, stderr } = porthos("sweep", "pendulum.json", "--vary", "weight=1,2");
    expect(status).toBe(2);
    expect(stderr).toMatch(/no parameter "weight" to vary; there are: .*\bm\b/);
  });

  test("is the same for any number of workers, and in shards one after the other", () => {
    const whole = porthos(...words, "--workers", "1").stdout;
    for (const workers of ["2", "4"])
      expect(porthos(...words, "--workers", workers).stdout).toBe(whole);
    const shards = ["1/3", "2/3", "3/3"].map((shard) => porthos(...words, "--shard", shard).stdout);
    expect(shards.join("")).toBe(whole);
  });

  test("is spread by GNU parallel as the documentation says", () => {
    const words = "sweep pendulum.json --vary m=1:2:9 --workers 1 --until 0.5";
    const command = `parallel -k ${process.execPath} ${cli} ${words} --shard {}/4 ::: 1 2 3 4`;
    const { stdout } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe(porthos(...words.split(" ")).stdout);
    expect(stdout.split("\n")).toHaveLength(11);
  });

  test("goes into a file, and tells of sets that are refused", () => {
    const { status, stdout } = porthos(
      "sweep",
      "pendulum.json",
      "--vary",
      "l=1,100",
      "--csv",
      "s.csv",
    );
    expect(status).toBe(1);
    expect(stdout).toBe("s.csv: 2 runs, 1 of them not to the end\n");
    const lines = readFileSync(join(folder, "s.csv"), "utf8").split("\n");
    expect(lines[2]).toMatch(/^100,refused: PH104,,+$/);
  });

  test("goes on with a warning where the method has no use for an option", () => {
    const { status, stdout, stderr } = porthos(...words, "--until", "0.1", "--tolerance", "1e-6");
    expect(status).toBe(0);
    expect(stdout).toBe(porthos(...words, "--until", "0.1").stdout);
    expect(stderr).toContain("warning PH303 at /tolerance");
  });

  test.each([
    [["--vary", "m"], "--vary expects NAME=FROM:TO:COUNT or NAME=A,B,C"],
    [["--vary", "m=1:2:0"], "--vary expects"],
    [["--vary", "mm=1,2"], 'no parameter "mm" to vary; did you mean "m"?'],
    [["--vary", "m=1,2", "--vary", "m=3"], "--vary m comes twice"],
    [["--vary", "m=1,2", "--shard", "3/2"], "--shard expects I/N"],
    [["--vary", "m=1,2", "--workers", "0"], "--workers expects a whole number"],
    [["--vary", "m=1,2", "--set", "m=3"], '"m" is in --set and in --vary'],
    [[], "sweep needs --vary"],
  ])("that is written wrongly says how: %j", (options, message) => {
    const { status, stderr } = porthos("sweep", "pendulum.json", ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("porthos text", () => {
  test("the text has the files and the options in it, and gives the same run", () => {
    const options = ["--set", "left.m=2", "--until", "0.1"];
    expect(porthos("text", "pair.json", "-o", "whole.json", ...options)).toEqual({
      ...{ status: 0, stdout: "", stderr: "" },
    });
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(
      join(folder, "elsewhere", "whole.json"),
      readFileSync(join(folder, "whole.json"), "utf8"),
    );
    const there = porthos("run", "elsewhere/whole.json", "--csv", "-");
    expect(there.status).toBe(0);
    expect(there.stdout).toBe(porthos("run", "pair.json", "--csv", "-", ...options).stdout);
    expect(porthos("text", "pair.json").stdout).toContain('"model": {');
  });

  test("what cannot be written is said", () => {
    expect(porthos("text", "faulty.json")).toMatchObject({ status: 2, stdout: "" });
    expect(porthos("text", "pair.json", "--set", "left.nobody=1").stderr).toMatch(/PH111/);
    expect(porthos("text", "pair.json", "-o", "pair.json").stderr).toMatch(/the model itself/);
    expect(porthos("text", "pair.json", "--json").stderr).toMatch(/options of run/);
    expect(porthos("text", "pair.json", "-o").stderr).toMatch(/-o needs a value/);
  });
});

test("the report says what a state and an output are", () => {
  put("labelled.json", {
    ...pendulum,
    positions: { phi: { unit: "rad", start: 1, label: "angle" } },
    outputs: { h: { formula: "-l*cos(phi)", unit: "m", label: "height of the bob" } },
  });
  const { stdout } = porthos("run", "labelled.json", "--until", "0");
  expect(stdout).toMatch(/\n  h +-0\.5403023 +m +height of the bob\n/);
  expect(stdout).toMatch(/\n  phi +1 +rad +angle\n/);
  expect(stdout).not.toMatch(/ \n/);
});
