// Machines drawn with discs, ropes, gears, floors, plates and welds, against their closed forms.
import { expect, test } from "vitest";
import { moveNode, removeThing } from "../../../web/src/draw/change";
import { setJoint } from "../../../web/src/draw/joints";
import { ModelText } from "../../../web/src/draw/model-text";
import { renameComponent } from "../../../web/src/draw/names";
import { polygon } from "../../../web/src/draw/numbers";
import { thingNamed, thingsOf, isPin, type Pin } from "../../../web/src/draw/things";
import { toolNamed, type ToolId } from "../../../web/src/draw/tools";
import { readDrawing } from "../../../web/src/draw/read";
import { draw, load, nothingChosen, problemsOf, run, Sheet } from "./support";

type Place = readonly [number, number];
const g = 9.81;

const pinAt = (sheet: Sheet, [x, y]: Place): Pin => {
  const pin = sheet
    .at(x, y)
    .node?.pins.map((name) => thingNamed(sheet.drawing, name))
    .find(isPin);
  return pin ?? expect.fail(`no pin at ${x}, ${y}`);
};

const columnsOf = async ({ text }: Sheet, options: { readonly until: number }) => {
  const result = await run(text, options);
  expect(result.outcome).toBe("finished");
  return (name: string): Float64Array => result.column(name);
};

/** The text is short, and reading it again gives the same drawing. */
function expectPlain(sheet: Sheet): void {
  expect(sheet.text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  expect(readDrawing(new ModelText(sheet.text))).toEqual(sheet.drawing);
}

test("Atwood's machine falls with (m1 - m2)/(m1 + m2) g", async () => {
  const sheet = new Sheet();
  draw(sheet, "mass", [-0.3, -0.2]);
  draw(sheet, "mass", [0.3, -0.2]);
  draw(sheet, "ground", [0, 0.5]);
  draw(sheet, "pulley", [-0.3, -0.2], [0, 0.5], [0.3, -0.2]);
  sheet.model.set(["components", "mass", "parameters", "m"], 1.5);
  // The strands are not vertical; with guides they would be redundant. On one vertical line each they are.
  sheet.model.set(["components", "mass", "start", "r"], [0, -0.2]);
  sheet.model.set(["components", "mass_2", "start", "r"], [0, -0.3]);
  sheet.model.set(["components", "rope", "parameters", "length"], 1.5);
  expectPlain(sheet);
  expect(await problemsOf(sheet)).toEqual([]);
  const column = await columnsOf(sheet, { until: 0.3 });
  const [t, y, force] = [column("t"), column("mass.r.2"), column("rope.force")];
  const a = ((1.5 - 1) / (1.5 + 1)) * g;
  t.forEach((time, row) => expect(y[row]).toBeCloseTo(-0.2 - (a * time * time) / 2, 8));
  expect(force[0]).toBeCloseTo((2 * 1.5 * 1 * g) / 2.5, 8);
});

test("a rope over a pulley stays taut when its end is moved", () => {
  const sheet = new Sheet();
  draw(sheet, "mass", [-0.3, -0.2]);
  draw(sheet, "mass", [0.3, -0.2]);
  draw(sheet, "ground", [0, 0.2]);
  draw(sheet, "pulley", [-0.3, -0.2], [0, 0.2], [0.3, -0.2]);
  expect(sheet.model.at("components", "rope", "parameters", "length")).toBe(1);
  moveNode(sheet.model, sheet.drawing, sheet.at(0.3, -0.2).node!, sheet.at(0.3, 0.6));
  const [rope] = thingsOf(sheet.drawing, "pulley");
  expect(rope?.length).toBeCloseTo(1, 10); // as far below as above
  moveNode(sheet.model, sheet.drawing, sheet.at(0.3, 0.6).node!, sheet.at(0.3, 0.2));
  expect(thingsOf(sheet.drawing, "pulley")[0]?.length).toBeCloseTo(0.8, 10);
  // A slack rope stays as long as it is.
  sheet.model.set(["components", "rope", "parameters", "length"], 1.2);
  moveNode(sheet.model, sheet.drawing, sheet.at(0.3, 0.2).node!, sheet.at(0.35, 0.2));
  expect(thingsOf(sheet.drawing, "pulley")[0]?.length).toBe(1.2);
});

test("a block and tackle of n strands lifts n times the weight", async () => {
  const sheet = new Sheet();
  draw(sheet, "ground", [0, 0.6]);
  draw(sheet, "mass", [0, 0]);
  draw(sheet, "mass", [0.4, 0.3]);
  draw(sheet, "tackle", [0, 0.6], [0, 0], [0.4, 0.3]);
  sheet.model.set(["components", "mass", "parameters", "m"], 5);
  // The free end hangs below the block.
  sheet.model.set(["components", "mass_2", "start", "r"], [0, 0.1]);
  sheet.model.set(["components", "tackle", "parameters", "length"], 4 * 0.6 + 0.5);
  expectPlain(sheet);
  const column = await columnsOf(sheet, { until: 0.2 });
  // The load moves n times as slowly as the weight: (M + n^2 m) a = (M - n m) g, downwards.
  const a = ((5 - 4) * g) / (5 + 16);
  column("t").forEach((time, row) =>
    expect(column("mass.r.2")[row]).toBeCloseTo((-a * time * time) / 2, 8),
  );
});

test("a car on wheels rolls down a rough slope", async () => {
  const sheet = new Sheet();
  draw(sheet, "floor", [-0.8, 0.3], [0.8, -0.1]);
  const slope = thingsOf(sheet.drawing, "floor")[0]!;
  expect(slope.name).toBe("slope");
  const { phi } = slope.frame;
  const on = (s: number): Place => [
    slope.frame.x + s * Math.cos(phi),
    slope.frame.y + s * Math.sin(phi),
  ];
  for (const s of [-0.5, -0.2]) {
    const [x, y] = on(s);
    draw(sheet, "disc", [x, y], [x + 0.1, y]);
  }
  const [rear, front] = thingsOf(sheet.drawing, "disc");
  draw(sheet, "rod", [rear!.frame.x, rear!.frame.y], [front!.frame.x, front!.frame.y]);
  expectPlain(sheet);
  expect(Object.keys(sheet.model.members("components"))).toEqual([
    ...["slope", "wheel", "contact", "wheel_2", "contact_2", "rod", "A", "B"],
  ]);
  expect(await problemsOf(sheet)).toEqual([]);
  const column = await columnsOf(sheet, { until: 0.3 });
  // Three bodies of 1 kg, and two discs that roll: each counts as half of its mass more.
  const a = (3 * g * Math.sin(-phi)) / 4;
  const [t, x] = [column("t"), column("rod.r.1")];
  t.forEach((time, row) =>
    expect(x[row]! - x[0]!).toBeCloseTo(((a * time * time) / 2) * Math.cos(phi), 7),
  );
  const last = t.length - 1;
  expect(column("wheel.omega")[last]).toBeCloseTo((-a * t[last]!) / 0.1, 6);
});

test("a mass stands on a rough slope below the angle of friction, and slides above it", async () => {
  const sheet = new Sheet();
  draw(sheet, "floor", [-0.5, 0], [0.5, 0.25]);
  const { frame } = thingsOf(sheet.drawing, "floor")[0]!;
  draw(sheet, "mass", [frame.x, frame.y]);
  expect(await problemsOf(sheet)).toEqual([]);
  const sine = Math.sin(frame.phi);
  for (const friction of [0.3, 0.2]) {
    sheet.model.set(["components", "contact", "parameters", "friction"], friction);
    const column = await columnsOf(sheet, { until: 0.3 });
    const x = column("mass.r.1");
    const a = Math.max(0, g * (sine - friction * Math.cos(frame.phi)));
    expect(x[0]! - x.at(-1)!).toBeCloseTo(((a * 0.09) / 2) * Math.cos(frame.phi), 6);
  }
});

test("a gear train with a motor turns by the ratios of its radii", async () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [-0.4, 0], [-0.3, 0]);
  draw(sheet, "disc", [-0.1, 0], [0.1, 0]);
  draw(sheet, "disc", [0.25, 0], [0.4, 0]);
  for (const x of [-0.4, -0.1, 0.25]) draw(sheet, "ground", [x, 0]);
  draw(sheet, "gear", [-0.4, 0], [-0.1, 0]);
  draw(sheet, "gear", [-0.1, 0], [0.25, 0]);
  draw(sheet, "motor", [-0.4, 0]);
  expectPlain(sheet);
  expect(await problemsOf(sheet)).toEqual([]);
  const column = await columnsOf(sheet, { until: 0.5 });
  const t = column("t");
  const turn = 2 * Math.PI * t.at(-1)!;
  expect(column("disc.phi").at(-1)).toBeCloseTo(turn, 9);
  expect(column("disc_2.phi").at(-1)).toBeCloseTo(-turn / 2, 8);
  expect(column("disc_3.phi").at(-1)).toBeCloseTo((turn * 0.1) / 0.15, 8);
});

test("a belt accelerates its second pulley by a torque on the first", async () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [-0.4, 0], [-0.3, 0]);
  draw(sheet, "disc", [0.4, 0], [0.6, 0]);
  for (const x of [-0.4, 0.4]) draw(sheet, "ground", [x, 0]);
  draw(sheet, "belt", [-0.4, 0], [0.4, 0]);
  draw(sheet, "torque", [-0.4, 0]);
  expectPlain(sheet);
  const column = await columnsOf(sheet, { until: 0.1 });
  // I1 = 0.005, I2 = 0.02 at half of the speed: (I1 + I2/4) a = 1 N m.
  expect(column("disc.omega").at(-1)).toBeCloseTo(0.1 / (0.005 + 0.02 / 4), 7);
  expect(column("disc_2.omega").at(-1)).toBeCloseTo(0.05 / (0.005 + 0.02 / 4), 7);
});

test("a quick-return mechanism: the slotted lever follows the crank's pin", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, -0.5], [0, 0.4]);
  draw(sheet, "rod", [0.3, 0], [0, 0]);
  draw(sheet, "ground", [0, -0.5]);
  draw(sheet, "ground", [0.3, 0]);
  const joint = pinAt(sheet, [0, 0]);
  setJoint(sheet.model, sheet.drawing, joint, "slot");
  draw(sheet, "motor", [0.3, 0]);
  expectPlain(sheet);
  expect(await problemsOf(sheet)).toEqual([]);
  const column = await columnsOf(sheet, { until: 0.2 });
  const crank = column("crank.phi"); // from its pin on the ground to that in the slot
  column("rod.phi").forEach((phi, row) => {
    const [x, y] = [0.3 + 0.3 * Math.cos(crank[row]!), 0.3 * Math.sin(crank[row]!)];
    expect(phi).toBeCloseTo(Math.atan2(y + 0.5, x), 7);
  });
});

test("Watt's linkage keeps the middle of its coupler near a line", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.6, 0.1], [0, 0.1]);
  draw(sheet, "rod", [0, 0.1], [0, -0.1]);
  draw(sheet, "rod", [0, -0.1], [0.6, -0.1]);
  draw(sheet, "ground", [-0.6, 0.1]);
  draw(sheet, "ground", [0.6, -0.1]);
  draw(sheet, "pen", [0, 0]);
  expectPlain(sheet);
  sheet.model.set(["components", "rod", "start", "omega"], { value: 0.5, fixed: true });
  const column = await columnsOf(sheet, { until: 0.4 });
  const [x, y] = [column("rod_2.r.1"), column("rod_2.r.2")];
  expect(Math.max(...y.map(Math.abs))).toBeGreaterThan(0.1);
  x.forEach((each, row) => {
    // Watt's curve: the middle of a coupler between two circles of radius b = 0.6.
    const [b, c] = [0.6, 0.1]; // c is half of the coupler
    const a2 = 0.36 + 0.01; // the square of half the distance of the centres
    const square = each * each + y[row]! * y[row]!;
    const along = (each * 0.6 - y[row]! * 0.1) / Math.sqrt(a2); // along the line of the centres
    const sine2 = square === 0 ? 0 : 1 - (along * along) / square;
    // r^2 = b^2 - (a sin(theta) +- sqrt(c^2 - a^2 cos^2(theta)))^2, in the form without roots
    const cosine2 = square === 0 ? 1 : (along * along) / square;
    const left = (b * b - square - a2 * sine2 - c * c + a2 * cosine2) ** 2;
    const right = 4 * a2 * sine2 * (c * c - a2 * cosine2);
    if (square > 1e-4) expect(Math.abs(left - right)).toBeLessThan(1e-7);
  });
});

test("a weld keeps an angle: two rods fall as one body", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0.4, 0]);
  draw(sheet, "rod", [0.4, 0], [0.4, 0.3]);
  draw(sheet, "ground", [0, 0]);
  draw(sheet, "weld", [0.4, 0]);
  expect(thingsOf(sheet.drawing, "weld").map(({ name }) => name)).toEqual(["A"]);
  expect(await problemsOf(sheet)).toEqual([]);
  const column = await columnsOf(sheet, { until: 0.05 });
  // Torque of the weights over the inertia about the pin.
  const inertia = 0.4 ** 2 / 3 + 0.3 ** 2 / 12 + 0.4 ** 2 + 0.15 ** 2;
  const alpha = (g * (0.2 + 0.4)) / inertia;
  const [t, phi, psi] = [column("t"), column("rod.phi"), column("rod_2.phi")];
  expect(column("rod.omega")[1]! / t[1]! / -alpha).toBeCloseTo(1, 3); // rows are 0.01 s apart
  phi.forEach((each, row) => expect(psi[row]! - each).toBeCloseTo(Math.PI / 2, 8));
  const pin = pinAt(sheet, [0.4, 0]);
  setJoint(sheet.model, sheet.drawing, pin, "pin");
  expect(sheet.model.members("inputs")).toEqual({});
});

test("the kind of a joint changes from a pin to a slide and back, without a trace", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0.4, 0.3]);
  draw(sheet, "ground", [0, 0]);
  const before = sheet.text;
  setJoint(sheet.model, sheet.drawing, pinAt(sheet, [0, 0]), "slide");
  expect(await problemsOf(sheet)).toEqual([]);
  const [slide] = thingsOf(sheet.drawing, "slide");
  expect(slide?.along).toMatchObject({ x: expect.closeTo(0.8, 6), y: expect.closeTo(0.6, 6) });
  const column = await columnsOf(sheet, { until: 0.2 });
  const [r, t] = [column("rod.r.2"), column("t")];
  expect(r.at(-1)! - r[0]!).toBeCloseTo((-(0.36 * g) / 2) * t.at(-1)! ** 2, 8); // g sin^2 along y
  setJoint(sheet.model, sheet.drawing, slide!, "pin");
  expect(JSON.parse(sheet.text)).toEqual(JSON.parse(before));
});

test("a plate has the inertia of its outline, and keeps its joints when a corner is moved", async () => {
  const sheet = new Sheet();
  const corners = [
    [-0.2, 0],
    [0.4, 0],
    [0, 0.5],
  ] as const satisfies readonly Place[];
  draw(sheet, "plate", ...corners);
  draw(sheet, "ground", [-0.2, 0]);
  const { area, center, moment } = polygon(corners.map(([x, y]) => ({ x, y })));
  expect(area).toBeCloseTo(0.15, 12);
  // A triangle: (a^2 + b^2 + c^2)/36 about its centre.
  const squares = 0.6 ** 2 + (0.4 ** 2 + 0.5 ** 2) + (0.2 ** 2 + 0.5 ** 2);
  expect(moment / area).toBeCloseTo(squares / 36, 12);
  expectPlain(sheet);
  const column = await columnsOf(sheet, { until: 0.02 });
  const arm = { x: center.x + 0.2, y: center.y };
  const alpha = (-g * arm.x) / (squares / 36 + arm.x ** 2 + arm.y ** 2);
  expect(column("plate.omega")[1]! / 0.01 / alpha).toBeCloseTo(1, 3);
  moveNode(sheet.model, sheet.drawing, sheet.at(0.4, 0).node!, sheet.at(0.7, 0));
  const [plate] = thingsOf(sheet.drawing, "plate");
  expect(plate!.frame).toMatchObject({
    x: expect.closeTo(0.5 / 3, 6),
    y: expect.closeTo(0.5 / 3, 6),
  });
  const pin = pinAt(sheet, [-0.2, 0]);
  expect(pin.b.place).toMatchObject({ x: expect.closeTo(-0.2, 5), y: expect.closeTo(0, 5) });
  const moved = 0.9 ** 2 + (0.7 ** 2 + 0.5 ** 2) + (0.2 ** 2 + 0.5 ** 2);
  expect(sheet.model.at("components", "plate", "parameters", "I")).toBeCloseTo(moved / 36, 8);
  expect(await problemsOf(sheet)).toEqual([]);
});

test("an eccentric disc lifts a flat follower by a cosine", async () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [0, 0], [0.2, 0]);
  draw(sheet, "slide", [0, 0.1], [0, 0.4]);
  sheet.model.set(["components", "slider", "start", "r"], [0, 0.25]);
  // The pin is 0.05 m beside the centre.
  sheet.model.set(["components", "A"], {
    ...{ use: "porthos:pin", between: { a: "ground", b: "disc" } },
    parameters: { at_a: [-0.05, 0], at_b: [-0.05, 0] },
  });
  // The slider is turned by 90 degrees, and 0.1 m wide: its lower face is at 0.2 m.
  draw(sheet, "contact", [0, 0.25], [0, 0]);
  draw(sheet, "motor", [-0.05, 0]);
  expect(await problemsOf(sheet)).toEqual([]);
  const column = await columnsOf(sheet, { until: 0.2 });
  const [phi, y] = [column("disc.phi"), column("slider.r.2")];
  phi.forEach((angle, row) => expect(y[row]).toBeCloseTo(0.25 + 0.05 * Math.sin(angle), 6));
});

test("a disc bounces off another one with the momentum of the two", async () => {
  const sheet = new Sheet(
    new Sheet().text.replace(
      '"components"',
      '"environment": { "gravity": [0, 0] },\n  "components"',
    ),
  );
  draw(sheet, "disc", [-0.4, 0], [-0.3, 0]);
  draw(sheet, "disc", [0.2, 0], [0.4, 0]);
  draw(sheet, "contact", [-0.4, 0], [0.2, 0]);
  sheet.model.set(["components", "disc_2", "parameters", "m"], 3);
  sheet.model.set(["components", "contact", "parameters", "restitution"], 0.5);
  sheet.model.set(["components", "disc", "start", "v"], [1, 0]);
  const column = await columnsOf(sheet, { until: 1 });
  expect(column("disc.v.1").at(-1)).toBeCloseTo((1 - 0.5 * 3) / 4, 9);
  expect(column("disc_2.v.1").at(-1)).toBeCloseTo((1 + 0.5) / 4, 9);
});

test("a disc is removed and renamed with its drawing, and its radius changes everywhere", async () => {
  const sheet = new Sheet();
  draw(sheet, "floor", [-0.8, 0], [0.8, 0]);
  draw(sheet, "disc", [0, 0], [0.1, 0]);
  renameComponent(sheet.model, "wheel", "ball");
  const names = (sheet.model.at("view", "bodies") as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(["floor", "ball"]);
  const [ball] = thingsOf(sheet.drawing, "disc");
  expect(ball).toMatchObject({ name: "ball", radius: 0.1, frame: { y: 0.1 } });
  expect(await problemsOf(sheet)).toEqual([]);
  removeThing(sheet.model, sheet.drawing, "ball");
  expect(sheet.drawing.things.map(({ name }) => name)).toEqual(["floor"]);
  removeThing(sheet.model, sheet.drawing, "floor");
  expect(JSON.parse(sheet.text)).toEqual({
    ...JSON.parse(new Sheet().text),
    view: expect.anything(),
  });
  expect(sheet.drawing).toMatchObject({ things: [], others: [] });
});

test("tools refuse what they cannot join", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0.4, 0]);
  draw(sheet, "mass", [0.6, 0.4]);
  const refusal = (id: ToolId, ...at: readonly Place[]) =>
    toolNamed(id).refuse?.(
      sheet.drawing,
      at.map(([x, y]) => sheet.at(x, y)),
      nothingChosen,
    ) ?? null;
  expect(refusal("gear", [0, 0], [0.6, 0.4])).toBe("needsDiscs");
  expect(refusal("contact", [0.2, 0], [0.6, 0.4])).toBe("cannotTouch");
  expect(refusal("rope", [-0.5, 0.5], [-0.5, 0.8])).toBe("needsBody");
  expect(refusal("rope", [0, 0], [0.4, 0])).toBe("needsBody");
  expect(refusal("rope", [0, 0], [0.6, 0.4])).toBe(null);
  expect(refusal("weld", [0, 0])).toBe("cannotJoin");
  expect(refusal("plate", [0, 0.1], [0.1, 0.1], [0.2, 0.1])).toBe("tooShort");
  expect(refusal("torque", [-0.5, 0.5])).toBe("cannotPoint");
  expect(refusal("torque", [0.6, 0.4])).toBe(null);
});
