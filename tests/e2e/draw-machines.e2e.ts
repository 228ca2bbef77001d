// Machines with ropes, wheels and gears, drawn from scratch: by pointer alone, by keys alone, by touch alone.
import { expect, test } from "vitest";
import { column, expectPlain, finish, see, untilSaid, visit, ways, type Seen } from "./drawing";
import { usePage } from "./support";

const open = usePage();
const g = 9.81;

/** A column moves with an acceleration from rest, for some time. */
function expectAcceleration(seen: Seen, name: string, a: number, until: number): void {
  const [t, x] = [column(seen, "t"), column(seen, name)];
  expect(t.filter((time) => time <= until).length).toBeGreaterThan(10);
  t.forEach((time, row) => {
    if (time <= until) expect(Math.abs(x[row]! - x[0]! - (a * time * time) / 2)).toBeLessThan(1e-6);
  });
}

test.each(ways)("Atwood's machine by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("m");
  await way.click([0, 0.1]);
  await way.click([0, -0.3]);
  await way.tool("g");
  await way.click([0, 0.6]);
  await way.tool("P");
  for (const y of [0.1, 0.6, -0.3]) await way.click([0, y]);
  await way.tool("v");
  await way.click([0, -0.3]);
  await way.enter("m", "1.5");
  await untilSaid(page, "6 degrees of freedom");
  const seen = await see(page, ["finished", "failed"]);
  expectPlain(seen);
  const a = ((1.5 - 1) / (1.5 + 1)) * g;
  expectAcceleration(seen, "mass.r.2", a, 0.3);
  expectAcceleration(seen, "mass_2.r.2", -a, 0.3);
  expect(column(seen, "rope.force")[0]).toBeCloseTo((2 * 1.5 * g) / 2.5, 6);
  await finish(by, opened);
});

test.each(ways)("a block and tackle by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("g");
  await way.click([0, 0.6]);
  await way.tool("m");
  await way.click([0, -0.2]);
  await way.click([0, 0.2]);
  await way.tool("T");
  for (const y of [0.6, -0.2, 0.2]) await way.click([0, y]);
  await untilSaid(page, "6 degrees of freedom");
  const seen = await see(page, ["finished", "failed"]);
  expectPlain(seen);
  // A weight of 1 kg lifts a load of 1 kg by four strands: the load is four times as slow.
  expectAcceleration(seen, "mass.r.2", ((4 - 1) * g) / (1 + 16), 0.2);
  expectAcceleration(seen, "mass_2.r.2", (-4 * (4 - 1) * g) / (1 + 16), 0.2);
  await finish(by, opened);
});

test.each(ways)("a car on wheels down a rough slope by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("h");
  await way.line([-0.8, 0.6], [0.8, -0.6]);
  await way.tool("i");
  await way.line([-0.4, 0.3], [-0.4, 0.5]); // wheels of 0.2 m, on the line
  await way.line([0.4, -0.3], [0.4, -0.1]);
  await way.tool("r");
  await way.join([-0.28, 0.46], [0.52, -0.14]); // from centre to centre
  await untilSaid(page, "5 degrees of freedom");
  const seen = await see(page);
  expectPlain(seen);
  // The wheels roll: each disc counts as half of its mass more. The slope falls by 3 in 5.
  const a = (3 * g * 0.6) / (3 + 2 * 0.5);
  expectAcceleration(seen, "rod.r.1", 0.8 * a, 0.3);
  expectAcceleration(seen, "rod.r.2", -0.6 * a, 0.3);
  expectAcceleration(seen, "wheel.phi", -a / 0.2, 0.3);
  await finish(by, opened);
});

test.each(ways)("a gear train with a motor by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("i");
  await way.line([-0.5, 0], [-0.4, 0]);
  await way.line([-0.2, 0], [0, 0]);
  await way.line([0.3, 0], [0.6, 0]);
  await way.tool("g");
  for (const x of [-0.5, -0.2, 0.3]) await way.click([x, 0]);
  await way.tool("G");
  await way.line([-0.5, 0], [-0.2, 0]);
  await way.line([-0.2, 0], [0.3, 0]);
  await way.tool("o");
  await way.click([-0.5, 0]);
  await untilSaid(page, "1 degree of freedom. A motor prescribes one.");
  const seen = await see(page);
  expectPlain(seen);
  const t = column(seen, "t");
  for (const [name, ratio] of [
    ["disc", 1],
    ["disc_2", -0.1 / 0.2],
    ["disc_3", 0.1 / 0.3],
  ] as const) {
    const phi = column(seen, `${name}.phi`);
    t.forEach((time, row) =>
      expect(Math.abs(phi[row]! - 2 * Math.PI * ratio * time)).toBeLessThan(1e-6),
    );
  }
  await finish(by, opened);
});
