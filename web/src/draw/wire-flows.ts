import type { Vec } from "./numbers";

/** A straight piece of a wire, and what flows along it from its first end. */
export interface WireFlow {
  readonly from: Vec;
  readonly to: Vec;
  readonly flow: number;
}

/** What flows into a net at a place. */
export interface Inflow {
  readonly place: Vec;
  readonly flow: number;
}

/**
 * The flows along the pieces of a net's wires: what flows in on one side of a piece flows along it to the other side.
 * Wires that close a loop carry nothing: the wires of a net are a tree.
 */
export function wireFlows(
  routes: readonly (readonly Vec[])[],
  inflows: readonly Inflow[],
): readonly WireFlow[] {
  const pieces = routes.flatMap((route) =>
    route.slice(1).map((to, index) => [route[index] ?? to, to] as const),
  );
  const keyOf = ({ x, y }: Vec): string => `${x.toFixed(6)} ${y.toFixed(6)}`;
  const sums = new Map<string, number>();
  for (const { place, flow } of inflows)
    sums.set(keyOf(place), (sums.get(keyOf(place)) ?? 0) + flow);
  const flows = pieces.map(() => 0);
  const seen = new Set<string>();
  /** The sum of what flows in at a point and behind it. */
  const collect = (key: string): number => {
    seen.add(key);
    let sum = sums.get(key) ?? 0;
    pieces.forEach(([from, to], index) => {
      const isAway = keyOf(from) === key;
      const other = isAway ? keyOf(to) : keyOf(from);
      if ((!isAway && keyOf(to) !== key) || seen.has(other)) return;
      const behind = collect(other);
      flows[index] = isAway ? -behind : behind;
      sum += behind;
    });
    return sum;
  };
  for (const [from] of pieces) if (!seen.has(keyOf(from))) collect(keyOf(from));
  return pieces.map(([from, to], index) => ({ from, to, flow: flows[index] ?? 0 }));
}
