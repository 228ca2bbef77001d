// Chains of rods and rows of four-bars of any length: uniform rods of 1 kg and 1 m, (x, y) are
// their centres.

/** @typedef {{ [key: string]: any }} Json */

const ends = /** @type {const} */ ({ A: "-", B: "+", C: "+" }); // a port can have one connection only

/** @returns {Json} */
const rod = () => ({
  porthos: 1,
  parameters: { x_0: 0.5, y_0: 0, phi_0: 0, v_0: 0, omega_0: 0, pin: 0 },
  positions: { x: { start: "x_0" }, y: { start: "y_0" }, phi: { start: "phi_0" } },
  velocities: { v_x: { start: "v_0" }, v_y: 0, omega: { start: "omega_0" } },
  kinematics: { x: "v_x", y: "v_y", phi: "omega" },
  mass: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, "1/12"],
  ],
  potential_energy: "9.81*y",
  ports: Object.fromEntries(
    Object.entries(ends).map(([name, sign]) => [
      name,
      {
        flow: [`v_x ${sign === "+" ? "-" : "+"} sin(phi)*omega/2`, `v_y ${sign} cos(phi)*omega/2`],
        position: [`x ${sign} cos(phi)/2`, `y ${sign} sin(phi)/2`],
      },
    ]),
  ),
});

const pinnedRod = () => ({
  ...rod(),
  position_constraints: { pin: { formula: ["x - cos(phi)/2 - pin", "y - sin(phi)/2"] } },
});

const files = { rod: rod(), pinned: pinnedRod() };

/**
 * A chain of n rods, released horizontally.
 * @param {number} n
 */
export function chain(n) {
  /** @type {Json} */
  const components = {};
  /** @type {Json} */
  const connections = {};
  for (let i = 0; i < n; i++) {
    const use = i === 0 ? "pinned" : "rod";
    components[`rod${i}`] = { use, parameters: { x_0: i + 0.5 } };
    if (i > 0) connections[`joint${i}`] = [`rod${i - 1}.B`, `rod${i}.A`];
  }
  return { model: { porthos: 1, components, connections }, files };
}

/**
 * n loops side by side: n + 1 rods stand on the ground, n join their ends.
 * @param {number} n
 * @param {number} angle of the standing rods at the start, rad
 * @param {number} omega their angular velocity, rad/s
 */
export function fourBars(n, angle, omega) {
  /** @type {Json} */
  const components = {};
  /** @type {Json} */
  const connections = {};
  for (let i = 0; i <= n; i++) {
    const parameters = {
      pin: i,
      x_0: i + Math.cos(angle) / 2,
      y_0: Math.sin(angle) / 2,
      phi_0: angle,
      v_0: (-Math.sin(angle) * omega) / 2,
      omega_0: omega,
    };
    components[`stand${i}`] = { use: "pinned", parameters };
  }
  for (let i = 0; i < n; i++) {
    const parameters = {
      x_0: i + 0.5 + Math.cos(angle),
      y_0: Math.sin(angle),
      v_0: -Math.sin(angle) * omega,
    };
    components[`bar${i}`] = { use: "rod", parameters };
    connections[`left${i}`] = [`stand${i}.C`, `bar${i}.A`];
    connections[`right${i}`] = [`bar${i}.B`, `stand${i + 1}.B`];
  }
  return { model: { porthos: 1, components, connections }, files };
}

/**
 * The same row as one pendulum: all standing rods have the same angle.
 * @param {number} n
 * @param {number} angle
 * @param {number} omega
 */
export const fourBarsReduced = (n, angle, omega) => ({
  porthos: 1,
  parameters: { n },
  positions: { phi: angle },
  velocities: { omega },
  kinematics: { phi: "omega" },
  kinetic_energy: "((n + 1)/3 + n)/2*omega^2",
  potential_energy: "9.81*((n + 1)/2 + n)*sin(phi)",
  outputs: {
    stand_x: "cos(phi)/2",
    stand_y: "sin(phi)/2",
    bar_x: "n - 0.5 + cos(phi)",
    bar_y: "sin(phi)",
  },
});
