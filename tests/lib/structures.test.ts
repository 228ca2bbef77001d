// The questions of bindings/js/structures.ts to the engine and its use of the answers. The answers
// themselves are tested in C++ (tests/inspect/structures_test.cpp).
import { expect, test } from "vitest";
import { ModelError } from "../../bindings/js/errors.js";
import { lineOf, structuresOver, type StructureCheck } from "../../bindings/js/structures.js";

const isotropy: StructureCheck = {
  name: "isotropy",
  theorem: "[004] Prop. 2.1",
  check: "T-01",
  residual: 0.5,
  tolerance: 1e-12,
  verdict: "fails",
  where: "",
  responsible: [],
  note: "it has pairs with a power",
};

const kept = { hybrid: { a: [0], b: [], J: [[0]], error: [[0]] } };

// An engine that records its questions and always gives the same answer.
function scripted(verdict: StructureCheck["verdict"] = "fails") {
  const asked: unknown[] = [];
  const check = { ...isotropy, verdict };
  const Dirac = structuresOver((request) => {
    asked.push(JSON.parse(request));
    return JSON.stringify({
      problems: [],
      size: 1,
      dimension: 1,
      uncertainty: 0,
      text: kept,
      checks: [check],
      equals: check,
      check: [check],
    });
  });
  return { Dirac, asked };
}

test("a structure is made once, and asked by what the engine keeps from then on", () => {
  const { Dirac, asked } = scripted();
  const made = Dirac.fromConstrained([[0]]);
  expect(made.size).toBe(1);
  expect(made.isDirac()).toBe(false);
  expect(asked).toEqual([
    { structure: { constrained: { J: [[0]] } }, ask: ["text"] },
    { structure: kept, ask: ["check"] },
  ]);
});

test("every operation asks for its structure", () => {
  const { Dirac, asked } = scripted("holds");
  const a = Dirac.fromGraph([[0]]);
  const last = () => (asked.at(-1) as { structure: unknown }).structure;
  a.compose(a, { shared: [[0, 0]] });
  expect(last()).toEqual({
    compose: { of: [kept, kept], ports: [[0], [0]], coupling: "opposite flows" },
  });
  a.tensor(a, a);
  expect(last()).toEqual({ tensor: [kept, kept, kept] });
  a.plus(a);
  expect(last()).toEqual({ sum: [kept, kept] });
  a.constrain([[1]]);
  expect(last()).toEqual({ constrain: { structure: kept, E: [[1]] } });
  a.reorder([0]);
  expect(last()).toEqual({ reorder: { structure: kept, ports: [0] } });
  Dirac.interconnect([[0]], [[1]], a);
  expect(last()).toEqual({ interconnect: { J: [[0]], g: [[1]], law: kept } });
  a.pullBack([[2]]);
  expect(last()).toEqual({ pullBack: { structure: kept, map: [[2]] } });
  Dirac.fromHybrid([0], [], [[0]]);
  expect(last()).toEqual({ hybrid: { a: [0], b: [], J: [[0]] } });
  expect(a.checkCasimir([1])[0]?.verdict).toBe("holds");
  expect(asked.at(-1)).toEqual({ verify: { casimir: { structure: kept, gradient: [1] } } });
  Dirac.checkRotation([[1]]);
  expect(asked.at(-1)).toEqual({ verify: { rotation: { R: [[1]] } } });
  expect(a.equals(a)).toBe(true);
  expect(asked.at(-1)).toEqual({ structure: kept, equals: kept });
});

test("problems are thrown as those of a model", () => {
  const problem = {
    severity: "error",
    code: "PH117",
    where: "/structure",
    found: "",
    expected: "",
  };
  const Dirac = structuresOver(() => JSON.stringify({ problems: [problem] }));
  expect(() => Dirac.fromGraph([[1, 2]])).toThrow(ModelError);
});

test("a structure prints as a few lines", () => {
  const { Dirac } = scripted();
  expect(String(Dirac.fromGraph([[1]]))).toBe(
    "subspace, not a Dirac structure, of 1 ports\n" +
      "isotropy: fails (0.50, tolerance 1e-12), [004] Prop. 2.1, T-01; it has pairs with a power",
  );
  expect(lineOf({ ...isotropy, residual: null, verdict: "undecided", note: "" })).toBe(
    "isotropy: undecided, [004] Prop. 2.1, T-01",
  );
});
