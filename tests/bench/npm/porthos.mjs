// The mechanisms as models of Porthos, made of the library's elements, and their runs in WebAssembly.
import { load } from "../../../build/dist/wasm.js";
import { crank, crankStart, g, lifted, mechanisms, pendulum, rows, top } from "./mechanisms.mjs";

/** @typedef {import("../linkages.mjs").Json} Json */

const diagonal = (/** @type {number[]} */ I) =>
  I.map((value, i) => I.map((_, k) => (i === k ? value : 0)));
const fixed = (/** @type {unknown} */ value) => ({ value, fixed: true });

function pendulumModel() {
  const { rod, angle, rate } = pendulum;
  const [x, y] = [Math.cos(angle), Math.sin(angle)].map((way) => (rod.length / 2) * way);
  return {
    porthos: 1,
    environment: { gravity: [0, -g] },
    components: {
      rod: {
        use: "porthos:planar-body",
        parameters: { m: rod.m, I: rod.I[1] },
        start: { r: [x, y], phi: fixed(angle), omega: fixed(rate) },
      },
      hinge: {
        use: "porthos:pin",
        between: { a: "ground", b: "rod" },
        parameters: { at_b: [-rod.length / 2, 0] },
      },
    },
    outputs: { tip_x: "2*rod.r.1", tip_y: "0", tip_z: "2*rod.r.2" },
  };
}

function topModel() {
  const { m, h, I, tilt, spin, mark } = top;
  return {
    porthos: 1,
    environment: { gravity: [0, 0, -g] },
    components: {
      top: {
        use: "porthos:rigid-body",
        parameters: { m, I: diagonal(I) },
        start: {
          r: [h * Math.sin(tilt), 0, h * Math.cos(tilt)],
          q: [Math.cos(tilt / 2), 0, Math.sin(tilt / 2), 0],
          omega: [0, 0, spin],
        },
      },
      tip: {
        use: "porthos:spherical",
        between: { a: "ground", b: "top" },
        parameters: { at_b: [0, 0, -h] },
      },
    },
    definitions: { mark: `top.r + rotation(top.q)*[${mark}, 0, 0]` },
    outputs: { mark_x: "mark.1", mark_y: "mark.2", mark_z: "mark.3" },
  };
}

/** The library's hinge without the state that counts its turns. */
const plainHinge = {
  porthos: 1,
  between: { a: "frame", b: "frame" },
  parameters: { at_a: [0, 0, 0], at_b: [0, 0, 0], axis: [0, 0, 1] },
  position_constraints: {
    point: "b.r + b.R*at_b - a.r - a.R*at_a",
    axis: "transpose(a.R*perpendicular(axis))*b.R*axis",
  },
};

/** @param {boolean} isPlain */
function crankModel(isPlain) {
  const start = crankStart();
  const body = (/** @type {"crank" | "rod" | "slider"} */ name) => {
    const { angle, rate, r, v } = start[name];
    return {
      use: "porthos:rigid-body",
      parameters: { m: crank[name].m, I: diagonal(crank[name].I) },
      start: { r, v, q: lifted(angle), omega: [0, -rate, 0] },
    };
  };
  const hinge = (
    /** @type {[string, number]} */ [a, at_a],
    /** @type {[string, number]} */ [b, at_b],
  ) => ({
    ...(isPlain ? { model: plainHinge } : { use: "porthos:revolute" }),
    between: { a, b },
    parameters: { at_a: [at_a, 0, 0], at_b: [at_b, 0, 0], axis: [0, -1, 0] },
  });
  const [l, k] = [crank.crank.length / 2, crank.rod.length / 2];
  return {
    porthos: 1,
    environment: { gravity: [0, 0, -g] },
    components: {
      crank: body("crank"),
      rod: body("rod"),
      slider: body("slider"),
      O: hinge(["ground", 0], ["crank", -l]),
      A: hinge(["crank", l], ["rod", -k]),
      B: hinge(["rod", k], ["slider", 0]),
      rail: {
        use: "porthos:prismatic",
        between: { a: "ground", b: "slider" },
        parameters: { axis: [1, 0, 0] },
      },
    },
    outputs: Object.fromEntries(
      ["rod", "slider"].flatMap((name) =>
        ["x", "y", "z"].map((axis, i) => [`${name}_${axis}`, `${name}.r.${i + 1}`]),
      ),
    ),
  };
}

const models = {
  pendulum: pendulumModel,
  top: topModel,
  "slider-crank": () => crankModel(false),
  plain: () => crankModel(true),
};

/**
 * @param {import("./mechanisms.mjs").Name} name
 * @param {string} [_folder] of the packages
 * @param {string} [form] another form of the model
 */
export async function prepare(name, _folder, form) {
  const json = models[form === "plain" ? form : name]();
  const model = await load(JSON.stringify(json));
  const until = mechanisms.find((one) => one.name === name)?.until ?? NaN;
  return (/** @type {Json} */ { steps = 1, ...job }) => {
    const options = { until, step: until / rows / steps, outputEvery: steps, ...job };
    const simulation = model.start(/** @type {Json} */ (options));
    return {
      go: () => simulation.advance(1 << 30),
      /** @param {ReturnType<typeof simulation.advance>} chunk */
      rows({ outcome, message, table, columns }) {
        if (outcome !== "finished") throw new Error(`${outcome} ${message}`);
        const wanted = Object.keys(json.outputs).map((output) =>
          columns.findIndex((column) => column.name === output),
        );
        return Array.from({ length: table.length / columns.length }, (_, row) =>
          wanted.map((i) => table[row * columns.length + i] ?? NaN),
        );
      },
      end: () => simulation.dispose(),
    };
  };
}
