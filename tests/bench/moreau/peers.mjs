// The same discs and balls in engines of other projects from npm, at their default settings.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inBuild } from "../../../tools/run.mjs";

/** @typedef {import("./models.mjs").Scene} Scene */
/** @typedef {{ r: number[], v: number[], omega: number[] }} Body */
/** @typedef {{ dt: number, step: () => void, bodies: () => Body[] }} World */

const packages = {
  planck: "1.4.2",
  "@dimforge/rapier2d-compat": "0.21.0",
  "@dimforge/rapier3d-compat": "0.21.0",
};
const home = inBuild("npm-contacts");
const folder = join(home, "node_modules");

/** Installs them into the build folder. False if that is impossible. */
export function install() {
  const isThere = () => Object.keys(packages).every((name) => existsSync(join(folder, name)));
  if (isThere()) return true;
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, "package.json"),
    JSON.stringify({ private: true, dependencies: packages }),
  );
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  spawnSync("npm", ["install", ...options], { cwd: home, stdio: ["ignore", "ignore", "inherit"] });
  return isThere();
}

/** @param {Scene} scene @returns {Promise<World>} */
async function planck(scene) {
  const { World, Vec2, CircleShape, EdgeShape } = await import(`${folder}/planck/dist/planck.mjs`);
  const world = new World({ gravity: new Vec2(0, -scene.g), allowSleep: false });
  const surface = { friction: scene.friction, restitution: scene.restitution };
  const far = 100;
  for (const { at, normal } of scene.walls) {
    const [x, y, n, m] = [at[0], at[1], normal[0], normal[1]].map((one) => one ?? 0);
    const ends = [-far, far].map((k) => new Vec2(x - k * m, y + k * n));
    world.createBody().createFixture({ shape: new EdgeShape(ends[0], ends[1]), ...surface });
  }
  const bodies = scene.starts.map(({ r, v }) => {
    const body = world.createDynamicBody({
      position: new Vec2(r[0], r[1]),
      linearVelocity: new Vec2(v[0], v[1]),
    });
    const density = scene.mass / (Math.PI * scene.radius ** 2);
    body.createFixture({ shape: new CircleShape(scene.radius), density, ...surface });
    return body;
  });
  const dt = 1 / 60;
  return {
    dt,
    step: () => world.step(dt),
    bodies: () =>
      bodies.map((one) => {
        const [r, v] = [one.getWorldCenter(), one.getLinearVelocity()];
        return { r: [r.x, r.y], v: [v.x, v.y], omega: [one.getAngularVelocity()] };
      }),
  };
}

/** @param {Scene} scene @returns {Promise<World>} */
async function rapier(scene) {
  const isFlat = scene.dimension === 2;
  const name = isFlat ? "rapier2d" : "rapier3d";
  const { default: engine } = await import(`${folder}/@dimforge/${name}-compat/dist/rapier.mjs`);
  await engine.init();
  const { World, RigidBodyDesc, ColliderDesc } = engine;
  const vector = (/** @type {number[]} */ [x = 0, y = 0, z = 0]) =>
    isFlat ? { x, y } : { x, y, z };
  const world = new World(vector(isFlat ? [0, -scene.g] : [0, 0, -scene.g]));
  const finish = (/** @type {any} */ collider) =>
    collider.setFriction(scene.friction).setRestitution(scene.restitution);
  for (const { at, normal } of scene.walls) {
    const far = 10;
    const half = normal.map((one) => (one === 0 ? far : 1));
    const centre = at.map((one, i) => one - (normal[i] ?? 0));
    world.createCollider(
      finish(ColliderDesc.cuboid(...half)),
      world.createRigidBody(RigidBodyDesc.fixed().setTranslation(...centre)),
    );
  }
  const bodies = scene.starts.map(({ r, v }) => {
    const body = world.createRigidBody(
      RigidBodyDesc.dynamic()
        .setTranslation(...r)
        .setLinvel(...v)
        .setCanSleep(false),
    );
    world.createCollider(finish(ColliderDesc.ball(scene.radius)).setMass(scene.mass), body);
    return body;
  });
  const list = (/** @type {any} */ { x, y, z }) => (isFlat ? [x, y] : [x, y, z]);
  return {
    dt: world.timestep,
    step: () => world.step(),
    bodies: () =>
      bodies.map((one) => ({
        r: list(one.translation()),
        v: list(one.linvel()),
        omega: isFlat ? [one.angvel()] : list(one.angvel()),
      })),
  };
}

/** @type {{ [name: string]: (scene: Scene) => Promise<World> }} */
export const peers = { planck, rapier };
