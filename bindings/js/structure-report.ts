import { count } from "./report.js";
import type { Finding, Inspection, StructureFacts } from "./types.js";

/** Whether the finding makes the model doubtful. */
export function isAccusation({ kind, verdict }: Finding): boolean {
  return kind === "requirement" && verdict === "fails";
}

/** The structure report for a terminal. */
export function structureReport(
  file: string,
  { facts, findings, states: looked, leftOut }: Inspection,
): string {
  const { canonical, casimirs, changedCasimirs, conserved, searched, modes } = facts;
  const {
    positions = 0,
    velocities = 0,
    ports = 0,
    rows = 0,
    rank = 0,
    freeVelocities = 0,
  } = facts;
  const states = `${count(positions, "position")}, ${count(velocities, "velocity", "velocities")}`;
  const lines = [
    `${file}: structure, at ${looked} states`,
    "",
    `  ${states}, ${count(ports, "port")}; index ${facts.index ?? "not known"}`,
    `  ${count(rows, "constraint row")} of rank ${rank}; ${count(freeVelocities, "velocity is", "velocities are")} free`,
  ];
  if (modes) {
    const named = Object.entries(modes).map(([law, mode]) => `${law} ${mode}`);
    lines.push(`  with the laws in the modes of the start: ${named.join(", ")}`);
  }
  if (canonical)
    lines.push(
      `  canonical form: ${count(canonical.pairs, "pair")} (q, p), ${count(canonical.casimirs, "Casimir")} r, ${count(canonical.constraints, "constraint")} s`,
    );
  if (casimirs?.length) lines.push(`  Casimirs: ${casimirs.join("; ")}`);
  for (const { casimir, by } of changedCasimirs ?? [])
    lines.push(`  changed by ${by.join(", ")}: ${casimir}`);
  if (conserved?.length) lines.push(`  conserved: ${conserved.join("; ")}`);
  if (searched) lines.push(`  searched: ${searchText(searched)}`);
  for (const finding of findings) lines.push("", ...blockOf(finding));
  for (const { check, why } of leftOut) lines.push("", `left out       ${check}: ${why}`);
  if (leftOut.length > 0) lines.push("", "--budget SECONDS gives the checks more time");
  return `${lines.join("\n")}\n`;
}

function searchText(searched: NonNullable<StructureFacts["searched"]>): string {
  const { degree, variables, until, betweenEvents, note } = searched;
  const parts = [
    degree === 0 ? "nothing" : `polynomials of degree ${degree} in ${variables.join(", ")}`,
  ];
  if (until !== undefined) parts.push(`t from 0 to ${until} s`);
  if (betweenEvents) parts.push("between events and jumps");
  return parts.join("; ") + (note ? ` (${note})` : "");
}

function blockOf({ verdict, name, theorem, check, ...rest }: Finding): string[] {
  const { residual, tolerance, where, responsible, note } = rest;
  const size =
    residual === undefined || residual === null || (residual === 0 && !tolerance) // the residual of a search is not shown
      ? ""
      : `  residual ${residual.toExponential(1)}, tolerance ${(tolerance ?? 0).toExponential(0)}`;
  return [
    `${verdict.padEnd(14)} ${name}   [${check}; ${theorem}]`,
    ...(size ? [`  ${size.trim()}${where ? ` (${where})` : ""}`] : []),
    ...(responsible?.length ? [`  responsible: ${responsible.join(", ")}`] : []),
    ...(note ? [`  ${note}`] : []),
  ];
}
