// The mechanisms as worlds of Rapier, and their runs with its package from npm: bodies without
// colliders, held by impulse joints. (The hinge of its multibody joints has a damping of 0.1 N m s
// that cannot be switched off.)
import { crank, crankStart, g, lifted, mechanisms, pendulum, rows, top } from "./mechanisms.mjs";

/** @typedef {import("../linkages.mjs").Json} Json */

const along = (/** @type {number} */ x) => ({ x, y: 0, z: 0 });
const vector = (/** @type {number[]} */ [x, y, z]) => ({ x, y, z });
const origin = along(0);
const back = { x: 0, y: -1, z: 0 };

/** @param {import("./mechanisms.mjs").Name} name @param {string} folder of the packages */
export async function prepare(name, folder) {
  const { default: rapier } = await import(`${folder}/@dimforge/rapier3d-compat/dist/rapier.mjs`);
  await rapier.init();
  const until = mechanisms.find((one) => one.name === name)?.until ?? NaN;
  const { JointData, RigidBodyDesc, World } = rapier;

  /**
   * A body whose axes are those of the world at the start, from which joints measure.
   * @param {Json} world
   * @param {Json} what with the quaternion of the axes of its inertia
   */
  function body(world, { m, I, r, q: [w, x, y, z], v, omega }) {
    const about = RigidBodyDesc.dynamic()
      .setTranslation(...r)
      .setLinvel(...v)
      .setAngvel(vector(omega))
      .setCanSleep(false)
      .setAdditionalMassProperties(m, along(0), vector(I), { w, x, y, z });
    return world.createRigidBody(about);
  }

  /** Each creates the bodies and returns those whose positions are compared, with their points. */
  const build = {
    pendulum(/** @type {Json} */ world, /** @type {Json} */ join) {
      const { rod, angle, rate } = pendulum;
      const [x, z] = [Math.cos(angle), Math.sin(angle)].map((way) => (rod.length / 2) * way);
      const [hx = NaN, hz = NaN] = [x, z];
      const one = body(world, {
        ...{ ...rod, r: [hx, 0, hz], q: lifted(angle), omega: [0, -rate, 0] },
        v: [-hz * rate, 0, hx * rate],
      });
      const ground = world.createRigidBody(RigidBodyDesc.fixed());
      join(JointData.revolute(origin, { x: -hx, y: 0, z: -hz }, back), ground, one);
      return [{ body: one, at: [hx, 0, hz] }];
    },
    top(/** @type {Json} */ world, /** @type {Json} */ join) {
      const { h, tilt, spin, mark } = top;
      const [s, c] = [Math.sin(tilt), Math.cos(tilt)];
      const one = body(world, {
        ...{ ...top, q: [Math.cos(tilt / 2), 0, Math.sin(tilt / 2), 0], v: [0, 0, 0] },
        ...{ r: [h * s, 0, h * c], omega: [spin * s, 0, spin * c] },
      });
      const ground = world.createRigidBody(RigidBodyDesc.fixed());
      join(JointData.spherical(origin, { x: -h * s, y: 0, z: -h * c }), ground, one);
      return [{ body: one, at: [mark * c, 0, -mark * s] }];
    },
    "slider-crank"(/** @type {Json} */ world, /** @type {Json} */ join) {
      const start = crankStart();
      const ground = world.createRigidBody(RigidBodyDesc.fixed());
      const [first, rod, slider] = /** @type {const} */ (["crank", "rod", "slider"]).map((part) => {
        const { angle, rate, r, v } = start[part];
        return body(world, { ...crank[part], r, v, q: lifted(angle), omega: [0, -rate, 0] });
      });
      const half = (/** @type {"crank" | "rod"} */ part, /** @type {1 | -1} */ end) => {
        const way = (end * crank[part].length) / 2;
        return { x: way * Math.cos(start[part].angle), y: 0, z: way * Math.sin(start[part].angle) };
      };
      join(JointData.revolute(origin, half("crank", -1), back), ground, first);
      join(JointData.revolute(half("crank", 1), half("rod", -1), back), first, rod);
      join(JointData.revolute(half("rod", 1), origin, back), rod, slider);
      join(JointData.prismatic(vector(start.slider.r), origin, along(1)), ground, slider);
      return [
        { body: rod, at: [0, 0, 0] },
        { body: slider, at: [0, 0, 0] },
      ];
    },
  };

  const place = (/** @type {Json} */ { body: one, at: [a, b, c] }) => {
    const { x, y, z } = one.translation();
    const { w, x: i, y: j, z: k } = one.rotation();
    return [
      x + (1 - 2 * (j * j + k * k)) * a + 2 * (i * j - w * k) * b + 2 * (i * k + w * j) * c,
      y + 2 * (i * j + w * k) * a + (1 - 2 * (i * i + k * k)) * b + 2 * (j * k - w * i) * c,
      z + 2 * (i * k - w * j) * a + 2 * (j * k + w * i) * b + (1 - 2 * (i * i + j * j)) * c,
    ];
  };

  return (/** @type {Json} */ { steps, iterations, inner = 1 }) => {
    const world = new World({ x: 0, y: 0, z: -g });
    world.integrationParameters.dt = until / rows / steps;
    world.integrationParameters.numSolverIterations = iterations;
    world.integrationParameters.numInternalPgsIterations = inner;
    const join = (/** @type {Json[]} */ ...what) => world.createImpulseJoint(...what, true);
    const points = build[name](world, join);
    const places = () => points.flatMap(place);
    return {
      go() {
        const found = [places()];
        for (let row = 0; row < rows; row++) {
          for (let step = 0; step < steps; step++) world.step();
          found.push(places());
        }
        return found;
      },
      rows: (/** @type {number[][]} */ found) => found,
      end: () => world.free(),
    };
  };
}
