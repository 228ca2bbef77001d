// Small models for tests, as plain objects.

export const pendulum = {
  porthos: 1,
  name: "Pendulum",
  parameters: {
    m: { value: 1, unit: "kg" },
    l: { value: 1, unit: "m", label: "length", min: 0.1, max: 10 },
    J: { formula: "m*l^2", unit: "kg m^2" },
  },
  positions: { phi: { unit: "rad", start: 1 } },
  velocities: { omega: { unit: "rad/s", start: 0 } },
  kinematics: { phi: "omega" },
  kinetic_energy: "J/2*omega^2",
  potential_energy: "-m*9.81*l*cos(phi)",
  ports: { motor: { flow: "omega", effort_unit: "N m", flow_unit: "rad/s" } },
  simulation: { until: 2, step: 0.01, method: "gauss(2)" },
};

/** A mass that falls into an attracting point, where the force is infinite, after 1.11 s. */
export const collapse = {
  porthos: 1,
  name: "Collapse",
  positions: { x: { unit: "m", start: 1 } },
  velocities: { v: { unit: "m/s", start: 0 } },
  kinematics: { x: "v" },
  kinetic_energy: "v^2/2",
  potential_energy: "-1/x",
  simulation: { until: 2, step: 0.01, method: "gauss(2)" },
};

/** A mass on a rod of 1 m, which starts 2 m away, at rest. */
export const swing = {
  porthos: 1,
  name: "Swing",
  components: {
    bob: { use: "porthos:point-mass", start: { r: [1.2, 0, -1.6] } },
    rod: { use: "porthos:distance", between: { a: "ground", b: "bob" } },
  },
  simulation: { until: 0.1, step: 0.01 },
};

/** A ball that bounces at 0.452 s and 1.174 s, and then stops at the top. */
export const ball = {
  porthos: 1,
  name: "Ball",
  parameters: { e: 0.8 },
  positions: { y: { unit: "m", start: 1 } },
  velocities: { v: { unit: "m/s" } },
  kinematics: { y: "v" },
  kinetic_energy: "v^2/2",
  potential_energy: "9.81*y",
  events: {
    bounce: { when: "y", direction: "falling", do: { reset: { v: "-e*v" } } },
    top: { when: "if(t < 1.2, 1, v)", direction: "falling", do: ["record", "stop"] },
  },
  simulation: { until: 5, step: 0.01, method: "gauss(2)" },
};

/** Two faults: an unknown key and an unknown name at byte 6 of a formula. */
export const faulty = {
  ...pendulum,
  kinetics: { phi: "omega" },
  kinetic_energy: "J/2*omga^2",
};

/** Uses `name` twice. */
export const pair = (name: string) => ({
  porthos: 1,
  name: "Two pendulums",
  components: { left: { use: name }, right: { use: name, start: { phi: -0.5 } } },
  simulation: { until: 1, step: 0.01, method: "gauss(2)" },
});
