import type { Engine } from "./host.js";
import { nextTask } from "./pace.js";
import type { InspectorKind, Question } from "./protocol.js";

/** An unfinished report: its address in the engine's memory. */
export type RawInspection = number;

/** The exports of the inspector's wasm module; all texts are JSON (see bindings/inspector.cpp). */
export interface RawInspector {
  beginInspection(text: string, files: string, options: string): RawInspection;
  stepInspection(inspection: RawInspection): boolean;
  inspectionReport(inspection: RawInspection): string;
  endInspection(inspection: RawInspection): void;
  linearize(text: string, files: string, options: string): string;
  diagram(text: string, files: string): string;
  structures(request: string): string;
}

/** Asks the inspector a question about a model. The first question loads it. */
export type AskInspector = <Answer>(
  kind: InspectorKind,
  question: Question,
  signal?: AbortSignal,
) => Promise<Answer>;

/**
 * The answer of an inspector. A report is made check by check, and an abort ends it between two
 * checks.
 */
export async function answerOf<Answer>(
  engine: Engine<RawInspector>,
  kind: InspectorKind,
  { text, files, options }: Question,
  signal?: AbortSignal,
): Promise<Answer> {
  if (kind === "linearize")
    return JSON.parse(engine.call((raw) => raw.linearize(text, files, options))) as Answer;
  if (kind === "diagram")
    return JSON.parse(engine.call((raw) => raw.diagram(text, files))) as Answer;
  const inspection = engine.call((raw) => raw.beginInspection(text, files, options));
  try {
    while (engine.call((raw) => raw.stepInspection(inspection))) {
      if (!signal) continue;
      await nextTask();
      signal.throwIfAborted();
    }
    return JSON.parse(engine.call((raw) => raw.inspectionReport(inspection))) as Answer;
  } finally {
    if (engine.alive) engine.call((raw) => raw.endInspection(inspection));
  }
}
