/** The candidate that `found` probably means, or undefined. */
export function suggest(found: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, Math.ceil(found.length / 2) + 1);
  for (const candidate of candidates) {
    const edits = distance(found, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** `; did you mean "x"?` or an empty text, for the end of a message. */
export function didYouMean(found: string, candidates: Iterable<string>): string {
  const best = suggest(found, candidates);
  return best === undefined ? "" : `; did you mean "${best}"?`;
}

/** `; there are: a, b and 3 more`, for the end of a message. */
export function thereAre(names: Iterable<string>): string {
  const all = [...names];
  const shown = all.slice(0, 12).join(", ");
  if (all.length === 0) return "; there are none";
  return `; there are: ${shown}${all.length > 12 ? ` and ${all.length - 12} more` : ""}`;
}

/** Number of insertions, deletions, replacements and swaps of neighbours between two words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
