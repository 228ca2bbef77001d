import { readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import katex from "katex";
import { expect, test } from "vitest";
import type { Equations } from "../../bindings/js/types.js";
import { built, dist, load } from "./built.js";
import { faulty, pendulum } from "./models.js";

const { equationsTex, matrixFormulas, sectionsOf } = await built("equations");
const { mathml, mathmlPieces } = await built("mathml");
const { connect } = await built("worker");

const folder = new URL("../../web/models/", import.meta.url);
const place = (name: string) => new URL(`${name}.porthos.json`, folder);
const of = async (name: string): Promise<Equations> => (await load(place(name))).equations();
const textsOf = ({ groups }: Equations, group: string) =>
  groups.find(({ name }) => name === group)?.equations.map(({ text }) => text) ?? [];

test("the slider-crank has the equations of the paper, with the letters of its text", async () => {
  const equations = await of("slider-crank");
  expect(textsOf(equations, "kinematics")).toEqual([
    "crank.phi1' = crank.omega1",
    "rod.x_B' = rod.v_x*cos(rod.phi2) - rod.v_y*sin(rod.phi2)",
    "rod.y_B' = rod.v_x*sin(rod.phi2) + rod.v_y*cos(rod.phi2)",
    "rod.phi2' = rod.omega2",
  ]);
  expect(equations.form).toEqual([
    "\\dot{z} = Z\\,w",
    "M\\,\\dot{w} = -Z^{\\top}c'^{\\top}\\lambda - G\\,w + B\\,u",
    "0 = c(z)",
    "y = B^{\\top}w",
  ]);
  // Only one of equal components may omit its component's name.
  expect(equations.symbols.find(({ name }) => name === "rod.m2")?.tex).toBe("m_{2}");
  const mass = equations.matrices.find(({ name }) => name === "M")!;
  expect(matrixFormulas(mass)).toEqual([
    "M = \\begin{bmatrix} I_{1A} & 0 & 0 & 0 \\\\ 0 & m_{2} & 0 & 0 \\\\ 0 & 0 & m_{2} & m_{2}\\,r_{2} \\\\ 0 & 0 & m_{2}\\,r_{2} & I_{2B} \\end{bmatrix}",
  ]);
  expect(matrixFormulas(mass, 3)).toEqual([
    "M = \\begin{bmatrix} M_{1,1} & 0 \\\\ 0 & M_{2,2} \\end{bmatrix}",
    "M_{1,1} = I_{1A}",
    "M_{2,2} = \\begin{bmatrix} m_{2} & 0 & 0 \\\\ 0 & m_{2} & m_{2}\\,r_{2} \\\\ 0 & m_{2}\\,r_{2} & I_{2B} \\end{bmatrix}",
  ]);
});

test("they follow the text, here and in a worker, and there are none of a faulty one", async () => {
  const model = await load(pendulum);
  expect(textsOf(model.equations(), "motion")).toEqual(["J*omega' = -9.81*(m*l*sin(phi)) + motor"]);
  const damped = await load({
    ...pendulum,
    dissipation: { pivot: { flow: "omega", effort: "0.25*omega" } },
  });
  const equations = damped.equations();
  expect(textsOf(equations, "motion")).toEqual([
    "J*omega' = -9.81*(m*l*sin(phi)) - 0.25*omega + motor",
  ]);
  const client = await connect();
  expect(await (await client.load(pendulum)).equations()).toEqual(model.equations());
  client.dispose();
  expect((await load(faulty)).equations().groups).toEqual([]);
});

/** LaTeX of an equation by its group and name. */
const texOf = ({ groups }: Equations, group: string, name: string) =>
  groups
    .find((one) => one.name === group)
    ?.equations.filter((equation) => equation.name === name)
    .map(({ tex }) => tex);

test("accelerations, multipliers, efforts and momenta are set as in a paper", async () => {
  const model = await load({
    porthos: 1,
    parameters: { m: 2, mu: 0.2, k: 6 },
    positions: { x: 0, y: 0 },
    velocities: { v: 1, u: 0 },
    kinematics: { x: "v", y: "u" },
    kinetic_energy: "m/2*(v^2 + u^2)",
    potential_energy: { gravity: "9.81*m*y", spring: "k/2*x^2" },
    position_constraints: { table: "y" },
    forces: {
      friction: { flow: "v", effort: "mu*multiplier(table)" },
      control: { flow: "v", effort: "effort(x) - momentum(v)" },
    },
  });
  const equations = model.equations();
  expect(texOf(equations, "forces", "friction")).toEqual([
    "f_{\\mathrm{friction}} = v",
    "F_{\\mathrm{friction}} = \\mu\\,\\lambda_{\\mathrm{table}}",
  ]);
  // The effort and the momentum are inserted: k x and m v.
  expect(texOf(equations, "forces", "control")?.[1]).toBe("F_{\\mathrm{control}} = k\\,x - m\\,v");
  expect(texOf(equations, "motion", "u")).toEqual([
    "m\\,\\dot{u} = -9.81\\,m - \\lambda_{\\mathrm{table}}",
  ]);
});

test("entries of vectors and matrices have indices", async () => {
  const model = await load({
    porthos: 1,
    parameters: { m: 2, K: { value: [[3, 1], [1, 2]] } }, // prettier-ignore
    positions: { r: [1, 0] },
    velocities: { v: [0, 0] },
    kinematics: { r: "v" },
    kinetic_energy: "m/2*dot(v, v)",
    potential_energy: "dot(r, K*r)/2",
    position_constraints: { line: "r.1 - r.2" },
  });
  const equations = model.equations();
  expect(texOf(equations, "kinematics", "r.2")).toEqual(["\\dot{r}_{2} = v_{2}"]);
  expect(equations.symbols.find(({ name }) => name === "K.1.2")?.tex).toBe("K_{1,2}");
  expect(equations.vectors[0]?.entries).toEqual(["r_{1}", "r_{2}"]);
});

/** The characters of a MathML text, without its invisible ones. KaTeX has another character for the bar of |x|. */
const leaves = (ml: string): string =>
  ml
    .replace(/<annotation[^]*?<\/annotation>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/[\s\u200b\u2061\u00a0]/g, "")
    .replace(/\u2223/g, "|");

test("what is typeset has the characters that KaTeX finds in the same LaTeX", async () => {
  const different: string[] = [];
  let count = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".porthos.json"))) {
    const equations = await of(file.replace(".porthos.json", ""));
    for (const tex of sectionsOf(equations).flatMap(({ formulas }) => formulas)) {
      const known = leaves(katex.renderToString(tex, { output: "mathml", maxExpand: 100_000 }));
      const pieces = mathmlPieces(tex, equations.symbols).join("");
      if (leaves(mathml(tex)) !== known || leaves(pieces) !== known) different.push(tex);
      count++;
    }
  }
  expect(different).toEqual([]);
  expect(count).toBeGreaterThan(600);
});

test("the command prints text, LaTeX, MathML and JSON, and says what it does not know", async () => {
  const run = (...words: string[]) =>
    spawnSync(
      process.execPath,
      [
        fileURLToPath(new URL("cli.js", dist)),
        "equations",
        fileURLToPath(place("crank")),
        ...words,
      ],
      { encoding: "utf8" },
    );
  const equations = await of("crank");
  expect(run().stdout).toContain("Motion\n  I_1A*omega1' = ");
  expect(run("--tex").stdout).toBe(equationsTex(equations));
  expect(run("--mathml").stdout).toContain('<mrow data-symbol="omega1">');
  expect(JSON.parse(run("--json").stdout)).toEqual(equations);
  expect(run("--tex", "--text").status).toBe(2);
  expect(run("--csv", "x").stderr).toContain("it is an option of run");
});

test("pi, fractions and names of the text stay, terms that are zero go", async () => {
  const model = await load({
    porthos: 1,
    parameters: { m: 2, a: 3, half_turn: { formula: "pi/2" } },
    positions: { x: 1, y: 2 },
    velocities: { v: 0, w: 0 },
    kinematics: { x: "v", y: "w" },
    kinetic_energy: "m*v^2/24 + m*w^2/2",
    // The first part is zero for all x, which is seen only when the brackets are expanded.
    potential_energy: {
      none: "a*((x + y)*(x - y) - x^2 + y^2)",
      wave: "a*cos(2*pi*x)",
      turned: "a*sin(half_turn)*y + a*sin(pi/2)*y + a*cos(pi/2)*x",
    },
    dissipation: { pads: { flow: ["v", "w"], effort: ["v", "2*w"] } },
    position_constraints: { first_half: "x - y/3" },
  });
  const { groups } = model.equations();
  const tex = (group: string, name: string) =>
    groups
      .find((one) => one.name === group)
      ?.equations.filter((one) => one.name === name)
      .map((one) => one.tex);
  expect(tex("energies", "kinetic")?.[0]).toContain("\\frac{1}{24}");
  expect(tex("energies", "wave")).toEqual(["V_{\\mathrm{wave}} = a\\,\\cos(2\\,\\pi\\,x)"]);
  expect(tex("energies", "turned")?.[0]).toContain("\\sin\\mathrm{half}_{\\mathrm{turn}}");
  expect(tex("motion", "v")).toEqual([
    "\\frac{1}{12}\\,m\\,\\dot{v} = 2\\,\\pi\\,a\\,\\sin(2\\,\\pi\\,x) - v - \\lambda_{\\text{first,half}}",
  ]);
  const pads = groups.find(({ name }) => name === "dissipation")?.equations.map(({ tex }) => tex);
  expect(pads).toContain("f_{\\mathrm{pads}_{1}} = v");
  expect(groups.flatMap(({ equations }) => equations.map(({ tex }) => tex)).join()).not.toMatch(
    /\d\.\d{4}/,
  );
});

test("a formula that begins with a relation has no space before it, which stands in the text", () => {
  expect(mathml("= 0.3")).toContain('<mo lspace="0">=</mo>');
  expect(mathmlPieces("= 0.3")[0]).toBe('<mo lspace="0">=</mo>');
  expect(mathml("x = 0.3")).not.toContain("lspace");
  // A decimal comma is no comma of a list.
  expect(mathml("0{,}5")).toContain('<mo lspace="0" rspace="0">,</mo>');
});
