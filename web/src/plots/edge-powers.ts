import { valueOf } from "../../../bindings/js/diagram/formula";
import type { Account, Diagram, DiagramBox, DiagramEdge } from "../../../bindings/js/diagram/graph";
import type { Trajectory } from "../engine/trajectory";

/** Two consecutive rows of a run, for differences of accounts. */
interface Span {
  readonly first: number;
  readonly length: number;
}

/**
 * The powers on the edges of a diagram. The powers of boxes come from the energy accounts, as in
 * the picture of the power flows. The power through a junction, or through a box without storage,
 * follows from the balance of powers there. Where the balances leave it open, as in a loop, the
 * columns of the connected ports decide, if there are any.
 */
export class EdgePowers {
  readonly #columns: ReadonlyMap<string, number>;

  constructor(
    readonly diagram: Diagram,
    readonly trajectory: Trajectory,
    /** Values of the parameters of this run. */
    readonly parameters: ReadonlyMap<string, number>,
  ) {
    this.#columns = new Map(trajectory.columns.map(({ name }, index) => [name, index]));
  }

  /**
   * The powers by the id of the edge, W, into its box or out of its outer port; means over the row
   * that contains t.
   */
  at(t: number): ReadonlyMap<string, number> {
    const { trajectory } = this;
    const powers = new Map<string, number>();
    if (trajectory.rowCount < 2) return powers;
    const first = Math.max(0, Math.min(trajectory.locate(t).row, trajectory.rowCount - 2));
    const length = trajectory.value(first + 1, 0) - trajectory.value(first, 0);
    if (length > 0) this.#solve(this.diagram, { first, length }, powers, new Map());
    return powers;
  }

  /** The largest power on any edge in some rows of the run, W. */
  largest(samples = 100): number {
    let most = 0;
    for (let k = 0; k < samples; k++)
      for (const power of this.at(((k + 0.5) / samples) * this.trajectory.end).values())
        most = Math.max(most, Math.abs(power));
    return most;
  }

  /** `ports` is the power that enters through the ports of an open box, by their names. */
  #solve(
    diagram: Diagram,
    span: Span,
    powers: Map<string, number>,
    ports: ReadonlyMap<string, number>,
  ): void {
    const edges = diagram.edges.filter(({ kind }) => kind === "power");
    for (const port of diagram.ports) {
      const own = port.accounts && this.#sum(port.accounts, span);
      const power = own ?? ports.get(port.names.join());
      const edge = edges.find(({ end }) => end === port.id);
      if (edge && power !== undefined) powers.set(edge.id, -power);
    }
    const totals = new Map(diagram.boxes.map((box) => [box.id, this.#total(box, span)]));
    const isOpen = ({ id }: DiagramEdge): boolean => !powers.has(id);
    const settle = (own: readonly DiagramEdge[], total: number): boolean => {
      const [open, ...more] = own.filter(isOpen);
      if (!open || more.length > 0) return false;
      const known = own.reduce((sum, { id }) => sum + (powers.get(id) ?? 0), 0);
      powers.set(open.id, total - known);
      return true;
    };
    const ofBox = ({ id }: DiagramBox): DiagramEdge[] => edges.filter(({ end }) => end === id);
    const leaves = diagram.boxes.filter((box) => ofBox(box).length === 1);
    const byBoxes = (boxes: readonly DiagramBox[]): boolean =>
      boxes.some((box) => {
        const total = totals.get(box.id);
        return total !== undefined && settle(ofBox(box), total);
      });
    const byJunctions = (): boolean =>
      diagram.junctions.some(({ id }) =>
        settle(
          edges.filter((one) => one.junction === id),
          0,
        ),
      );
    const byColumns = (): boolean =>
      edges.filter(isOpen).some((edge) => {
        const power = this.#measured(edge, span);
        if (power !== undefined) powers.set(edge.id, power);
        return power !== undefined;
      });
    while (byBoxes(leaves) || byJunctions() || byBoxes(diagram.boxes) || byColumns());
    for (const box of diagram.boxes)
      if (box.inside) this.#within(box, box.inside, edges, span, powers);
  }

  #within(
    box: DiagramBox,
    inside: Diagram,
    edges: readonly DiagramEdge[],
    span: Span,
    powers: Map<string, number>,
  ): void {
    const given = new Map<string, number>();
    for (const { id, end, ports } of edges) {
      const power = powers.get(id);
      if (end === box.id && power !== undefined) given.set(ports.join(), power);
    }
    this.#solve(inside, span, powers, given);
  }

  #total(box: DiagramBox, span: Span): number | undefined {
    if (box.energy) {
      const rise = this.#energy(box, span.first + 1) - this.#energy(box, span.first);
      return Number.isFinite(rise) ? rise / span.length : undefined;
    }
    return box.accounts && this.#sum(box.accounts, span);
  }

  #energy({ energy, id }: DiagramBox, row: number): number {
    const scope = id
      .split("/")
      .slice(0, -1)
      .map((name) => `${name}.`)
      .join("");
    const known = {
      get: (name: string): number | undefined => {
        const column = this.#columns.get(scope + name);
        return column === undefined
          ? this.parameters.get(scope + name)
          : this.trajectory.value(row, column);
      },
    };
    return energy ? valueOf(energy, known) : NaN;
  }

  /** The sum of the accounts that the table has; undefined if it has none of them. */
  #sum(accounts: readonly Account[], { first, length }: Span): number | undefined {
    const known = accounts.flatMap(({ column, sign }) => {
      const index = this.#columns.get(column);
      return index === undefined ? [] : [{ index, sign }];
    });
    if (known.length === 0 && accounts.length > 0) return undefined;
    return known.reduce(
      (sum, { index, sign }) =>
        sum +
        (sign * (this.trajectory.value(first + 1, index) - this.trajectory.value(first, index))) /
          length,
      0,
    );
  }

  /** The power from the columns of its ports: the mean of the two rows. */
  #measured({ columns }: DiagramEdge, { first }: Span): number | undefined {
    if (columns.length === 0) return undefined;
    let sum = 0;
    for (const column of columns) {
      const all = [...this.#columns].filter(
        ([name]) =>
          name === column ||
          (name.startsWith(`${column}.`) && /^\d+$/.test(name.slice(column.length + 1))),
      );
      if (all.length === 0) return undefined;
      for (const [, index] of all)
        sum += (this.trajectory.value(first, index) + this.trajectory.value(first + 1, index)) / 2;
    }
    return sum;
  }
}
