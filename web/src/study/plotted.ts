/** What a plot shows: some columns, over the time or over another column. */
export interface Plotted {
  readonly columns: readonly string[];
  /** "" for the time. */
  readonly over: string;
}

const words = (text: string, between: string): string[] =>
  text.split(between).flatMap((word) => word.trim() || []);

/** Reads plots: `x1, y1; omega/phi` are two columns over time, and one over another. */
export function readPlots(text: string | null): readonly Plotted[] {
  return words(text ?? "", ";").map((plot) => {
    const [columns = "", over = ""] = words(plot, "/");
    return { columns: words(columns, ","), over };
  });
}

/** The columns in the order in which plots show them. Pure numbers, such as quaternions, say little and come last. */
export function plottedFirst(
  columns: readonly { readonly name: string; readonly unit: string }[],
): readonly string[] {
  const names = (isPure: boolean): readonly string[] =>
    columns.filter(({ unit }, k) => k > 0 && /^1?$/.test(unit) === isPure).map(({ name }) => name);
  return [...names(false), ...names(true)];
}
