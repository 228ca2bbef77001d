import type { ModelText } from "./model-text";
import type { Force, Pen } from "./things";

/** Renames a pen or a force, and the entries of the view that follow it. */
export function renamePort(model: ModelText, { kind, name }: Pen | Force, to: string): void {
  if (kind === "force") {
    model.rename(["ports", name], to);
    model.rename(["inputs", name], to);
    return;
  }
  for (const [list, key] of [
    ["bodies", "name"],
    ["trails", "body"],
  ] as const) {
    const all = model.at("view", list);
    if (!Array.isArray(all)) continue;
    all.forEach((entry: Record<string, unknown>, index) => {
      if (entry[key] === name) model.set(["view", list, String(index), key], to);
    });
  }
}
