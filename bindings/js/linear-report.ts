import { count } from "./report.js";
import type { Complex, Linearization } from "./types.js";

/** Hides the rounding of zeros. */
const digits = (value: number) =>
  Math.abs(value) < 1e-12 ? "0" : String(Number(value.toPrecision(7)));

function complex([re, im]: Complex): string {
  return im === 0 ? digits(re) : `${digits(re)} ${im < 0 ? "-" : "+"} ${digits(Math.abs(im))} i`;
}

/** Eigenvalues and modes for a reader at a terminal. */
export function linearReport(file: string, linear: Linearization): string {
  const { at, structure, coordinates = [], modes = [], zeros = 0, stability, sweep } = linear;
  const lines = [`${file}: linearization about ${placeOf(at?.motion)}`, ""];
  for (const { name, unit, value } of at?.states ?? [])
    lines.push(`  ${name} = ${digits(value)}${unit && unit !== "1" ? ` ${unit}` : ""}`);
  lines.push(
    "",
    structure
      ? `  index ${structure.index ?? "not known"}, ${count(structure.rows, "constraint row")} of rank ${structure.rank}`
      : "  index and constraints not known",
    `  coordinates: ${coordinates.map(({ name }) => name).join(", ")}`,
    "",
  );
  for (const { eigenvalue, isPair, frequency, dampingRatio, shape } of modes) {
    const size = isPair ? `, ${digits(frequency)} Hz, damping ratio ${digits(dampingRatio)}` : "";
    lines.push(
      `  ${isPair ? complex(eigenvalue).replace(/ [+-] /, " ± ") : complex(eigenvalue)} 1/s${size}`,
    );
    lines.push(`    ${shapeOf(shape, at?.states ?? [])}`);
  }
  if (zeros > 0)
    lines.push(`  ${count(zeros, "eigenvalue is", "eigenvalues are")} zero up to rounding`);
  if (stability) lines.push("", `  ${stability.verdict}: ${stability.because}`);
  for (const { value, eigenvalues = [], verdict = "no such state" } of sweep?.points ?? [])
    lines.push(
      `  ${sweep!.name} = ${digits(value)}: ${eigenvalues.map(complex).join(", ")}; ${verdict}`,
    );
  return `${lines.join("\n")}\n`;
}

function placeOf(motion = "its start"): string {
  const names: { [motion: string]: string } = {
    rest: "a state of rest",
    steady: "a steady motion",
    moving: "a moving state",
  };
  return names[motion] ?? motion;
}

/** The states that move most, with their signs, or with phases behind the first of them where these differ. */
function shapeOf({ re, im }: { re: number[]; im: number[] }, states: { name: string }[]): string {
  const parts = states
    .map(({ name }, k) => ({
      name,
      size: Math.hypot(re[k] ?? 0, im[k] ?? 0),
      phase: Math.atan2(im[k] ?? 0, re[k] ?? 0),
    }))
    .filter(({ size }) => size > 0.01)
    .sort((one, other) => other.size - one.size)
    .slice(0, 6);
  const first = parts[0]?.phase ?? 0;
  return parts
    .map(({ name, size, phase }) => {
      const behind = phase - first;
      const value = Number(size.toPrecision(3));
      if (Math.abs(Math.sin(behind)) < 1e-6)
        return `${name} ${Math.cos(behind) < 0 ? -value : value}`;
      const degrees = Math.round((Math.atan2(Math.sin(behind), Math.cos(behind)) * 180) / Math.PI);
      return `${name} ${value} at ${degrees}°`;
    })
    .join(", ");
}
