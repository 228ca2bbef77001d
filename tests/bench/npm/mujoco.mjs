// The mechanisms as models of MuJoCo, and their runs with its package from npm: trees of joints. An
// equality constraint between rod and slider closes the loop of the crank.
import { crank, crankStart, g, mechanisms, pendulum, rows, top } from "./mechanisms.mjs";

/** @typedef {import("../linkages.mjs").Json} Json */

const inertial = (
  /** @type {{ m: number, I: number[] }} */ { m, I },
  /** @type {number[]} */ at = [0, 0, 0],
) => `<inertial pos="${at.join(" ")}" mass="${m}" diaginertia="${I.join(" ")}"/>`;
const hinge = `<joint type="hinge" axis="0 -1 0"/>`;
const site = (/** @type {number[]} */ at) => `<site pos="${at.join(" ")}"/>`;

/** Switches off everything that these runs do not need. */
const model = (/** @type {string} */ bodies, equality = "") => `
  <mujoco>
    <compiler angle="radian" autolimits="false"/>
    <option gravity="0 0 -${g}" jacobian="dense">
      <flag contact="disable" frictionloss="disable" limit="disable" actuation="disable"
        sensor="disable" clampctrl="disable" eulerdamp="disable" midphase="disable"
        spring="disable" damper="disable" ${equality ? "" : 'constraint="disable"'}/>
    </option>
    <worldbody>${bodies}</worldbody>
    <equality>${equality}</equality>
  </mujoco>`;

const [l, k] = [crank.crank.length, crank.rod.length];
const start = crankStart();
const models = {
  pendulum: {
    text: model(
      `<body>${hinge}${inertial(pendulum.rod, [pendulum.rod.length / 2, 0, 0])}
        ${site([pendulum.rod.length, 0, 0])}</body>`,
    ),
    qpos: [pendulum.angle],
    qvel: [pendulum.rate],
  },
  top: {
    text: model(
      `<body><joint type="ball"/>${inertial(top, [0, 0, top.h])}${site([top.mark, 0, top.h])}</body>`,
    ),
    qpos: [Math.cos(top.tilt / 2), 0, Math.sin(top.tilt / 2), 0],
    qvel: [0, 0, top.spin],
  },
  "slider-crank": {
    // The constraint is compiled in the stretched pose, which is closed.
    text: model(
      `<body>${hinge}${inertial(crank.crank, [l / 2, 0, 0])}
        <body name="rod" pos="${l} 0 0">${hinge}${inertial(crank.rod, [k / 2, 0, 0])}
          ${site([k / 2, 0, 0])}</body></body>
      <body name="slider" pos="${l + k} 0 0"><joint type="slide" axis="1 0 0"/>
        ${inertial(crank.slider)}${site([0, 0, 0])}</body>`,
      `<connect body1="slider" body2="rod" anchor="0 0 0"/>`,
    ),
    qpos: [start.crank.angle, start.rod.angle - start.crank.angle, start.slider.r[0] - l - k],
    qvel: [start.crank.rate, start.rod.rate - start.crank.rate, start.slider.v[0]],
  },
};

export const integrators = ["Euler", "RK4", "implicit", "implicitfast"];

/** @param {import("./mechanisms.mjs").Name} name @param {string} folder of the packages */
export async function prepare(name, folder) {
  const { default: load } = await import(`${folder}/@mujoco/mujoco/mujoco.js`);
  const mujoco = await load();
  const { text, qpos, qvel } = models[name];
  const model = mujoco.MjModel.from_xml_string(text);
  const data = new mujoco.MjData(model);
  const until = mechanisms.find((one) => one.name === name)?.until ?? NaN;

  const places = () => {
    mujoco.mj_kinematics(model, data);
    return [...data.site_xpos];
  };
  return (/** @type {Json} */ { steps, integrator, ...equality }) => {
    model.opt.timestep = until / rows / steps;
    model.opt.integrator = integrators.indexOf(integrator);
    if (name === "slider-crank") {
      const { relax, damping = 1, impedance } = equality;
      if (equality.iterations) model.opt.iterations = equality.iterations;
      if (equality.tolerance) model.opt.tolerance = equality.tolerance;
      model.eq_solref.set(relax ? [relax * model.opt.timestep, damping] : [0.02, 1]);
      model.eq_solimp.set(
        impedance ? [impedance, impedance, 1e-3, 0.5, 2] : [0.9, 0.95, 1e-3, 0.5, 2],
      );
    }
    mujoco.mj_resetData(model, data);
    data.qpos.set(qpos);
    data.qvel.set(qvel);
    mujoco.mj_forward(model, data);
    return {
      go() {
        const found = [places()];
        for (let row = 0; row < rows; row++) {
          for (let step = 0; step < steps; step++) mujoco.mj_step(model, data);
          found.push(places());
        }
        return found;
      },
      rows: (/** @type {number[][]} */ found) => found,
      end() {},
    };
  };
}
