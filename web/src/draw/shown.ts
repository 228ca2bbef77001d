import { rounded } from "./numbers";

/** A value of a text as a field shows it. */
export function shownValue(value: unknown): string {
  if (typeof value === "number") return String(rounded(value, 9));
  return typeof value === "string" ? value : JSON.stringify(value);
}
