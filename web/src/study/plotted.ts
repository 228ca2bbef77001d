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
