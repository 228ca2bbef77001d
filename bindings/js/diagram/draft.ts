import type { Formula } from "./formula.js";
import type {
  Account,
  BoxKind,
  Diagram,
  DiagramBox,
  DiagramEdge,
  DiagramJunction,
  DiagramPort,
} from "./graph.js";

/** What a box is joined to, by the key of a net. */
export interface End {
  readonly net: string;
  readonly kind: "power" | "state";
  /** Of the box's port. */
  readonly port?: string;
  /** Columns of its power, W. */
  readonly columns?: readonly string[];
}

/** What is known of a box before it stands in a diagram. */
export interface DraftBox {
  readonly key: string;
  readonly name: string;
  readonly kind: BoxKind;
  readonly parts: readonly string[];
  readonly symbols: readonly string[];
  readonly accounts?: readonly Account[] | undefined;
  readonly energy?: Formula | undefined;
  readonly inside?: Diagram | undefined;
}

interface Net {
  readonly names: readonly string[];
  readonly parts: readonly string[];
  /** Ports that meet between components; not a domain of states. */
  readonly isJoin: boolean;
}

/** A diagram on its way: boxes, and nets to which their ports are tied. */
export class Draft {
  readonly #boxes: DiagramBox[] = [];
  readonly #ports: DiagramPort[] = [];
  readonly #nets = new Map<string, Net>();
  readonly #ends: { end: string; tie: End }[] = [];

  constructor(
    readonly name: string,
    /** Before ids. */
    readonly path: string,
    readonly scope: string,
  ) {}

  /** A domain or a junction of the text; the first word on a net counts. */
  net(key: string, names: readonly string[], parts: readonly string[] = [], isJoin = false): void {
    if (!this.#nets.has(key)) this.#nets.set(key, { names, parts, isJoin });
  }

  /** A box with its ends: one on each net, with power if one of them has it. */
  box({ key, accounts, energy, inside, ...box }: DraftBox, ends: readonly End[]): void {
    const id = `${this.path}${key}`;
    this.#boxes.push({
      ...{ ...box, id },
      ...(accounts ? { accounts } : {}),
      ...(energy ? { energy } : {}),
      ...(inside ? { inside } : {}),
    });
    for (const tie of ends) this.#tie(id, tie);
  }

  /** An outer port. */
  port(
    name: string,
    parts: readonly string[],
    end: End,
    accounts: readonly Account[] | undefined,
  ): void {
    const id = `${this.path}port ${name}`;
    this.#ports.push({ id, names: [name], parts, ...(accounts ? { accounts } : {}) });
    this.#tie(id, end);
  }

  #tie(end: string, tie: End): void {
    const at = this.#ends.findIndex((one) => one.end === end && one.tie.net === tie.net);
    const before = this.#ends[at];
    if (!before) this.#ends.push({ end, tie });
    else if (tie.kind === "power") {
      const columns = [...(before.tie.columns ?? []), ...(tie.columns ?? [])];
      const port = before.tie.kind === "power" ? (before.tie.port ?? tie.port) : tie.port;
      this.#ends[at] = { end, tie: { ...tie, columns, ...(port ? { port } : {}) } };
    }
  }

  /** The finished diagram; junctions that join the same boxes are one, as a momentum is turn and move. */
  finish(accounts: readonly Account[] | undefined): Diagram {
    const ids = new Set(this.#ports.map(({ id }) => id));
    const signatures = new Map<string, string>();
    const keys = [...new Set(this.#ends.map(({ tie }) => tie.net))];
    const leader = new Map<string, string>();
    const nets = new Map<string, Net>();
    const merged = new Map<string, string>();
    for (const key of keys) {
      const net = this.#nets.get(key) ?? { names: [], parts: [], isJoin: true };
      const ties = this.#ends.filter(({ tie }) => tie.net === key);
      const signature = ties
        .map(({ end, tie }) => `${ids.has(end) ? "outer" : end} ${tie.kind}`)
        .sort()
        .join(";");
      const first = net.isJoin && ties.length > 1 ? signatures.get(signature) : undefined;
      if (net.isJoin && first === undefined) signatures.set(signature, key);
      const own = first ?? key;
      leader.set(key, own);
      const known = nets.get(own);
      nets.set(own, {
        isJoin: net.isJoin,
        names: [...(known?.names ?? []), ...net.names],
        parts: [...(known?.parts ?? []), ...net.parts],
      });
      if (first === undefined) continue;
      const outer = ties.find(({ end }) => ids.has(end))?.end;
      const to = this.#ends.find(({ end, tie }) => tie.net === first && ids.has(end))?.end;
      if (outer && to) merged.set(outer, to);
    }
    const edges = new Map<string, DiagramEdge>();
    for (const { end: own, tie } of this.#ends) {
      const end = merged.get(own) ?? own;
      const junction = `${this.path}net ${leader.get(tie.net) ?? tie.net}`;
      const id = `${end} — ${junction}`;
      const known = edges.get(id);
      edges.set(id, {
        ...{ id, end, junction, kind: tie.kind },
        ports: [...(known?.ports ?? []), ...(tie.port ? [tie.port] : [])],
        columns: [...(known?.columns ?? []), ...(tie.columns ?? [])],
      });
    }
    const junctions = [...nets].map(([key, { names, parts }]): DiagramJunction => ({
      ...{ id: `${this.path}net ${key}`, names, parts },
    }));
    const ports = this.#ports
      .filter(({ id }) => !merged.has(id))
      .map((port): DiagramPort => {
        const all = [port, ...this.#ports.filter(({ id }) => merged.get(id) === port.id)];
        const sums = all.flatMap((one) => one.accounts ?? []);
        return {
          id: port.id,
          names: all.flatMap(({ names }) => names),
          parts: all.flatMap(({ parts }) => parts),
          ...(all.every((one) => one.accounts) ? { accounts: sums } : {}),
        };
      });
    return {
      ...{ name: this.name, scope: this.scope, boxes: this.#boxes, junctions, ports },
      ...{ edges: [...edges.values()], ...(accounts ? { accounts } : {}) },
    };
  }
}
