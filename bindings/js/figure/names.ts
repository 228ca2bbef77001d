import { parseSymbol } from "../symbol-name.js";

/** A symbol as one line of text: crank.phi1 is written φ₁ (crank). */
export function symbolText(name: string): string {
  const { owner, stem, index } = parseSymbol(name);
  const below = /^\d+$/.test(index) ? subscript(index) : index && `_${index}`;
  return `${stem}${below}${owner ? ` (${owner})` : ""}`;
}

function subscript(digits: string): string {
  return [...digits].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
}

const superscripts = { "-": "⁻", ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].entries()) } as Readonly<
  Record<string, string>
>;

export function superscript(text: string): string {
  return [...text].map((character) => superscripts[character] ?? character).join("");
}

/** kg m^2 becomes kg m², J/(m) becomes J/m, and kOhm becomes kΩ. */
export function formatUnit(unit: string): string {
  if (unit === "1") return "";
  return unit
    .replace(/\/\(([^\s*/()]+)\)/g, "/$1")
    .replace(/\^\(?(-?\d+)\)?/g, (_, exponent: string) => superscript(exponent))
    .replace(/\*/g, "·")
    .replace(/Ohm/g, "Ω")
    .replace(/ /g, "\u202f");
}

/** The name of a column with its unit, for an axis. */
export function axisName(name: string, unit: string): string {
  const text = symbolText(name);
  const inUnit = formatUnit(unit);
  return inUnit ? `${text} (${inUnit})` : text;
}
