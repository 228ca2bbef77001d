import type { Problem } from "./types.js";

/** Thrown if a model with errors is run, or if the options of a run do not fit the model. */
export class ModelError extends Error {
  /** The name of the class, which minifiers would change. */
  override readonly name = "ModelError";
  /** All problems, including warnings. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const errors = problems.filter((problem) => problem.severity === "error");
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
    super(`${errors[0] ? sentence(errors[0]) : "the model has problems"}${more}`);
    this.problems = problems;
  }
}

const reasons = {
  PH401: "the engine ran out of memory",
  PH402: "the engine ran out of stack",
  PH403: "the engine stopped",
  PH404: "the engine could not be loaded",
  PH405: "this instance of the engine has been discarded after a fault",
  PH406: "used after dispose()",
  PH407: "a text could not be read",
  PH408: "the worker was lost",
} as const;

/** The codes of faults of the host; docs/problems.md has a paragraph on each. */
export type HostCode = keyof typeof reasons;

/**
 * A fault of the host or of the engine, never of the model. The affected object must be created
 * again.
 */
export class HostError extends Error {
  /** The name of the class, which minifiers would change. */
  override readonly name = "HostError";
  /** Stable. */
  readonly code: HostCode;
  /** The affected object. `cause` has the message of the runtime, if there is one. */
  readonly detail: string;

  constructor(code: HostCode, detail = "", options?: { cause?: unknown }) {
    super(`${code}: ${reasons[code]}${detail && `: ${detail}`}`, options);
    this.code = code;
    this.detail = detail;
  }
}

/** An error as plain data, for a message to another thread. */
export type PlainError =
  | { name: "ModelError"; problems: readonly Problem[] }
  | { name: "HostError"; code: HostCode; detail: string }
  | { name: "TypeError" | "RangeError" | "Error"; message: string };

export function plainError(error: unknown): PlainError {
  if (error instanceof ModelError) return { name: error.name, problems: error.problems };
  if (error instanceof HostError) {
    const { name, code, detail } = error;
    return { name, code, detail };
  }
  const message = messageOf(error);
  if (error instanceof TypeError) return { name: "TypeError", message };
  if (error instanceof RangeError) return { name: "RangeError", message };
  return { name: "Error", message };
}

export function errorFrom(plain: PlainError): Error {
  switch (plain.name) {
    case "ModelError":
      return new ModelError(plain.problems);
    case "HostError":
      return new HostError(plain.code, plain.detail);
    case "TypeError":
      return new TypeError(plain.message);
    case "RangeError":
      return new RangeError(plain.message);
    case "Error":
      return new Error(plain.message);
  }
}

/**
 * The message of an error; empty for an internal error of a runtime, which would not help a reader.
 */
export function wordsOf(error: unknown): string {
  const message = messageOf(error);
  return /Aborted\(|RuntimeError|ASSERTIONS|unreachable|out of bounds|\bOOM\b/.test(message)
    ? ""
    : message;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A problem in one line. */
export function sentence(problem: Problem): string {
  const { code, found, expected, hint } = problem;
  const place = placeOf(problem);
  const wanted = expected && `, expected ${expected}`;
  const advice = hint ? `; ${hint}` : "";
  return `${code}${place && ` at ${place}`}: found ${found || "nothing"}${wanted}${advice}`;
}

/** The place of a problem; empty if it concerns the whole text. */
export function placeOf({ where, line, column }: Problem): string {
  const inText = line === undefined ? "" : `line ${line}, column ${column ?? 1}`;
  return [where, inText].filter(Boolean).join(", ");
}
