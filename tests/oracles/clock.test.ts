// The pendulum clock: each swing by the balance of its energy, and by quadrature.
import { expect, test } from "vitest";
import type { Run } from "../../bindings/js/index";
import { last, oracle, root, runOf, times } from "./oracle";

const [m, l, g] = [1, 0.994, 9.81];
const inertia = m * l * l;
const push = 0.2 * g * 0.002; // J of a tick
const height = (phi: number): number => m * g * l * (1 - Math.cos(phi));

/** The angle to which a pendulum with an energy in the middle swings. */
const turn = (energy: number, friction: number): number =>
  root((a) => height(a) + friction * a - energy, 0, 1);

/** Kinetic energies just after the ticks: the event records a row before and one after. */
function energies(run: Run): number[] {
  const [t, kinetic] = [run.column("t"), run.column("energy.kinetic")];
  return times(run, "tick").map(
    (time) => kinetic[t.findLastIndex((at) => Math.abs(at - time) < 1e-12)] ?? NaN,
  );
}

/**
 * The time between the middle and a turn at the angle a: up against friction (1) or down against it (-1). With
 * phi = a (1 - u^2) the integrand is smooth. Simpson's rule with 2000 intervals has an error of 1e-13 of it.
 */
function quarter(a: number, friction: number, way: 1 | -1): number {
  const rate = (u: number): number => {
    const phi = a * (1 - u * u);
    const kinetic = height(a) - height(phi) + way * friction * (a - phi);
    return (2 * a * u) / Math.sqrt((2 * kinetic) / inertia);
  };
  const slope = m * g * l * Math.sin(a) + way * friction; // at u = 0
  const atTurn = (2 * a) / Math.sqrt((2 * a * slope) / inertia);
  const n = 2000;
  let sum = atTurn + rate(1);
  for (let k = 1; k < n; k++) sum += (k % 2 ? 4 : 2) * rate(k / n);
  return sum / (3 * n);
}

test("each swing of the clock has the energy of the one before, a push and friction", async () => {
  for (const [start, friction] of [
    [0.05, 0.02],
    [0.2, 0.025],
  ] as const) {
    const run = await runOf("pendulum-clock", { set: { phi_0: start, friction } });
    const [found, ticks] = [energies(run), times(run, "tick")];
    expect(found.length).toBeGreaterThan(35);
    let energy = height(start) - friction * start + push;
    let time = quarter(start, friction, -1);
    for (const [n, kinetic] of found.entries()) {
      // gauss(3) with 20 ms at 3 rad/s: an error of 1e-8 of the phase, and of 1e-10 of the energy at a turn.
      oracle("pendulum-clock", "energy of a swing", 1e-10, kinetic - energy);
      oracle("pendulum-clock", "time of a tick", 1e-7, (ticks[n] ?? NaN) - time);
      const a = turn(energy, friction);
      time += quarter(a, friction, 1) + quarter(a, friction, -1);
      energy = height(a) - friction * a + push;
    }
    expect(last(run, "count")).toBe(found.length);
    const fallen = -last(run, "energy.weight") - found.length * push;
    oracle("pendulum-clock", "energy of the weight", 1e-14, fallen);
    oracle("pendulum-clock", "energy of the pushes", 1e-14, last(run, "energy.events"));
  }
});

test("its amplitude is E/(2 M), from above and from below", async () => {
  const [friction, steady] = [0.02, push / 0.04];
  for (const phi_0 of [0.05, 0.2]) {
    const run = await runOf("pendulum-clock", { set: { phi_0, friction }, until: 300, step: 0.05 });
    // Each tick takes about 1/24 of the distance: exp(-12.5) of it is left after 300.
    oracle("pendulum-clock", "amplitude", 1e-6, turn(energies(run).at(-1)!, friction) - steady);
  }
});

test("it stops where friction holds the pendulum at a turn", async () => {
  const friction = 0.15;
  const run = await runOf("pendulum-clock", { set: { friction } });
  expect(last(run, "mode.bearing")).toBe(2);
  expect(Math.abs(last(run, "w"))).toBeLessThan(1e-100);
  const rest = Math.abs(last(run, "phi"));
  expect(m * g * l * Math.sin(rest)).toBeLessThanOrEqual(friction);
  expect(times(run, "tick").length).toBeLessThan(10);
});
