/** The ending of a noun that is counted. */
export const s = (count: number): string => (count === 1 ? "" : "s");
