import type { Line, Visible } from "./visible.js";

/** Whether a line runs from its box to its junction, away from the first box. */
export const forward = ({ from, to }: Line, order: ReadonlyMap<string, number>): boolean =>
  (order.get(from) ?? 0) <= (order.get(to) ?? 0);

/**
 * The number of lines between each node and the first store at an end. All lines count, or those
 * with power before the others, so that positions come after the quantities that move them.
 */
export function distances(
  { lines: all, boxes, nodes }: Visible,
  outer: ReadonlySet<string>,
  isPowerFirst: boolean,
): Map<string, number> {
  const lines = isPowerFirst ? all.filter(({ edge }) => edge.kind === "power") : all;
  const degree = (id: string): number => all.filter(({ from }) => from === id).length;
  const closed = boxes.filter(({ isOpen }) => !isOpen).map(({ box }) => box);
  const start =
    closed.find(({ id, kind }) => kind === "potential" && degree(id) === 1) ??
    closed.find(({ id, kind }) => kind !== "ground" && degree(id) === 1) ??
    closed[0];
  const found = new Map<string, number>();
  for (const seed of [
    start?.id ?? "",
    ...nodes.map(({ id }) => id).filter((id) => !outer.has(id)),
  ]) {
    if (found.has(seed)) continue;
    found.set(seed, 0);
    const queue = [seed];
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      for (const { from, to } of lines) {
        const next = from === id ? to : to === id ? from : undefined;
        if (next === undefined || found.has(next)) continue;
        found.set(next, (found.get(id) ?? 0) + 1);
        queue.push(next);
      }
  }
  return found;
}

/** The nodes from an outer port to the first one where lines meet, or to a box. */
export function leadOf(port: string, { lines, boxes }: Visible): { way: string[]; anchor: string } {
  const way = [port];
  for (let id = port; ;) {
    const next = lines
      .flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
      .find((one) => !way.includes(one));
    if (next === undefined) return { way: way.slice(0, -1), anchor: id };
    const degree = lines.filter(({ from, to }) => from === next || to === next).length;
    if (degree !== 2 || boxes.some(({ box }) => box.id === next)) return { way, anchor: next };
    way.push((id = next));
  }
}
