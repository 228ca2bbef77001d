import { nameInText } from "../prose/own-numbers";
import type { Draft } from "./draft";

/** The parts of a line "number: 2.5 within 4 % rad/s", as they are typed. */
export interface NumberParts {
  value: string;
  within: string;
  isShare: boolean;
  unit: string;
}

export function numberParts(text: string): NumberParts {
  const [, value = text, within = "", percent, unit = ""] =
    /^(.*?)\s+within\s+(\S*?)(\s*%)?(?:\s+(.+))?$/i.exec(text) ?? [];
  return { value, within, isShare: percent !== undefined, unit };
}

export function numberText({ value, within, isShare, unit }: NumberParts): string {
  // A comma would be a mistake in a line for the engine, and many people type one.
  const plain = value.replace(/^(\s*[-+]?\d+),(\d+\s*)$/, "$1.$2");
  return `${plain} within ${within.replace(",", ".")}${isShare ? " %" : ""} ${unit}`.trim();
}

/** The values of parameters in a line "set: name: value, …". */
export function settingsIn(text: string): Map<string, string> {
  return new Map(
    text
      .split(/[,;]+/)
      .map((pair) => /^\s*([^\s:=]+)\s*[:=]\s*(\S+)\s*$/.exec(pair))
      .flatMap((match): [string, string][] => (match ? [[match[1] ?? "", match[2] ?? ""]] : [])),
  );
}

export const settingsText = (values: ReadonlyMap<string, string>): string =>
  [...values].map(([name, value]) => `${name}: ${value}`).join(", ");

/** A range "from to by" of a parameter, as it is typed. */
export type RangeParts = readonly [from: string, to: string, by: string];

export function rangesIn(text: string): Map<string, RangeParts> {
  return new Map(
    text
      .split(/[,;]/)
      .map((one) => /^\s*(\S+):\s*(\S*)\s+to\s+(\S*)\s+by\s+(\S*)\s*$/i.exec(one))
      .flatMap((match): [string, RangeParts][] =>
        match ? [[match[1] ?? "", [match[2] ?? "", match[3] ?? "", match[4] ?? ""]]] : [],
      ),
  );
}

export const rangesText = (ranges: ReadonlyMap<string, RangeParts>): string =>
  [...ranges].map(([name, [from, to, by]]) => `${name}: ${from} to ${to} by ${by}`).join(", ");

/** The names in braces for which no student has a number, so that they would stay as they are. */
export function unknownNames(draft: Draft): readonly string[] {
  const own = rangesIn(draft.one("own"));
  const texts = ["ask", "hint", "right", "wrong", "mistake"].flatMap((key) => draft.all(key));
  const names = texts.flatMap((text) =>
    [...text.matchAll(nameInText)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].filter((name) => !own.has(name));
}

/** The kinds of questions, and the key of each. */
export const kinds = ["", "number", "choice", "order", "reach", "predict"] as const;
export type Kind = (typeof kinds)[number];

export const kindOf = (draft: Draft): Kind =>
  kinds.find((kind) => kind !== "" && draft.one(kind) !== "") ?? "";

/** Replies to typical wrong answers: what is answered, and the reply. */
export function mistakesIn(draft: Draft): [string, string][] {
  return draft.all("mistake").map((text) => {
    const [, given = "", reply = ""] = /^(.*?)\s*(?:=>|→)\s*(.*)$/.exec(text) ?? [];
    return [given, reply];
  });
}

export const mistakeTexts = (mistakes: readonly (readonly [string, string])[]): string[] =>
  mistakes
    .filter(([given, reply]) => given.trim() !== "" && reply.trim() !== "")
    .map(([given, reply]) => `${given.trim()} => ${reply.trim()}`);
