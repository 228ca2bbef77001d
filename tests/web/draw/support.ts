// Drawings without a page, and runs of their texts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ModelText } from "../../../web/src/draw/model-text";
import { readDrawing } from "../../../web/src/draw/read";
import { snap } from "../../../web/src/draw/snap";
import type { Choices, Tool } from "../../../web/src/draw/parts/part";
import type { Target } from "../../../web/src/draw/target";
import type { Drawing } from "../../../web/src/draw/things";
import { toolNamed, type ToolId } from "../../../web/src/draw/tools";
import { load } from "../../lib/built";

/** The text that a new drawing begins with. */
export const blank = readFileSync(
  join(import.meta.dirname, "../../../web/templates/drawing.porthos.json"),
  "utf8",
);

/** A text under edit, and what it shows. */
export class Sheet {
  model: ModelText;

  constructor(text = blank) {
    this.model = new ModelText(text);
  }

  get text(): string {
    return this.model.text;
  }

  get drawing(): Drawing {
    return readDrawing(this.model);
  }

  /** What a pointer at this place meets. */
  at(x: number, y: number, from?: readonly [number, number]): Target {
    return snap({ x, y }, this.drawing, {
      ...{ grid: 0.05, reach: 0.02 },
      from: from && { x: from[0], y: from[1] },
    });
  }
}

export const nothingChosen: Choices = { selected: [], number: 3 };

/** Uses a tool; what it refuses is a failure. Returns the name of what it made last. */
export function useTool(
  sheet: Sheet,
  tool: Tool,
  places: readonly Target[],
  choices = nothingChosen,
): string {
  expect(tool.refuse?.(sheet.drawing, places, choices) ?? null).toBe(null);
  const made = tool.use(sheet.model, sheet.drawing, places, choices);
  return typeof made === "string" ? made : (made.at(-1) ?? "");
}

export type Place = readonly [number, number];

/** Uses a tool at some places; what it refuses is a failure. Returns the name of what it made last. */
export function draw(sheet: Sheet, id: ToolId, ...at: readonly Place[]): string {
  const tool = toolNamed(id);
  const { domain = "mechanics" } = tool;
  const targets = at.map(([x, y], index) => {
    const [u, v] = at[index - 1] ?? [];
    const from = u === undefined || v === undefined ? undefined : { x: u, y: v };
    return snap({ x, y }, sheet.drawing, { grid: 0.05, reach: 0.02, domain, from });
  });
  return useTool(sheet, tool, targets);
}

/** A four-bar: a crank, a coupler and a rocker between two points of the ground. */
export function fourBar(drawn = draw): Sheet {
  const sheet = new Sheet();
  drawn(sheet, "rod", [-0.3, 0], [-0.3, 0.2]);
  drawn(sheet, "rod", [-0.3, 0.2], [0.2, 0.4]);
  drawn(sheet, "rod", [0.2, 0.4], [0.2, 0]);
  drawn(sheet, "ground", [-0.3, 0]);
  drawn(sheet, "ground", [0.2, 0]);
  return sheet;
}

/** A four-bar that a motor drives, with a pen, a force and a spring to the ground. */
export function drivenFourBar(drawn = draw): Sheet {
  const sheet = fourBar(drawn);
  drawn(sheet, "motor", [-0.3, 0]);
  drawn(sheet, "pen", [-0.05, 0.3]);
  drawn(sheet, "force", [0.2, 0.4], [0.3, 0.5]);
  drawn(sheet, "spring", [0.2, 0.4], [0.6, 0.4]);
  return sheet;
}

/** The problems of a text. */
export const problemsOf = async ({
  text,
}: {
  readonly text: string;
}): Promise<readonly unknown[]> => (await load(text, { isText: true })).problems;

/** The columns of a run of a text, by their names. */
export async function run(
  text: string,
  options: { readonly until?: number } = {},
): Promise<{ outcome: string; column(name: string): Float64Array }> {
  const model = await load(text, { isText: true });
  return model.run(options);
}

export { load };
