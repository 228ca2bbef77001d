import { mathml } from "./mathml.js";
import type { Equation, EquationMatrix, Equations } from "./types.js";

/** A block of a matrix: its rows and columns, and its letter with an index. */
export interface Block {
  readonly tex: string;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/**
 * A matrix with more rows or columns than this is split into blocks. LaTeX's matrices have a limit
 * on columns.
 */
const most = 6;

/** The component of a name: "rod" of rod.r.1, "" of omega. */
function ownerOf(name: string): string {
  return name.replace(/(\.\d+)+$/, "").replace(/\.?[^.]*$/, "");
}

/** Groups neighbours of one component, with at most `size` names in a group. */
function partition(names: readonly string[], size: number): number[][] {
  const parts: number[][] = [];
  let owner: string | undefined;
  names.forEach((name, index) => {
    const part = parts.at(-1);
    if (!part || ownerOf(name) !== owner || part.length >= size) parts.push([index]);
    else part.push(index);
    owner = ownerOf(name);
  });
  return parts;
}

/** The nonempty blocks of a matrix, row by row, with at most `size` rows and columns each. */
export function blocksOf(
  matrix: EquationMatrix,
  size: number,
): { blocks: Block[]; rows: number; columns: number } {
  const rows = partition(matrix.rows, size);
  const columns = partition(matrix.columns, size);
  const isOne = rows.length === 1 && columns.length === 1;
  const blocks = rows.flatMap((ofRows, i) =>
    columns.flatMap((ofColumns, j) => {
      const hasEntries = matrix.entries.some(
        ({ row, column }) => ofRows.includes(row) && ofColumns.includes(column),
      );
      const index = columns.length === 1 ? `${i + 1}` : `${i + 1},${j + 1}`;
      const tex = isOne ? matrix.tex : indexed(matrix.tex, index);
      return hasEntries ? [{ tex, rows: ofRows, columns: ofColumns }] : [];
    }),
  );
  return { blocks, rows: rows.length, columns: columns.length };
}

const indexed = (tex: string, index: string): string =>
  tex.endsWith("}") ? `${tex.slice(0, -1)},${index}}` : `${tex}_{${index}}`;

/** "Z = [Z_{1,1} 0; 0 Z_{2,2}]", or the content of the matrix if it is one block. */
export function matrixTex(matrix: EquationMatrix, block: Block): string {
  const at = (row: number, column: number): string =>
    matrix.entries.find((entry) => entry.row === row && entry.column === column)?.tex ?? "0";
  const lines = block.rows.map((row) => block.columns.map((column) => at(row, column)).join(" & "));
  const isNumber = block.rows.length === 1 && block.columns.length === 1;
  return `${block.tex} = ${isNumber ? lines[0] : bracketed(lines)}`;
}

/** The content of a matrix in its blocks. */
export function blockTex(matrix: EquationMatrix, size: number): string {
  const rows = partition(matrix.rows, size);
  const columns = partition(matrix.columns, size);
  const { blocks } = blocksOf(matrix, size);
  const lines = rows.map((ofRows) =>
    columns
      .map(
        (ofColumns) =>
          blocks.find(
            ({ rows: [row], columns: [column] }) => row === ofRows[0] && column === ofColumns[0],
          )?.tex ?? "0",
      )
      .join(" & "),
  );
  return `${matrix.tex} = ${bracketed(lines)}`;
}

const bracketed = (lines: readonly string[]): string =>
  `\\begin{bmatrix} ${lines.join(" \\\\ ")} \\end{bmatrix}`;

/** A matrix as one formula, or as several if it is large. */
export function matrixFormulas(matrix: EquationMatrix, size = most): string[] {
  const isSmall = matrix.rows.length <= size && matrix.columns.length <= size;
  const { blocks } = blocksOf(matrix, isSmall ? Infinity : size);
  const whole = {
    tex: matrix.tex,
    rows: matrix.rows.map((_, index) => index),
    columns: matrix.columns.map((_, index) => index),
  };
  if (isSmall) return [matrixTex(matrix, whole)];
  return [blockTex(matrix, size), ...blocks.map((block) => matrixTex(matrix, block))];
}

/** Each entry as a formula, by its row and column from 1. */
export function entryFormulas({ tex, entries, columns }: EquationMatrix): string[] {
  const isVector = columns.length === 1;
  return entries.map(
    ({ row, column, tex: entry }) =>
      `${indexed(tex, isVector ? `${row + 1}` : `${row + 1},${column + 1}`)} = ${entry}`,
  );
}

/** "z = (x, y)": the meaning of the rows of the form. */
export function vectorFormulas({ vectors }: Equations): string[] {
  return vectors.map(({ tex, entries }) => `${tex} = (${entries.join(",\\, ")})`);
}

/** The headings of the groups, in their order. */
export const groupTitles: { readonly [name: string]: string } = {
  kinematics: "Kinematics",
  energies: "Energies",
  constraints: "Constraints",
  ports: "Ports",
  dissipation: "Dissipation",
  forces: "Forces",
  motion: "Motion",
};

interface Section {
  readonly title: string;
  readonly formulas: readonly string[];
}

/** Everything as formulas under headings. */
export function sectionsOf(equations: Equations): Section[] {
  const sections: Section[] = equations.groups.map(({ name, equations: list }) => ({
    title: groupTitles[name] ?? name,
    formulas: list.map(({ tex }) => tex),
  }));
  const { form, matrices } = equations;
  if (form.length > 0)
    sections.push({ title: "Composite form", formulas: [...form, ...vectorFormulas(equations)] });
  if (matrices.length > 0)
    sections.push({ title: "Matrices", formulas: matrices.flatMap((one) => matrixFormulas(one)) });
  return sections;
}

/** LaTeX for a document with amsmath. */
export function equationsTex(equations: Equations): string {
  return sectionsOf(equations)
    .map(
      ({ title, formulas }) =>
        `% ${title}\n\\begin{gather*}\n${formulas.map((tex) => `  ${tex}`).join(" \\\\\n")}\n\\end{gather*}\n`,
    )
    .join("\n");
}

/** An HTML fragment with MathML. */
export function equationsMathml(equations: Equations): string {
  const formula = (tex: string): string =>
    `  <math display="block">${mathml(tex, equations.symbols)}</math>\n`;
  return sectionsOf(equations)
    .map(
      ({ title, formulas }) =>
        `<section>\n  <h2>${title}</h2>\n${formulas.map(formula).join("")}</section>\n`,
    )
    .join("");
}

/** Plain text; the right sides are in the syntax of the format. */
export function equationsText({ groups, matrices }: Equations): string {
  const line = ({ text, inert }: Equation): string =>
    `  ${text}${inert ? "    (kept by the kinematics)" : ""}\n`;
  const of = groups.map(
    ({ name, equations }) => `${groupTitles[name] ?? name}\n${equations.map(line).join("")}`,
  );
  const entries = matrices.map(({ name, rows, columns, entries: list }) => {
    const lines = list.map(({ row, column, text }) => {
      const place = [rows[row], columns[column]].filter(Boolean).join(", ");
      return `  ${name}[${place}] = ${text}\n`;
    });
    return lines.join("");
  });
  const all = entries.length > 0 ? [...of, `Composite form, entries\n${entries.join("")}`] : of;
  return all.join("\n");
}
