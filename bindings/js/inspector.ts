import { Host, type Engine } from "./host.js";

/** What the wasm module of the inspector exports; all texts are JSON (see bindings/inspector.cpp). */
export interface RawInspector {
  inspect(text: string, files: string, options: string): string;
  linearize(text: string, files: string, options: string): string;
  structures(request: string): string;
}

const host = /* @__PURE__ */ new Host<RawInspector>(async () =>
  (await import("./porthos-inspector.mjs")).default(),
);

/** The inspector, which is loaded when it is first asked for, and again after a fault. */
export const theInspector = (): Promise<Engine<RawInspector>> => host.engine();

/** Its answer to one question. */
export async function askInspector<Answer>(ask: (raw: RawInspector) => string): Promise<Answer> {
  return JSON.parse((await theInspector()).call(ask)) as Answer;
}
