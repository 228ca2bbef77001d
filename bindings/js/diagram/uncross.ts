import type { Graph } from "./dagre.mjs";

/** Number of shuffles of the layers since the last improvement. */
const tries = 24;
/**
 * Cost of a line for each place up or down, relative to a crossing, so that the shortest of equal
 * lines is chosen.
 */
const perPlace = 0.01;

/**
 * Orders the nodes in their layers so that few lines cross. It moves each node in turn to its best
 * place (sifting: Matuszewski, Schoenfeld, Molitor 1999), from the given order and from shuffled
 * ones. The content of an open box stays within it.
 */
export function uncross(graph: Graph): void {
  const layers = new Layers(graph);
  layers.sift();
  let best = layers.state();
  let [least, length] = layers.cost();
  let random = 1;
  const next = (): number => (random = (random * 48271) % 2147483647) / 2147483647;
  for (let k = 0; k < tries && least > 0; k++) {
    layers.shuffle(next);
    layers.sift();
    const [crossings, reach] = layers.cost();
    if (crossings > least || (crossings === least && reach >= length)) continue;
    if (crossings < least) k = -1;
    [least, length] = [crossings, reach];
    best = layers.state();
  }
  layers.write(best);
}

/** A node of a layer: a box, a dot, or a bend of a line. */
interface Item {
  readonly id: string;
  /** The open box around it, "" for none. */
  readonly parent: string;
  /** At the border of an open box: it stays. */
  readonly isFixed: boolean;
  readonly rank: number;
  place: number;
  readonly links: Link[];
}

/** A piece of a line from one layer to the next. */
interface Link {
  readonly upper: Item;
  readonly lower: Item;
  readonly weight: number;
}

class Layers {
  readonly #layers: Item[][] = [];
  /** The links between a layer and the next. */
  readonly #links: Link[][] = [];

  constructor(readonly graph: Graph) {
    const items = new Map<string, Item>();
    for (const id of graph.nodes()) {
      const { rank, order, dummy } = graph.node(id) as {
        rank?: number;
        order?: number;
        dummy?: string;
      };
      if (rank === undefined || order === undefined || graph.children(id).length > 0) continue;
      const [parent, isFixed] = [graph.parent(id) ?? "", dummy === "border"];
      const item = { id, parent, isFixed, rank, place: order, links: [] };
      items.set(id, item);
      (this.#layers[rank] ??= []).push(item);
    }
    this.#layers = Array.from(this.#layers, (layer = []) =>
      layer.sort((a, b) => a.place - b.place),
    );
    for (const layer of this.#layers) number(layer);
    for (const edge of graph.edges()) {
      const [upper, lower] = [items.get(edge.v), items.get(edge.w)];
      if (!upper || !lower) continue;
      const { weight = 1 } = graph.edge(edge) as { weight?: number };
      const link = { upper, lower, weight };
      (this.#links[upper.rank] ??= []).push(link);
      upper.links.push(link);
      lower.links.push(link);
    }
  }

  state(): ReadonlyMap<string, number> {
    return new Map(this.#layers.flat().map(({ id, place }) => [id, place]));
  }

  write(state: ReadonlyMap<string, number>): void {
    for (const [id, order] of state) (this.graph.node(id) as { order: number }).order = order;
  }

  /** The cost of all lines: their crossings and their length. */
  cost(): [number, number] {
    let [crossings, length] = [0, 0];
    for (const links of this.#links)
      for (const [i, link] of (links ?? []).entries()) {
        length += lengthOf(link);
        for (let j = i + 1; j < links.length; j++) crossings += crossing(link, links[j]);
      }
    return [crossings, length];
  }

  /** Moves each node to its best place until none is better. */
  sift(): void {
    for (let rounds = 0, isBetter = true; isBetter && rounds < 20; rounds++) {
      isBetter = false;
      for (const layer of this.#layers)
        for (const item of [...layer]) isBetter = this.#siftOne(layer, item) || isBetter;
    }
  }

  shuffle(next: () => number): void {
    for (const layer of this.#layers)
      for (const item of [...layer]) {
        const [first, last] = reach(layer, item);
        move(layer, item, first + Math.floor(next() * (last - first + 1)));
      }
  }

  #siftOne(layer: Item[], item: Item): boolean {
    const [first, last] = reach(layer, item);
    const at = item.place;
    // Moves past one neighbour after the other, up and down: only their own lines meet.
    const costs = new Map([[at, lengthAt(item, at)]]);
    for (const way of [1, -1])
      for (let to = at + way, crossings = 0; to >= first && to <= last; to += way) {
        crossings += way * passing(item, layer[to]);
        costs.set(to, crossings + lengthAt(item, to));
      }
    let [best, least] = [at, costs.get(at) ?? 0];
    for (const [to, cost] of costs) if (cost < least - 1e-9) [best, least] = [to, cost];
    move(layer, item, best);
    return best !== at;
  }
}

/** The additional crossings if a node moves from before another to behind it. */
function passing(item: Item, other: Item | undefined): number {
  let sum = 0;
  for (const one of item.links)
    for (const two of other?.links ?? []) {
      const isBelow = one.upper === item;
      if (isBelow !== (two.upper === other)) continue;
      const [a, b] = isBelow ? [one.lower, two.lower] : [one.upper, two.upper];
      sum += Math.sign(b.place - a.place) * Math.min(one.weight, two.weight);
    }
  return sum;
}

/** The cost of its lines by their lengths at this place. */
function lengthAt(item: Item, place: number): number {
  let sum = 0;
  for (const { upper, lower, weight } of item.links)
    sum += weight * Math.abs(place - (upper === item ? lower : upper).place);
  return perPlace * sum;
}

const lengthOf = ({ upper, lower, weight }: Link): number =>
  perPlace * weight * Math.abs(upper.place - lower.place);

function crossing(one: Link, other: Link | undefined): number {
  if (!other) return 0;
  const upper = one.upper.place - other.upper.place;
  const lower = one.lower.place - other.lower.place;
  return upper * lower < 0 ? Math.min(one.weight, other.weight) : 0;
}

/** The first and last place in the layer for a node within its own box. */
function reach(layer: readonly Item[], item: Item): [number, number] {
  if (item.isFixed) return [item.place, item.place];
  const isOwn = (index: number): boolean => {
    const other = layer[index];
    return other !== undefined && !other.isFixed && other.parent === item.parent;
  };
  let [first, last] = [item.place, item.place];
  while (isOwn(first - 1)) first--;
  while (isOwn(last + 1)) last++;
  return [first, last];
}

function move(layer: Item[], item: Item, to: number): void {
  const from = item.place;
  layer.splice(from, 1);
  layer.splice(to, 0, item);
  number(layer, Math.min(from, to), Math.max(from, to));
}

function number(layer: readonly Item[], first = 0, last = layer.length - 1): void {
  for (let place = first; place <= last; place++) {
    const item = layer[place];
    if (item) item.place = place;
  }
}
