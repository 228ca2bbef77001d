import { Host } from "./host.js";

/** What the wasm module of the inspector exports; all texts are JSON (see bindings/inspector.cpp). */
export interface RawInspector {
  inspect(text: string, files: string, options: string): string;
  linearize(text: string, files: string, options: string): string;
  structures(request: string): string;
}

const host = /* @__PURE__ */ new Host(async () =>
  (await import("./porthos-inspector.mjs")).default(),
);

/** The answer of the inspector, which is loaded when it is first asked. */
export async function askInspector<Answer>(ask: (raw: RawInspector) => string): Promise<Answer> {
  const engine = await host.engine();
  return JSON.parse(engine.call(ask)) as Answer;
}
