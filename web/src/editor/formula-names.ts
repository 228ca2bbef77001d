// The names that a formula of a model text may contain.
import type { Completion } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import { partsOf, type Declared } from "../models/library";
import { isFormula } from "./mentions";
import { declaredText, dottedNames } from "./part-names";
import type { Path } from "./schema";
import { below, members, rootOf, type Node } from "./tree";

const functions =
  "sin cos tan asin acos atan atan2 sinh cosh tanh exp ln sqrt abs sign min max dot cross norm if rate effort momentum multiplier".split(
    " ",
  );

const groups = ["parameters", "positions", "velocities", "definitions", "environment"] as const;

/** The names for the formula at a path, and the functions; none if a text stands there. */
export function namesInFormula(state: EditorState, path: Path): Completion[] {
  if (!isFormula(`/${path.join("/")}`)) return [];
  const at = path.lastIndexOf("model");
  // The values that an outer model gives to a component are formulas of the outer model.
  const owner = path.slice(0, at + 1);
  const model = below(state, rootOf(state), owner);
  const own = groups.flatMap((group) => namesIn(state, members(state, model).get(group)));
  const loop = below(state, rootOf(state), [...path.slice(0, -1), "for"]);
  const indices = Object.keys(valueOf(state, loop) ?? {});
  return [
    ...own,
    ...dottedNames(state, owner),
    ...[...indices, "t"].map((label): Completion => ({ label, type: "variable" })),
    ...functions.map((label): Completion => ({
      label,
      type: "function",
      apply: `${label}(`,
      boost: -1,
    })),
  ];
}

function namesIn(state: EditorState, group: Node | undefined): Completion[] {
  return [...members(state, group)].map(([label, node]): Completion => {
    const [declared] = partsOf({ parameters: { [label]: valueOf(state, node) } }).parameters;
    const info = declared ? declaredText(withStart(declared, valueOf(state, node))) : "";
    return { label, type: "variable", ...(info && { info }) };
  });
}

/** A state is given by its start. */
function withStart(declared: Declared, value: unknown): Declared {
  const { start } =
    typeof value === "object" && value !== null ? (value as { start?: unknown }) : {};
  return declared.value === undefined && start !== undefined
    ? { ...declared, value: start }
    : declared;
}

/** The value of a node; undefined while it is incomplete. */
function valueOf(state: EditorState, node: Node | null): object | undefined {
  try {
    return node ? (JSON.parse(state.sliceDoc(node.from, node.to)) as object) : {};
  } catch {
    return undefined;
  }
}
