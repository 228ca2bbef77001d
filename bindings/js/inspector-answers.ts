import type { Engine } from "./host.js";
import type { Question } from "./serve.js";

/** What the wasm module of the inspector exports; all texts are JSON (see bindings/inspector.cpp). */
export interface RawInspector {
  inspect(text: string, files: string, options: string): string;
  linearize(text: string, files: string, options: string): string;
  structures(request: string): string;
}

/** Puts a question about a model to the inspector, which is loaded when it is first asked. */
export type AskInspector = <Answer>(
  kind: "inspect" | "linearize",
  question: Question,
) => Promise<Answer>;

/** The answer of a living inspector. */
export function answerOf<Answer>(
  engine: Engine<RawInspector>,
  kind: "inspect" | "linearize",
  { text, files, options }: Question,
): Answer {
  return JSON.parse(engine.call((raw) => raw[kind](text, files, options))) as Answer;
}
