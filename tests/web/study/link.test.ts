import { expect, test } from "vitest";
import { readLink, writeLink, type Shared } from "../../../web/src/study/link";

const shared: Shared = {
  model: "slider-crank",
  text: '{ "porthos": 1, "name": "Zweischlag – φ" }',
  settings: {
    set: { "crank.l1": 0.25, F: -1e-3 },
    inputs: { M_ext: "0.2*cos(t) + 1", pin: ["0", "t"], drive: { flow: "1" } },
    method: "gauss(2)",
    step: 0.01,
    until: 20,
  },
  time: 3.25,
};

test("a link restores all that was set", async () => {
  expect(await readLink(await writeLink(shared))).toEqual(shared);
});

test("a link without changes names the model only", async () => {
  const link = await writeLink({ model: "crank", settings: { set: {}, inputs: {} }, time: 0 });
  expect(link).toBe("#model=crank");
});

test("parts of a link that make no sense are left out", async () => {
  const link = await readLink("#model=crank&set=a:x,b:2,:3&step=-1&t=soon&text=@@@");
  expect(link).toEqual({
    model: "crank",
    settings: { set: { b: 2 }, inputs: {} },
    time: 0,
    fault: "linkDamaged",
  });
  expect(await readLink("#nothing")).toBeNull();
});
