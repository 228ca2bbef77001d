// Columns of a file as prescribed motions of a model: inverse dynamics for the command.
import type { ModelText } from "./model-text.js";
import type { Column, Port, RunOptions } from "./types.js";

/** A file of columns: the first is the time, s. */
export interface Trajectory {
  readonly names: readonly string[];
  /** "" where the file has none. */
  readonly units: readonly string[];
  /** (columns) of (rows). */
  readonly values: readonly (readonly number[])[];
}

/** A file, or a model, that cannot be used; the message says why. */
export class TrajectoryError extends Error {}

/** The largest number of rows: that of a table in a formula. */
const mostRows = 2000;

/**
 * Reads a table with a header of names, each with its unit in brackets: `t [s],O.angle [rad]`. The
 * separator is a comma, a tab, or a semicolon; with semicolons numbers may have decimal commas.
 */
export function readTrajectory(text: string): Trajectory {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const [head = "", ...rows] = lines;
  const separator = [";", "\t"].find((one) => head.includes(one)) ?? ",";
  const cells = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const titles = cells(head).map((title) => /^(.*?)\s*(?:\[(.*)\])?$/.exec(title)!);
  if (titles.length < 2 || titles[0]![1] !== "t")
    throw new TrajectoryError(
      `a header that begins with "${titles[0]?.[1]}"; expected t, and the columns of a trajectory`,
    );
  if (rows.length < 2 || rows.length > mostRows)
    throw new TrajectoryError(`${rows.length} rows; expected 2 to ${mostRows}`);
  const numbers = rows.map((row, index) => {
    const found = cells(row).map((cell) =>
      Number(cell === "" ? NaN : separator === ";" ? cell.replace(",", ".") : cell),
    );
    if (found.length !== titles.length || !found.every(Number.isFinite))
      throw new TrajectoryError(`row ${index + 1} is not ${titles.length} numbers: "${row}"`);
    return found;
  });
  if (numbers[0]![0] !== 0)
    throw new TrajectoryError(`it begins at t = ${numbers[0]![0]} s; a run begins at 0`);
  if (numbers.some((row, index) => index > 0 && row[0]! <= numbers[index - 1]![0]!))
    throw new TrajectoryError("its times do not increase");
  return {
    names: titles.map((title) => title[1]!),
    units: titles.map((title) => title[2] ?? ""),
    values: titles.map((_, column) => numbers.map((row) => row[column]!)),
  };
}

/** The motion of one port by a column. */
interface Drive {
  readonly port: Port;
  readonly column: Column | undefined;
  readonly values: readonly number[];
}

/** A model text with a trajectory, and the options of its run. */
export interface Driven {
  readonly text: string;
  readonly options: RunOptions;
  /** The columns that must follow the trajectory, with their last values. */
  readonly ends: readonly {
    readonly name: string;
    readonly value: number;
    readonly range: number;
  }[];
}

/**
 * Prescribes the flow of a port by each column: that of the port itself (`O.torque`,
 * `O.torque.flow`), or the rate of a quantity beside the port (`O.angle`), which also starts there.
 */
export function withTrajectory(
  text: string,
  ports: readonly Port[],
  columns: readonly Column[],
  { names, units, values }: Trajectory,
): Driven {
  const times = values[0]!;
  const root = JSON.parse(text) as { -readonly [key in keyof ModelText]: ModelText[key] };
  const parameters: Record<string, object> = { trajectory_t: { value: times, unit: "s" } };
  const inputs: Record<string, { flow: string }> = {};
  const ends: { name: string; value: number; range: number }[] = [];
  const starts: { [name: string]: number } = {};
  names.slice(1).forEach((name, index) => {
    const {
      port,
      column,
      values: numbers,
    } = driveOf(name, units[index + 1]!, ports, columns, values[index + 1]!);
    if (Object.hasOwn(inputs, port.name))
      throw new TrajectoryError(`two columns prescribe the port ${port.name}`);
    const own = `trajectory_${index + 1}`;
    const unit = column?.unit ?? port.flow_unit;
    parameters[own] = { value: numbers, ...(unit && { unit }) };
    const kind = column ? "table_cubic_slope" : "table_cubic";
    inputs[port.name] = { flow: `${kind}(t, trajectory_t, ${own})` };
    if (!column) return;
    if (!setStart(root, column.name, numbers[0]!)) starts[column.name] = numbers[0]!;
    const range = Math.max(...numbers) - Math.min(...numbers);
    ends.push({ name: column.name, value: numbers.at(-1)!, range });
  });
  root.parameters = { ...root.parameters, ...(parameters as ModelText["parameters"]) };
  const steps = times.slice(1).map((t, index) => t - times[index]!);
  const step = times.at(-1)! / steps.length;
  const isEven = steps.every((one) => Math.abs(one - step) < 1e-6 * step);
  const options: RunOptions = { inputs, until: times.at(-1)!, starts, ...(isEven && { step }) };
  return { text: JSON.stringify(root), options, ends };
}

function driveOf(
  name: string,
  unit: string,
  ports: readonly Port[],
  columns: readonly Column[],
  values: readonly number[],
): Drive {
  const own = ports.find((port) => port.name === name.replace(/\.flow$/, ""));
  if (own)
    return { port: own, column: undefined, values: inUnit(name, unit, own.flow_unit, values) };
  const column = columns.find((one) => one.name === name);
  if (!column)
    throw new TrajectoryError(
      `the column ${name} is neither a port nor a quantity of the model. Ports: ${listOf(ports)}`,
    );
  const beside = name.slice(0, name.lastIndexOf(".") + 1);
  const found = ports.filter(
    (port) =>
      port.size === 1 &&
      port.name.slice(0, port.name.lastIndexOf(".") + 1) === beside &&
      port.flow_unit === (column.unit ? `${column.unit}/s` : port.flow_unit),
  );
  if (found.length !== 1)
    throw new TrajectoryError(
      `${found.length} ports may move ${name}; name the column after one of ${listOf(ports)}, with its flow`,
    );
  return { port: found[0]!, column, values: inUnit(name, unit, column.unit, values) };
}

const listOf = (ports: readonly Port[]) => ports.map((port) => port.name).join(", ") || "none";

/** Angles may be in degrees; all other units are those of the model. */
function inUnit(name: string, found: string, expected: string, values: readonly number[]) {
  if (found === "" || found === expected) return values;
  const degrees = found.replace("°", "deg");
  if (degrees === expected.replace("rad", "deg")) return values.map((one) => (one * Math.PI) / 180);
  throw new TrajectoryError(`${name} is in ${found}; expected ${expected}`);
}

interface Parts {
  components?: { [name: string]: Parts };
  model?: Parts;
  start?: { [name: string]: unknown };
}

/** Starts a quantity of a component at a value; false where it is no quantity of a component. */
function setStart(root: ModelText, name: string, value: number): boolean {
  const path = name.split(".");
  let scope: Parts | undefined = root as Parts;
  let part: Parts | undefined;
  let rest = path;
  while (rest.length > 1 && scope?.components && Object.hasOwn(scope.components, rest[0]!)) {
    part = scope.components[rest[0]!];
    scope = part!.model;
    rest = rest.slice(1);
  }
  if (!part || rest.length !== 1) return false;
  part.start = { ...part.start, [rest[0]!]: value };
  return true;
}
