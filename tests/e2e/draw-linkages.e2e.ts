// Linkages drawn from scratch: by pointer alone, by keys alone, by touch alone.
import { expect, test } from "vitest";
import { column, expectPlain, finish, see, untilSaid, visit, ways } from "./drawing";
import { usePage } from "./support";

const open = usePage();

test.each(ways)("a four-bar by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("r");
  await way.line([-0.4, -0.2], [-0.4, 0]);
  await way.line([-0.4, 0], [0.4, 0.6]);
  await way.line([0.4, 0.6], [0.4, -0.2]);
  await way.tool("g");
  await way.click([-0.4, -0.2]);
  await way.click([0.4, -0.2]);
  await untilSaid(page, "1 degree of freedom");
  const seen = await see(page);
  expectPlain(seen);
  expect(seen.freedom).toBe(1);
  const { components } = JSON.parse(seen.text) as {
    components: Record<string, { use: string; parameters: { length: number } }>;
  };
  const lengths = ["rod", "rod_2", "rod_3"].map((name) => components[name]?.parameters.length);
  expect(lengths).toEqual([0.2, 1, 0.8]); // 0.8 m across and 0.6 m up are 1 m
  const [a, b, c, d] = [0.2, 1, 0.8, 0.8] as const;
  const psi = column(seen, "rod_3.phi");
  column(seen, "rod.phi").forEach((phi, row) => {
    const coupler = Math.hypot(
      d - c * Math.cos(psi[row]!) - a * Math.cos(phi),
      -c * Math.sin(psi[row]!) - a * Math.sin(phi),
    );
    expect(Math.abs(coupler - b)).toBeLessThan(1e-9);
  });
  await finish(by, opened);
});

test.each(ways)("a slider-crank with a motor by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("r");
  await way.line([-0.4, 0], [-0.4, 0.3]);
  await way.line([-0.4, 0.3], [0, 0]); // 0.5 m
  await way.tool("g");
  await way.click([-0.4, 0]);
  await way.tool("l");
  await way.line([0, 0], [0.5, 0]);
  await way.tool("o");
  await way.click([-0.4, 0]);
  await untilSaid(page, "1 degree of freedom. A motor prescribes one.");
  const seen = await see(page);
  expectPlain(seen);
  expect(seen.freedom).toBe(0);
  const x = column(seen, "slider.r.1");
  const t = column(seen, "t");
  column(seen, "crank.phi").forEach((phi, row) => {
    expect(Math.abs(phi - Math.PI / 2 - 2 * Math.PI * t[row]!)).toBeLessThan(1e-7);
    const expected = 0.3 * Math.cos(phi) + Math.sqrt(0.5 ** 2 - (0.3 * Math.sin(phi)) ** 2);
    expect(Math.abs(x[row]! + 0.4 - expected)).toBeLessThan(1e-8);
  });
  await finish(by, opened);
});

test.each(ways)("a double pendulum by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("r");
  await way.line([0, 0.3], [0.4, 0.3]);
  await way.line([0.4, 0.3], [0.4, 0]);
  await way.tool("g");
  await way.click([0, 0.3]);
  await untilSaid(page, "2 degrees of freedom");
  const seen = await see(page);
  expectPlain(seen);
  expect(seen.freedom).toBe(2);
  // It starts with the accelerations of the closed form: a horizontal rod of 1 kg and 0.4 m, and a hanging one below
  // its end, whose end moves vertically at first and carries it along.
  const alpha = (0.2 * 9.81 + 0.4 * 9.81) / (0.4 ** 2 / 3 + 0.4 ** 2);
  const [t, omega] = [column(seen, "t"), column(seen, "rod.omega")];
  expect(omega[1]! / t[1]! / -alpha).toBeCloseTo(1, 3); // of first order in 0.01 s
  const energy = column(seen, "energy.stored");
  expect(Math.max(...energy.map((each) => Math.abs(each - energy[0]!)))).toBeLessThan(1e-6);
  await finish(by, opened);
});

test.each(ways)("Watt's linkage with a pen by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("r");
  await way.line([-0.6, 0.2], [0, 0.2]);
  await way.line([0, 0.2], [0, -0.2]);
  await way.line([0, -0.2], [0.6, -0.2]);
  await way.tool("g");
  await way.click([-0.6, 0.2]);
  await way.click([0.6, -0.2]);
  await way.tool("p");
  await way.click([0, 0]);
  await untilSaid(page, "1 degree of freedom");
  const seen = await see(page);
  expectPlain(seen);
  const [x, y] = [column(seen, "rod_2.r.1"), column(seen, "rod_2.r.2")];
  expect(Math.max(...y.map(Math.abs))).toBeGreaterThan(0.3);
  // Watt's curve, the middle of a coupler of 2 c between two circles of radius b whose centres are 2 a apart.
  const [a2, b, c] = [0.6 ** 2 + 0.2 ** 2, 0.6, 0.2];
  x.forEach((each, row) => {
    const square = each ** 2 + y[row]! ** 2;
    if (square < 1e-4) return; // no direction
    const cosine2 = (0.6 * each - 0.2 * y[row]!) ** 2 / a2 / square;
    const left = (b * b - square - a2 * (1 - cosine2) - c * c + a2 * cosine2) ** 2;
    const right = 4 * a2 * (1 - cosine2) * (c * c - a2 * cosine2);
    expect(Math.abs(left - right)).toBeLessThan(1e-6);
  });
  await finish(by, opened);
});

test.each(ways)("a quick-return mechanism with a motor by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("r");
  await way.line([0, -0.5], [0, 0.5]);
  await way.line([0.3, 0], [0, 0]);
  await way.tool("g");
  await way.click([0, -0.5]);
  await way.click([0.3, 0]);
  await way.tool("v");
  await way.click([0, 0]);
  await way.makeSlot();
  await way.tool("o");
  await way.click([0.3, 0]);
  await untilSaid(page, "1 degree of freedom. A motor prescribes one.");
  const seen = await see(page);
  expectPlain(seen);
  const crank = column(seen, "crank.phi");
  column(seen, "rod.phi").forEach((phi, row) => {
    const [x, y] = [0.3 + 0.3 * Math.cos(crank[row]!), 0.3 * Math.sin(crank[row]!)];
    expect(Math.abs(phi - Math.atan2(y + 0.5, x))).toBeLessThan(1e-6);
  });
  await finish(by, opened);
});
