// The mechanisms of the work-precision diagrams.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fourBars, fourBarsReduced } from "./linkages.mjs";

/** @typedef {import("./linkages.mjs").Json} Json */

/**
 * @typedef {object} Problem
 * @property {string} name
 * @property {string} title
 * @property {string} kind its difficulty
 * @property {Json} model
 * @property {Json} [files]
 * @property {string[]} columns positions of points, m, in which errors are measured
 * @property {number} until s; ten rows are compared
 * @property {number} coarse steps of the longest run with fixed steps
 * @property {number} fine steps of the reference, gauss(4)
 * @property {{ model: Json, columns: string[] }} [reduced] the same motion with fewer coordinates,
 *   for an independent reference
 * @property {false} [simbody] Simbody has no such model
 * @property {true} [stiff]
 * @property {number} [long] factor of the time that its runs may take
 */

const gallery = (/** @type {string} */ name) => {
  const folder = join(import.meta.dirname, "..", "..", "web", "models");
  return JSON.parse(readFileSync(join(folder, `${name}.porthos.json`), "utf8"));
};

const quaternionKinematics = {
  q0: "(-q1*omega_x - q2*omega_y - q3*omega_z)/2",
  q1: "(q0*omega_x - q3*omega_y + q2*omega_z)/2",
  q2: "(q3*omega_x + q0*omega_y - q1*omega_z)/2",
  q3: "(-q2*omega_x + q1*omega_y + q0*omega_z)/2",
};
const unitQuaternion = "q0^2 + q1^2 + q2^2 + q3^2 - 1";

// Top of Bauchau, Geradin and Cardona, with its tip held by constraints: the mass is at (0, 1, 0) m
// of the body, the spin is about that axis.
const top = {
  porthos: 1,
  parameters: { m: 15 },
  definitions: {
    c_x: "2*(q1*q2 - q0*q3)",
    c_y: "1 - 2*(q1^2 + q3^2)",
    c_z: "2*(q2*q3 + q0*q1)",
  },
  positions: { x: 0, y: 1, z: 0, q0: 1, q1: 0, q2: 0, q3: 0 },
  velocities: { omega_x: 0, omega_y: 150, omega_z: -4.61538, v_x: 4.61538, v_y: 0, v_z: 0 },
  kinematics: { x: "v_x", y: "v_y", z: "v_z", ...quaternionKinematics },
  kinetic_energy:
    "(0.234375*omega_x^2 + 0.46875*omega_y^2 + 0.234375*omega_z^2 + m*(v_x^2 + v_y^2 + v_z^2))/2",
  velocity_group: [{ group: "SO(3)", velocities: ["omega_x", "omega_y", "omega_z"] }],
  position_constraints: { unit: unitQuaternion, tip: ["x - c_x", "y - c_y", "z - c_z"] },
  potential_energy: "m*9.81*z",
  outputs: {
    mark_x: "1 - 2*(q2^2 + q3^2)",
    mark_y: "2*(q1*q2 + q0*q3)",
    mark_z: "2*(q1*q3 - q0*q2)",
  },
};

// A thin disc of 1 kg and radius R that rolls on the ground: its lowest point touches it
// (holonomic) and has no velocity (nonholonomic). Its axis is (0, 1, 0) of the body; it leans by
// 0.3 rad.
const R = 0.5;
const lean = 0.3;
const rates = { lean: 0.2, spin: 6, yaw: 0.5 };
const disc = {
  porthos: 1,
  parameters: { R },
  definitions: {
    a_x: "2*(q1*q2 - q0*q3)",
    a_y: "1 - 2*(q1^2 + q3^2)",
    a_z: "2*(q2*q3 + q0*q1)",
    s: "sqrt(1 - a_z^2)",
    // Angular velocity in world axes, and the vector from the centre to the ground.
    w_x: "(1 - 2*(q2^2 + q3^2))*omega_x + a_x*omega_y + 2*(q1*q3 + q0*q2)*omega_z",
    w_y: "2*(q1*q2 + q0*q3)*omega_x + a_y*omega_y + 2*(q2*q3 - q0*q1)*omega_z",
    w_z: "2*(q1*q3 - q0*q2)*omega_x + a_z*omega_y + (1 - 2*(q1^2 + q2^2))*omega_z",
    r_x: "R*a_z*a_x/s",
    r_y: "R*a_z*a_y/s",
    r_z: "-R*s",
  },
  positions: {
    x: 0,
    y: -R * Math.sin(lean),
    z: R * Math.cos(lean),
    q0: Math.cos(lean / 2),
    q1: Math.sin(lean / 2),
    q2: 0,
    q3: 0,
  },
  velocities: {
    omega_x: rates.lean,
    omega_y: rates.spin + rates.yaw * Math.sin(lean),
    omega_z: rates.yaw * Math.cos(lean),
    v_x: R * (rates.spin + rates.yaw * Math.sin(lean)),
    v_y: -R * Math.cos(lean) * rates.lean,
    v_z: -R * Math.sin(lean) * rates.lean,
  },
  kinematics: { x: "v_x", y: "v_y", z: "v_z", ...quaternionKinematics },
  kinetic_energy: "(R^2/4*omega_x^2 + R^2/2*omega_y^2 + R^2/4*omega_z^2 + v_x^2 + v_y^2 + v_z^2)/2",
  velocity_group: [{ group: "SO(3)", velocities: ["omega_x", "omega_y", "omega_z"] }],
  position_constraints: { unit: unitQuaternion, touch: "z - R*s" },
  velocity_constraints: {
    roll: ["v_x + w_y*r_z - w_z*r_y", "v_y + w_z*r_x - w_x*r_z"],
  },
  potential_energy: "9.81*z",
  outputs: {
    rim_x: "x + R*(1 - 2*(q2^2 + q3^2))",
    rim_y: "y + R*2*(q1*q2 + q0*q3)",
    rim_z: "z + R*2*(q1*q3 - q0*q2)",
  },
};

// Two bobs of 1 kg: a rigid rod holds the first one, a stiff spring with a strong damper the second.
// Rates of about 2e4/s and 100/s against 3/s of the swing.
const stiff = {
  porthos: 1,
  parameters: { k: 1e6, d: 1e4 },
  definitions: { l: "hypot(x2 - x1, y2 - y1)" },
  positions: {
    x1: Math.sin(1),
    y1: -Math.cos(1),
    x2: Math.sin(1) + Math.sin(0.5),
    y2: -Math.cos(1) - Math.cos(0.5),
  },
  velocities: { v1_x: 0, v1_y: 0, v2_x: 0, v2_y: 0 },
  kinematics: { x1: "v1_x", y1: "v1_y", x2: "v2_x", y2: "v2_y" },
  kinetic_energy: "(v1_x^2 + v1_y^2 + v2_x^2 + v2_y^2)/2",
  potential_energy: { gravity: "9.81*(y1 + y2)", spring: "k/2*(l - 1)^2" },
  position_constraints: { rod: "(x1^2 + y1^2 - 1)/2" },
  dissipation: {
    damper: {
      flow: "((x2 - x1)*(v2_x - v1_x) + (y2 - y1)*(v2_y - v1_y))/l",
      effort: "d*((x2 - x1)*(v2_x - v1_x) + (y2 - y1)*(v2_y - v1_y))/l",
    },
  },
};

const pendulumReduced = {
  porthos: 1,
  positions: { theta: 1 },
  velocities: { omega: 0 },
  kinematics: { theta: "omega" },
  kinetic_energy: "omega^2/2",
  potential_energy: "-9.81*cos(theta)",
  outputs: { x: "sin(theta)", y: "-cos(theta)" },
};

const loops = 10;
const swing = /** @type {const} */ ([-Math.PI / 2 + 1, 0]);
const turn = /** @type {const} */ ([Math.PI / 2, -1]);
const barColumns = ["stand0.x", "stand0.y", `bar${loops - 1}.x`, `bar${loops - 1}.y`];
const reducedBars = (/** @type {readonly [number, number]} */ start) => ({
  model: fourBarsReduced(loops, ...start),
  columns: ["stand_x", "stand_y", "bar_x", "bar_y"],
});

/** @type {Problem[]} */
export const problems = [
  {
    name: "pendulum",
    title: "Pendulum",
    kind: "Cartesian coordinates, 10 s",
    model: gallery("pendulum-cartesian"),
    columns: ["x", "y"],
    until: 10,
    coarse: 100,
    fine: 4000,
    reduced: { model: pendulumReduced, columns: ["x", "y"] },
  },
  {
    name: "top",
    title: "Heavy top",
    kind: "150 rad/s, tip held by constraints, 1 s",
    model: top,
    columns: ["x", "y", "z", "mark_x", "mark_y", "mark_z"],
    until: 1,
    coarse: 100,
    fine: 4000,
  },
  {
    name: "slider-crank",
    title: "Slider-crank",
    kind: "driven, two components, 12 s",
    model: {
      ...gallery("slider-crank"),
      outputs: {
        pin_x: "0.2*cos(crank.phi1)",
        pin_y: "0.2*sin(crank.phi1)",
        slider: "rod.x_B",
      },
    },
    files: {
      "crank.porthos.json": gallery("crank"),
      "rod-slider.porthos.json": gallery("rod-slider"),
    },
    columns: ["pin_x", "pin_y", "slider"],
    until: 12,
    coarse: 250,
    fine: 12000,
  },
  {
    name: "disc",
    title: "Rolling disc",
    kind: "holonomic and nonholonomic, 5 s",
    simbody: false, // no constraint for a contact point that moves over the disc
    model: disc,
    columns: ["x", "y", "z", "rim_x", "rim_y", "rim_z"],
    until: 5,
    coarse: 100,
    fine: 4000,
  },
  {
    name: "four-bars",
    title: "Ten four-bars",
    kind: "21 rods, 63 coordinates, 5 s",
    long: 3,
    ...fourBars(loops, ...swing),
    columns: barColumns,
    until: 5,
    coarse: 40,
    fine: 2000,
    reduced: reducedBars(swing),
  },
  {
    name: "four-bars-singular",
    title: "Ten four-bars, turning over",
    kind: "through singular poses, 5 s",
    long: 8, // short steps near singular poses
    ...fourBars(loops, ...turn),
    columns: barColumns,
    until: 5,
    coarse: 160,
    fine: 4000,
    reduced: reducedBars(turn),
  },
  {
    name: "stiff",
    title: "Stiff damped pendulum",
    kind: "rates of 20 000/s, 5 s",
    stiff: true,
    model: stiff,
    columns: ["x1", "y1", "x2", "y2"],
    until: 5,
    coarse: 40,
    fine: 20000,
  },
];
