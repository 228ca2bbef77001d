// Diagrams: the models of the papers give the figures of the papers, and no part of a text is lost.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  drawDiagram,
  layoutDiagram,
  type Diagram,
  type DiagramLayout,
  type ModelDiagram,
} from "../../bindings/js/diagram";
import { along, crossings } from "../../bindings/js/diagram/crossings";
import { labelPlaces, rectangleOf, linesWithPower } from "../../bindings/js/diagram/label-places";
import { junctionLabel, pieces, portLabel } from "../../bindings/js/diagram/labels";
import { built, load } from "./built.js";

const { connect } = await built("worker");

const root = resolve(import.meta.dirname, "..", "..");
const read = (folder: string, prefix: string, ending: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".porthos.json"))
      .map((name) => [
        prefix + name.replace(".porthos.json", ending),
        readFileSync(join(root, folder, name), "utf8"),
      ]),
  );
const models = read("web/models", "", ".porthos.json");
const files = { ...models, ...read("src/elements", "porthos:", "") };
const names = Object.keys(models).map((name) => name.replace(".porthos.json", ""));

/** What the engine makes of a text. */
async function diagramOf(text: string | object): Promise<ModelDiagram> {
  const model = await load(text, { files });
  try {
    return await model.diagram();
  } finally {
    model.dispose();
  }
}
const graphOf = async (text: string | object): Promise<Diagram> => (await diagramOf(text)).graph;

const drawn = new Map<string, ModelDiagram>();
for (const name of names) drawn.set(name, await diagramOf(models[`${name}.porthos.json`] ?? ""));
const drawnOf = (name: string): ModelDiagram => {
  const found = drawn.get(name);
  if (!found) throw new Error(`no model ${name}`);
  return found;
};
const draw = (name: string): Diagram => drawnOf(name).graph;

const opened = ({ boxes }: Diagram): string[] =>
  boxes.flatMap(({ id, inside }) => (inside ? [id, ...opened(inside)] : []));
const layouts = new Map<string, DiagramLayout>();

/** The layout of a model with all of its boxes open, computed once. */
function layoutOf(name: string, direction: "right" | "down" = "right"): DiagramLayout {
  const key = `${name} ${direction}`;
  const graph = draw(name);
  const layout =
    layouts.get(key) ?? layoutDiagram(graph, { open: new Set(opened(graph)), direction });
  layouts.set(key, layout);
  return layout;
}

/** Each junction with the ends that meet there: "~" for a state port, "outer" for the outer box. */
function junctions({ junctions, edges, ports }: Diagram): Record<string, string[]> {
  const outer = new Set(ports.map(({ id }) => id));
  return Object.fromEntries(
    junctions.map(({ id, names }) => [
      names.join() || id.split("/").at(-1),
      edges
        .filter(({ junction }) => junction === id)
        .map(({ end, kind }) => {
          const name = outer.has(end) ? "outer" : (end.split("/").at(-1) ?? "");
          return (kind === "state" ? "~" : "") + name;
        })
        .sort(),
    ]),
  );
}
const kinds = ({ boxes }: Diagram): Record<string, string> =>
  Object.fromEntries(boxes.map(({ name, kind }) => [name, kind]));
const inside = ({ boxes }: Diagram, name: string): Diagram => {
  const found = boxes.find((box) => box.name === name)?.inside;
  if (!found) throw new Error(`${name} does not open`);
  return found;
};

test("S-12 is Fig. 5 of Lohmayer, Capobianco, Leyendecker (2022)", () => {
  const graph = draw("oscillator-boxes");
  expect(kinds(graph)).toEqual({ pe: "potential", ke: "kinetic", pkc: "reversible" });
  expect(junctions(graph)).toEqual({ q: ["pe", "pkc"], p: ["ke", "outer", "pkc"] });
  expect(graph.ports.map(({ names }) => names)).toEqual([["p"]]);
});

test("S-13 is Fig. 6, and Fig. 5 is inside", () => {
  const graph = draw("damped-oscillator-nested");
  expect(kinds(graph)).toEqual({ osc: "composite", mf: "irreversible", env: "environment" });
  expect(junctions(graph)).toEqual({ p: ["mf", "osc"], s: ["env", "mf"] });
  expect(graph.ports).toEqual([]);
  expect(junctions(inside(graph, "osc"))).toEqual(junctions(draw("oscillator-boxes")));
});

test("as plain mechanics the same oscillator is Fig. 7", () => {
  const graph = draw("damped-oscillator");
  expect(kinds(graph)).toEqual({
    spring: "potential",
    T: "kinetic",
    Z: "reversible",
    friction: "irreversible",
    heat: "environment",
  });
  expect(junctions(graph)).toEqual({
    q: ["kinematics q", "potential spring"],
    v: ["dissipation friction", "kinematics q", "kinetic v"],
    s: ["dissipation friction", "potential heat"],
  });
});

test("S-15 is Fig. 3, with its state port", () => {
  const graph = draw("joint-boxes");
  expect(kinds(graph)).toEqual({
    ...{ o1: "reversible", o2: "reversible", hc: "reversible", pkc: "reversible" },
    ...{ pe: "potential", mf: "irreversible", env: "environment" },
  });
  const all = Object.values(junctions(graph)).map((ends) => ends.join(" "));
  expect(all.sort()).toEqual(
    ["o1 outer", "o2 outer", "hc o1", "hc o2", "hc mf pkc", "pe pkc ~hc", "env mf"].sort(),
  );
  expect(graph.ports.map(({ names }) => names)).toEqual([
    ["turn_1", "move_1"],
    ["turn_2", "move_2"],
  ]);
});

test("S-16 is Fig. 1", () => {
  const graph = draw("two-bodies-boxes");
  expect(kinds(graph)).toEqual({ b1: "composite", b2: "composite", j: "composite" });
  expect(junctions(graph)).toEqual({ "turn_1,move_1": ["b1", "j"], "turn_2,move_2": ["b2", "j"] });
  expect(Object.keys(kinds(inside(graph, "j")))).toEqual(Object.keys(kinds(draw("joint-boxes"))));
});

test("the slider-crank is a crank and a rod that are joined", () => {
  const graph = draw("slider-crank");
  expect(kinds(graph)).toEqual({ crank: "composite", rod: "composite" });
  expect(junctions(graph)["joint_C"]).toEqual(["crank", "rod"]);
  expect(graph.ports.map(({ names }) => names)).toEqual([["M_ext"], ["F_ext"]]);
  expect(Object.keys(kinds(inside(graph, "rod")))).toContain("rail");
});

test("a chain of elements has the offers of its bodies between its joints, and the ground", async () => {
  const text = readFileSync(join(root, "web/templates/elements.porthos.json"), "utf8");
  const graph = await graphOf(text);
  expect(graph.boxes.filter(({ kind }) => kind === "ground")).toHaveLength(1);
  for (const { id } of graph.junctions)
    expect(graph.edges.filter(({ junction }) => junction === id)).toHaveLength(2);
});

test("copies of a component are boxes of their own, joined by their indices", async () => {
  const graph = await graphOf({
    porthos: 1,
    parameters: { N: 3 },
    components: {
      link: { use: "porthos:planar-rod", count: "N" },
      pin: {
        use: "porthos:pin",
        for: { i: [1, "N - 1"] },
        between: { a: "link[i].tip", b: "link[i+1].tail" },
      },
    },
  });
  const ends = Object.values(graph.junctions).map(({ id }) =>
    graph.edges
      .filter(({ junction }) => junction === id)
      .map(({ end }) => end)
      .sort()
      .join(" "),
  );
  expect(ends.sort()).toEqual([
    "link[1] pin[1]",
    "link[2] pin[1]",
    "link[2] pin[2]",
    "link[3] pin[2]",
  ]);
});

test("the heat of a relation goes to the copy of a component that an index formula means", async () => {
  const room = { positions: { s: 0 }, kinematics: { s: 0 }, potential_energy: "300*exp(s)" };
  const text = (index: string): object => ({
    porthos: 1,
    parameters: { N: 3 },
    positions: { q: 0 },
    velocities: { v: 1 },
    kinematics: { q: "v" },
    kinetic_energy: "v^2/2",
    potential_energy: "q^2/2",
    dissipation: { rub: { flow: "v", effort: "v", heats: `room[${index}].s` } },
    components: { room: { count: "N", model: { porthos: 1, ...room } } },
  });
  const graph = await graphOf(text("N - 1"));
  expect(graph).toEqual(await graphOf(text("2")));
  expect(graph.edges.some(({ end }) => end.endsWith("room[2]"))).toBe(true);
});

test("names may be of any alphabet", async () => {
  const latin = `{ "porthos": 1,
    "positions": { "QQ": 0 }, "velocities": { "VV": 1 }, "kinematics": { "QQ": "VV" },
    "kinetic_energy": "VV^2/2", "potential_energy": "3*(QQ - zz.QQ)^2",
    "dissipation": { "VV": "0.1*VV" },
    "components": { "zz": { "model": { "porthos": 1, "positions": { "QQ": 0 }, "velocities": { "VV": 1 },
      "kinematics": { "QQ": "VV" }, "kinetic_energy": "VV^2/2" } } } }`;
  const replaced = (text: string): string =>
    text.replaceAll("QQ", "θ₁").replaceAll("VV", "größe").replaceAll("zz", "тело");
  const graph = await graphOf(JSON.parse(latin) as object);
  expect(graph.edges.length).toBeGreaterThan(3);
  expect(junctions(await graphOf(JSON.parse(replaced(latin)) as object))).toEqual(
    JSON.parse(replaced(JSON.stringify(junctions(graph)))),
  );
});

test("a model with errors has no diagram", async () => {
  const wrong = { porthos: 1, kinematics: { x: "v" } };
  await expect(diagramOf(wrong)).rejects.toMatchObject({ name: "ModelError" });
});

test("a model in a worker has the same diagram", async () => {
  const client = await connect();
  const model = await client.load(models["slider-crank.porthos.json"] ?? "", { files });
  expect(await model.diagram()).toEqual(drawnOf("slider-crank"));
  client.dispose();
});

type Text = { [key: string]: unknown };
const listed = [
  "potential_energy",
  "kinematics",
  "position_constraints",
  "velocity_constraints",
  "contacts",
  "dissipation",
  "forces",
  "components",
  "connections",
  "junctions",
];

/** The parts that a text has, each with the path of the component that it is in. */
function partsOf(text: Text, place: string, path: string): string[] {
  const at = (...steps: string[]): string => `${path} ${[place, ...steps].join("/")}`;
  const members = (key: string): [string, unknown][] => Object.entries((text[key] ?? {}) as Text);
  const hasMass =
    text["kinetic_energy"] !== undefined ||
    (JSON.stringify(text["mass"] ?? "").match(/[1-9a-z]/i) !== null && text["mass"] !== undefined);
  const own = [
    ...(hasMass ? [at(text["mass"] === undefined ? "kinetic_energy" : "mass")] : []),
    ...["lagrangian", "gyroscopic", "interconnection"]
      .filter((key) => text[key] !== undefined)
      .map((key) => at(key)),
    ...(typeof text["velocity_group"] === "string" ? [at("velocity_group")] : []),
    ...(Array.isArray(text["velocity_group"])
      ? text["velocity_group"].map((_, index) => at("velocity_group", String(index)))
      : []),
    ...(typeof text["potential_energy"] === "string" ? [at("potential_energy")] : []),
    ...(path === "" ? members("ports").map(([name]) => at("ports", name)) : []),
    ...listed
      .filter((key) => typeof text[key] === "object")
      .flatMap((key) =>
        members(key)
          .filter(([, value]) => key !== "kinematics" || value !== 0)
          .map(([name]) => at(key, name)),
      ),
  ];
  const within = members("components").flatMap(([name, value]) => {
    const { model, use } = value as { model?: Text; use?: string };
    return model
      ? partsOf(model, `${place}/components/${name}/model`, `${path}/${name}`)
      : partsOf(JSON.parse(files[use ?? ""] ?? "{}") as Text, `${use}#`, `${path}/${name}`);
  });
  return [...own, ...within];
}

/** The parts that a diagram has; those of a box that does not open are in its component. */
function shown({ boxes, junctions, ports }: Diagram, path: string): string[] {
  return [
    ...boxes.flatMap((box) =>
      box.parts.map(
        (part, index) =>
          `${box.id.endsWith(`/${box.name}`) || box.id === box.name ? (index > 0 && !box.inside ? `${path}/${box.name}` : path) : path} ${part}`,
      ),
    ),
    ...junctions.flatMap(({ parts }) => parts.map((part) => `${path} ${part}`)),
    ...(path === "" ? ports.flatMap(({ parts }) => parts.map((part) => `${path} ${part}`)) : []),
    ...boxes.flatMap((box) => (box.inside ? shown(box.inside, `${path}/${box.name}`) : [])),
  ];
}

const all = (graph: Diagram): Diagram[] => [
  graph,
  ...graph.boxes.flatMap((box) => (box.inside ? all(box.inside) : [])),
];
describe.each(names)("%s", (name) => {
  const graph = draw(name);

  test("every part of its text is shown once", () => {
    const text = JSON.parse(models[`${name}.porthos.json`] ?? "") as Text;
    // A kinetic energy is stored apart where the velocities are apart.
    // Ports of components are theirs: whether others use them says the text around.
    const found = shown(graph, "").filter((part) => !/^\/.*\/ports\/[^/]*$/.test(part));
    const counted = found.filter(
      (part, index) => !/\/(kinetic_energy|mass)$/.test(part) || found.indexOf(part) === index,
    );
    expect(counted.sort()).toEqual(partsOf(text, "", "").sort());
  });

  test("no edge dangles, and every port lies on one junction", () => {
    for (const { boxes, junctions, ports, edges } of all(graph)) {
      const ends = new Set([...boxes, ...ports].map(({ id }) => id));
      const dots = new Set(junctions.map(({ id }) => id));
      expect(edges.filter(({ end, junction }) => !ends.has(end) || !dots.has(junction))).toEqual(
        [],
      );
      expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
      for (const { id } of ports) expect(edges.filter(({ end }) => end === id)).toHaveLength(1);
      // An energy that only events change, as of a weight that falls at each tick, has no edge.
      const states = new Set(junctions.flatMap(({ names }) => names));
      const moves = ({ kind, symbols }: (typeof boxes)[number]) =>
        kind !== "potential" || symbols.some((symbol) => states.has(symbol));
      for (const box of boxes.filter(moves))
        expect(edges.filter(({ end }) => end === box.id)).not.toEqual([]);
    }
  });

  test.each(["right", "down"] as const)(
    "laid out to the %s no boxes overlap, all within the frame",
    (direction) => {
      for (const layout of [layoutDiagram(graph, { direction }), layoutOf(name, direction)]) {
        expect(overlaps(layout)).toEqual([]);
        expect(outside(layout)).toEqual([]);
        expect(drawDiagram(layout)).not.toMatch(/NaN|undefined|Infinity/);
      }
    },
  );
});

function overlaps({ boxes }: DiagramLayout): string[] {
  const apart = (one: (typeof boxes)[number], other: (typeof boxes)[number]): boolean =>
    Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.5 ||
    Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - 0.5;
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => !other.box.id.startsWith(`${one.box.id}/`) && !apart(one, other))
      .map((other) => `${one.box.id} on ${other.box.id}`),
  );
}

function outside({ boxes, junctions, frame, edges, width, height }: DiagramLayout): string[] {
  const isIn = (x: number, y: number, w = 0, h = 0): boolean =>
    Math.abs(x - frame.x) + w / 2 <= frame.width / 2 + 0.5 &&
    Math.abs(y - frame.y) + h / 2 <= frame.height / 2 + 0.5;
  const isSeen =
    Math.abs(frame.x) + frame.width / 2 <= width + 0.5 &&
    frame.y + frame.height / 2 <= height + 0.5;
  return [
    ...(isSeen ? [] : ["frame"]),
    ...boxes.filter((one) => !isIn(one.x, one.y, one.width, one.height)).map(({ box }) => box.id),
    ...junctions.filter((one) => !isIn(one.x, one.y)).map(({ junction }) => junction.id),
    ...edges
      .filter(({ points }) => !points.every(({ x, y }) => isIn(x, y)))
      .map(({ edge }) => edge.id),
  ];
}

describe("bodies of the figure", () => {
  test.each(names)("of %s are those of the scene, with states of the table", async (name) => {
    const text = models[`${name}.porthos.json`] ?? "";
    const model = await load(text, { files });
    if (!model.ok) return; // a refused one has no scene
    const { scene, columns } = model.start({ poses: true }).started;
    const known = new Set(columns.map((column) => column.name.replace(/(\.\d+)+$/, "")));
    const found = drawnOf(name).bodies;
    expect(found.map((body) => body.name).sort()).toEqual(
      scene.bodies.map((body) => body.name).sort(),
    );
    for (const body of found)
      for (const state of body.states)
        expect(known.has(state), `${body.name}: ${state}`).toBe(true);
    model.dispose();
  });

  test("what moves a body is what its pose is written in, and what moves that", () => {
    const found = drawnOf("slider-crank").bodies;
    const crank = found.find(({ states }) => states.includes("crank.phi1"));
    expect(crank?.states).toContain("crank.omega1");
    expect(crank?.states.some((name) => name.startsWith("rod."))).toBe(false);
  });
});

describe("crossings", () => {
  test("two lines that cross are counted, those that meet are not", () => {
    const layout = layoutDiagram(draw("pendulum-cartesian"));
    expect(crossings(layout)).toBe(0);
    const [first, second] = layout.edges;
    if (!first || !second) throw new Error("a pendulum has lines");
    const across = [
      {
        ...first,
        points: [
          { x: -90, y: -90 },
          { x: -50, y: -50 },
        ],
      },
      {
        ...second,
        points: [
          { x: -90, y: -50 },
          { x: -50, y: -90 },
        ],
      },
    ];
    expect(crossings({ ...layout, edges: across })).toBe(1);
    expect(crossings({ ...layout, edges: [first, { ...first }] })).toBe(0);
  });

  // What is left are lines that cross in every order of these layers.
  test.each([
    ["slider-crank", 0],
    ["loudspeaker", 0],
    ["damped-oscillator-nested", 0],
    ["joint-boxes", 1],
    ["two-bodies-boxes", 1],
    ["chebyshev-linkage", 0],
    ["watt-linkage", 0],
    ["four-bar", 3],
  ])("%s, opened, has at most %i", (name, most) => {
    for (const direction of ["right", "down"] as const)
      expect(crossings(layoutOf(name, direction))).toBeLessThanOrEqual(most);
  });
});

describe("a drawing on its own", () => {
  test.each(names)("%s has literal colours, which every viewer knows", (name) => {
    const svg = drawDiagram(layoutOf(name));
    expect(svg).not.toMatch(/var\(|color-mix|--[a-z]/);
    expect(svg).toContain("#0b6fae");
    expect(drawDiagram(layoutOf(name), { isThemed: true })).toContain("var(--ink,#1f2226)");
  });

  test("a name has one halo below all of its letters", () => {
    const svg = drawDiagram(layoutOf("slider-crank"));
    const label =
      /<text aria-hidden="true" class="name halo"[^>]*>(.*?)<\/text><text class="name"[^>]*>(.*?)<\/text>/.exec(
        svg,
      );
    expect(label?.[1]).toBe(label?.[2]);
    expect(svg).not.toMatch(/\.name\{[^}]*paint-order/);
  });

  test("the state of a box is an index, and its own index is lower", () => {
    expect(pieces("T_{v_x}").map(({ text, level }) => [text, level])).toEqual([
      ["T", 0],
      ["v", 1],
      ["x", 2],
    ]);
    expect(pieces("T_{omega}").map(({ text }) => text)).toEqual(["T", "ω"]);
    expect(pieces("v_x, v_y").map(({ text }) => text)).toEqual(["v", "x", ",\u00a0", "v", "y"]);
  });

  test.each(names)("labels of %s lie apart from each other, from titles and from boxes", (name) => {
    for (const direction of ["right", "down"] as const) {
      const layout = layoutOf(name, direction);
      const places = labelPlaces(layout, linesWithPower(layout));
      const labels = [
        ...layout.junctions.map(
          ({ junction }) => [junction.id, junctionLabel(junction), 14] as const,
        ),
        ...layout.ports.map(({ port }) => [port.id, portLabel(port), 13] as const),
      ].flatMap(([id, label, size]) => {
        const place = places.get(id);
        return place && label ? [{ label, ...rectangleOf(place, label, size) }] : [];
      });
      const closed = layout.boxes
        .filter(({ isOpen }) => !isOpen)
        .map(({ box, ...place }) => ({ label: box.name, ...place }));
      const meet = labels.flatMap((one, index) =>
        [...labels.slice(index + 1), ...closed]
          .filter(
            (other) =>
              Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 1 &&
              Math.abs(one.y - other.y) < (one.height + other.height) / 2 - 1,
          )
          .map((other) => `${one.label} on ${other.label}`),
      );
      expect(meet).toEqual([]);
    }
  });

  test.each(names)("lines of %s cross the frame of an open box once, on their way in", (name) => {
    for (const direction of ["right", "down"] as const) {
      const { edges, boxes } = layoutOf(name, direction);
      const twice = edges.flatMap(({ edge, points }) => {
        const way = along(points);
        return boxes
          .filter(({ isOpen }) => isOpen)
          .filter((box) => {
            const isIn = way.map(
              ({ x, y }) =>
                Math.abs(x - box.x) < box.width / 2 && Math.abs(y - box.y) < box.height / 2,
            );
            const passed = isIn.filter((one, index) => index > 0 && one !== isIn[index - 1]).length;
            return passed > Number(isIn[0] !== isIn.at(-1));
          })
          .map(({ box }) => `${edge.id} through ${box.id}`);
      });
      expect(twice).toEqual([]);
    }
  });
});
