// Tables that readers bring along, and how their columns find those of a run.
import { expect, test } from "vitest";
import { OwnData } from "../../../web/src/study/own-data";
import { readTable } from "../../../web/src/study/table";

const plain = { t: [0, 0.5, 1], phi: [10.5, -3, 2000] };
const tables: readonly (readonly [string, string])[] = [
  ["commas and points", "t (s),phi [deg]\n0,10.5\n0.5,-3\n1,2e3\n"],
  ["semicolons and decimal commas", "t (s);phi [deg]\r\n0;10,5\r\n0,5;-3\r\n1;2000\r\n"],
  ["tabs and units in a second line", "t\tphi\ns\tdeg\n0\t10,5\n0,5\t-3\n1\t2000"],
  [
    "names with a slash, quotes and comments",
    '# measured\n"t / s","phi / deg"\n0,"10.5"\n.5,-3\n1,2000',
  ],
  ["spaces", "t[s] phi[deg]\n0 10.5\n0.5 -3\n1 2000"],
];

test.each(tables)("a table with %s is read", (_, text) => {
  const [t, phi] = readTable(text) ?? [];
  expect(t).toEqual({ name: "t", unit: "s", values: plain.t });
  expect(phi).toEqual({ name: "phi", unit: "deg", values: plain.phi });
});

test("a table without a header has numbers for names, and gaps are no numbers", () => {
  expect(readTable("0;1\n1;\n2;3")).toEqual([
    { name: "1", unit: "", values: [0, 1, 2] },
    { name: "2", unit: "", values: [1, NaN, 3] },
  ]);
});

test("anything else is no table", () => {
  for (const text of ["", "one line", "a,b\nc,d\ne,f", "1\n2\n3", "1,2", '{ "porthos": 1 }'])
    expect(readTable(text), text).toBeNull();
});

test("columns are matched by name, converted by unit, shifted and scaled", () => {
  const data = new OwnData();
  const run = [
    { name: "crank.omega1", unit: "rad/s" },
    { name: "rod.x2", unit: "m" },
    { name: "slider.x2", unit: "m" },
  ];
  const table = "Time (ms);Omega1 (rpm);x2 (cm)\n0;60;1\n500;30;2\n";
  let changes = 0;
  data.changed.on(() => (changes += 1));
  data.take("a.csv", readTable(table) ?? [], run);
  expect(data.of("crank.omega1")).toEqual({
    times: [0, 0.5],
    values: [60, 30].map((rpm) => rpm * (Math.PI / 30)),
  });
  expect(data.of("rod.x2"), "two columns end like this: nobody guesses").toBeNull();
  data.change({ shift: -0.25 });
  expect(data.of("crank.omega1")?.times).toEqual([-0.25, 0.25]);
  const [t, omega] = data.matches;
  data.change({ matches: [t!, omega!, { column: "slider.x2", factor: 0.01 }] });
  expect(data.of("slider.x2")?.values).toEqual([0.01, 0.02]);
  data.clear();
  expect(data.of("slider.x2")).toBeNull();
  expect(changes).toBe(4);
});
