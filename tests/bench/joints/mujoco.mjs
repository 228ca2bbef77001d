// The mechanisms as models of MuJoCo: trees of joints, whose loops equality constraints close.
import {
  arm,
  bars,
  crank,
  cross,
  fourBarAngles,
  g,
  humanoid,
  inertia,
  legs,
  stewart,
  turned,
} from "./models.mjs";

/** @typedef {import("./models.mjs").Part} Part */
/** @typedef {import("./models.mjs").Vector} Vector */

/** Switches off what these mechanisms do not need. */
const model = (/** @type {string} */ bodies, equality = "", more = "") => `
  <mujoco>
    <compiler angle="radian" autolimits="false"/>
    <option gravity="0 ${more === "planar" ? `-${g} 0` : `0 -${g}`}" timestep="0.001">
      <flag contact="disable" frictionloss="disable" limit="disable" actuation="disable"
        sensor="disable" midphase="disable" eulerdamp="disable"
        ${equality ? "" : 'constraint="disable"'}/>
    </option>
    <worldbody>${bodies}</worldbody>
    <equality>${equality}</equality>
  </mujoco>`;

/** A rod along x from its joint. */
const rod = (/** @type {{ m: number, length: number, radius: number }} */ one) =>
  `<inertial pos="${one.length / 2} 0 0" mass="${one.m}"
    diaginertia="${inertia(/** @type {Part} */ (one)).join(" ")}"/>`;

/** @param {Part[]} parts */
function tree(parts) {
  /** @type {(i: number) => string} */
  const text = (i) => {
    const part = /** @type {Part} */ (parts[i]);
    const joint =
      part.kind === "free" ? `<freejoint/>` : `<joint type="hinge" axis="${part.axis.join(" ")}"/>`;
    const behind = parts.map((one, k) => (one.parent === i ? text(k) : "")).join("");
    return `<body name="${part.name}" pos="${part.at.join(" ")}">${joint}${rod(part)}${behind}</body>`;
  };
  const angles = parts.filter(({ kind }) => kind === "revolute").map(({ angle }) => angle);
  const isFree = parts[0]?.kind === "free";
  return {
    text: model(text(0)),
    qpos: [...(isFree ? [0, 0, 0, 1, 0, 0, 0] : []), ...angles],
  };
}

function sliderCrank() {
  const { length, m, angle, rod: reach, slider, size } = crank;
  const hinge = `<joint type="hinge" axis="0 -1 0"/>`;
  const rodAngle = -Math.asin((length / reach) * Math.sin(angle));
  const at = length * Math.cos(angle) + reach * Math.cos(rodAngle);
  return {
    // The constraint is compiled in the stretched pose, which is closed.
    text: model(
      `<body>${hinge}${rod({ m, length, radius: 0.01 })}
        <body name="rod" pos="${length} 0 0">${hinge}${rod({ m, length: reach, radius: 0.01 })}</body></body>
      <body name="slider" pos="${length + reach} 0 0"><joint type="slide" axis="1 0 0"/>
        <inertial pos="0 0 0" mass="${slider}" diaginertia="${size} ${size} ${size}"/></body>`,
      `<connect body1="slider" body2="rod" anchor="0 0 0"/>`,
    ),
    qpos: [angle, rodAngle - angle, at - length - reach],
  };
}

function fourBar() {
  const { crank: l, coupler, rocker, frame, angle, m } = bars;
  const angles = fourBarAngles();
  const hinge = `<joint type="hinge" axis="0 0 1"/>`;
  const part = (/** @type {number} */ length) => rod({ m, length, radius: 0.01 });
  // Compiled in its pose at the start, so that the joints begin at zero.
  const turn = (/** @type {number} */ by) => `euler="0 0 ${by}"`;
  return {
    text: model(
      `<body ${turn(angle)}>${hinge}${part(l)}
        <body name="coupler" pos="${l} 0 0" ${turn(angles.coupler - angle)}>${hinge}${part(coupler)}</body></body>
      <body name="rocker" pos="${frame} 0 0" ${turn(angles.rocker)}>${hinge}${part(rocker)}</body>`,
      `<connect body1="coupler" body2="rocker" anchor="${coupler} 0 0"/>`,
      "planar",
    ),
    qpos: [0, 0, 0],
  };
}

function platform() {
  const { height, m, part, mass, k, c } = stewart;
  const all = legs();
  const inertial = rod({ m: mass, length: part, radius: 0.02 });
  const bodies = all.map(({ below, along, length }, i) => {
    const [x, y, z] = turnedAxes(along);
    return `<body pos="${below.join(" ")}" quat="${turned(along).join(" ")}">
      <joint type="hinge" axis="${x.join(" ")}"/><joint type="hinge" axis="${y.join(" ")}"/>${inertial}
      <body name="piston${i}" pos="${length - part} 0 0">
        <joint type="slide" axis="1 0 0" stiffness="${k}" damping="${c}"/>${inertial}</body></body>${z}`;
  });
  return {
    text: model(
      `<body name="top" pos="0 0 ${height}"><freejoint/>
        <inertial pos="0 0 0" mass="${m}" diaginertia="0.2 0.2 0.4"/></body>${bodies.join("")}`,
      all.map((_, i) => `<connect body1="piston${i}" body2="top" anchor="${part} 0 0"/>`).join(""),
    ),
    qpos: [0, 0, height, 1, 0, 0, 0, ...all.flatMap(() => [0, 0, 0])],
    qvel: [0.2, 0.1, 0, 0.2, 0, 0.5, ...all.flatMap(() => [0, 0, 0])],
  };
}

/** The axes of a leg's universal joint, in its own frame. @param {Vector} along */
function turnedAxes(along) {
  const [w = 1, , qy = 0, qz = 0] = turned(along);
  const own = (/** @type {Vector} */ [x, y, z]) => {
    // The inverse turn of a vector by the quaternion (w, 0, qy, qz).
    const [tx, ty, tz] = [2 * (qz * y - qy * z), -2 * qz * x, 2 * qy * x];
    return [x + w * tx - (qy * tz - qz * ty), y + w * ty - qz * tx, z + w * tz + qy * tx];
  };
  return /** @type {[number[], number[], string]} */ ([
    own(cross(along, [0, 0, 1])),
    [0, 0, 1],
    "",
  ]);
}

/** @type {{ [name: string]: { text: string, qpos: number[], qvel?: number[] } }} */
export const models = {
  ...Object.fromEntries([2, 7, 14, 20, 100].map((n) => [`arm of ${n}`, tree(arm(n))])),
  humanoid: tree(humanoid()),
  "slider-crank": sliderCrank(),
  "four-bar": fourBar(),
  "Stewart platform": platform(),
};

export const integrators = { Euler: 0, RK4: 1 };

/** @param {string} folder of the packages */
export const engine = async (folder) =>
  (await import(`${folder}/@mujoco/mujoco/mujoco.js`)).default();

/**
 * A model at its start.
 * @param {any} mujoco
 * @param {string} name
 * @param {keyof typeof integrators} integrator
 */
export function begin(mujoco, name, integrator) {
  const { text, qpos, qvel } = models[name] ?? { text: "", qpos: [] };
  const model = mujoco.MjModel.from_xml_string(text);
  const data = new mujoco.MjData(model);
  model.opt.integrator = integrators[integrator];
  mujoco.mj_resetData(model, data);
  data.qpos.set(qpos);
  if (qvel) data.qvel.set(qvel);
  mujoco.mj_forward(model, data);
  return {
    step(/** @type {number} */ steps) {
      for (let i = 0; i < steps; i++) mujoco.mj_step(model, data);
    },
    end() {
      data.delete();
      model.delete();
    },
  };
}
