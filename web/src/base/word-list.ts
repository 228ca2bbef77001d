/** Words between spaces or commas. */
export function wordsOf(text: string | null): readonly string[] {
  return (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
}

/** Reads "m: 2, crank.l = 0.3": numbers by name. Invalid parts are ignored. */
export function readValues(text: string | null): Record<string, number> {
  const values: Record<string, number> = {};
  for (const pair of (text ?? "").split(/[,;]+/)) {
    const [, name, value] = /^\s*([^\s:=]+)\s*[:=]\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name && value && Number.isFinite(Number(value))) values[name] = Number(value);
  }
  return values;
}
