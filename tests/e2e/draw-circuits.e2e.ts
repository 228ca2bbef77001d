// Circuits drawn from scratch: by pointer alone, by keys alone, by touch alone.
import { expect, test } from "vitest";
import { column, expectPlain, finish, see, untilSaid, visit, ways } from "./drawing";
import { usePage } from "./support";

const open = usePage();

test.each(ways)("an RLC circuit by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("V");
  await way.line([-0.6, 0.3], [-0.6, -0.3]);
  await way.tool("E");
  await way.line([-0.6, 0.3], [0, 0.3]);
  await way.tool("L");
  await way.line([0, 0.3], [0.6, 0.3]);
  await way.tool("C");
  await way.line([0.6, 0.3], [0.6, -0.3]);
  await way.tool("W");
  await way.line([0.6, -0.3], [-0.6, -0.3]);
  await untilSaid(page, "Nothing is grounded");
  await way.tool("g");
  await way.click([-0.6, -0.3]);
  await untilSaid(page, "4 circuit elements, 4 nodes.");
  const seen = await see(page);
  expectPlain(seen);
  // 1 V, 1 Ω, 1 H and 1 F.
  const omega = Math.sqrt(1 - 0.25);
  const current = column(seen, "inductor.current");
  column(seen, "t").forEach((t, row) =>
    expect(Math.abs(current[row]! - (Math.exp(-t / 2) * Math.sin(omega * t)) / omega)).toBeLessThan(
      1e-6,
    ),
  );
  await finish(by, opened);
});

test.each(ways)("a DC motor that lifts a weight by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("i");
  await way.line([0.4, 0.2], [0.6, 0.2]);
  await way.tool("g");
  await way.click([0.4, 0.2]);
  await way.tool("m");
  await way.click([0.4, -0.4]);
  await way.tool("N");
  await way.line([0.4, 0.2], [0.4, -0.4]);
  await way.tool("V");
  await way.line([-0.6, 0.4], [-0.6, 0]);
  await way.enter("U", "60");
  await way.tool("M");
  await way.line([-0.2, 0.4], [-0.2, 0]);
  await way.click([0.4, 0.2]);
  await way.enter("k", "2");
  await way.tool("W");
  await way.line([-0.6, 0.4], [-0.2, 0.4]);
  await way.line([-0.6, 0], [-0.2, 0]);
  await way.tool("g");
  await way.click([-0.6, 0]);
  await untilSaid(page, "2 circuit elements, 2 nodes.");
  const seen = await see(page, ["finished", "failed"]);
  expectPlain(seen);
  const [t, omega] = [column(seen, "t"), column(seen, "disc.omega")];
  // At a steady speed the torque k i carries the weight: U = R m g r/k + k omega.
  const steady = (60 - (9.81 * 0.2) / 2) / 2;
  const [J, slope] = [0.02 + 0.04, (-9.81 * 0.2) / 0.06];
  // (I + m r^2) omega' = k i - m g r and L i' = U - R i - k omega: it swings into the steady speed.
  const [delta, square] = [1 / 0.01 / 2, 4 / (0.01 * J)];
  const swing = Math.sqrt(square - delta * delta);
  const side = (slope - delta * steady) / swing;
  let count = 0;
  t.forEach((time, row) => {
    if (time > 0.02) return; // before the weight has come near the disc
    const shape = steady * Math.cos(swing * time) - side * Math.sin(swing * time);
    expect(Math.abs(omega[row]! - steady + Math.exp(-delta * time) * shape)).toBeLessThan(1e-3);
    count++;
  });
  expect(count).toBeGreaterThan(2);
  await finish(by, opened);
});

test.each(ways)("a rectifier by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("V");
  await way.line([-0.6, 0.3], [-0.6, -0.3]);
  await way.enter("U", "10*sin(2*pi*t)");
  await way.tool("D");
  await way.line([-0.6, 0.3], [0.2, 0.3]);
  await way.tool("E");
  await way.line([0.2, 0.3], [0.2, -0.3]);
  await way.enter("R", "50");
  await way.tool("W");
  await way.line([0.2, -0.3], [-0.6, -0.3]);
  await way.tool("g");
  await way.click([-0.6, -0.3]);
  await untilSaid(page, "3 circuit elements, 3 nodes.");
  const seen = await see(page);
  expectPlain(seen);
  const current = column(seen, "resistor.current");
  column(seen, "t").forEach((t, row) => {
    const half = Math.max(0, 10 * Math.sin(2 * Math.PI * t));
    expect(Math.abs(current[row]! - half / 50)).toBeLessThan(1e-6);
  });
  await finish(by, opened);
});
