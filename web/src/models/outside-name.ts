/**
 * The outside name of a component's port: with `"ports": { "M_ext": "crank.M_ext" }` the port
 * crank.M_ext is known, and driven, as M_ext.
 */
export function outsideName(text: string, port: string): string {
  try {
    const model: unknown = JSON.parse(text);
    if (typeof model !== "object" || model === null || !("ports" in model)) return port;
    const { ports } = model;
    if (typeof ports !== "object" || ports === null) return port;
    return Object.entries(ports).find(([, shown]) => shown === port)?.[0] ?? port;
  } catch {
    return port;
  }
}
