import type { SimScore, SimTask } from "../../../../bindings/js/element";
import type { CourseApi } from "./api";

/** An element of the run-time data and its value. */
export type Entry = readonly [element: string, value: string];

/** `passed` and `failed` say something about the score, the others do not. */
export type Status = "incomplete" | "completed" | "passed" | "failed";

/**
 * The status after these answers. It is `passed` from the pass mark on, `failed` below it once all
 * tasks are answered, and `incomplete` before. A page without tasks is completed by opening it.
 */
export function statusOf({ scaled, answered, tasks }: SimScore, pass: number): Status {
  if (tasks === 0) return "completed";
  if (scaled !== null && scaled >= pass) return "passed";
  return answered === tasks ? "failed" : "incomplete";
}

/** The elements for a status. SCORM 2004 separates completion from success. */
export function statusEntries(
  version: CourseApi["version"],
  status: Status,
  { answered, tasks }: SimScore,
): readonly Entry[] {
  if (version === "1.2") return [["cmi.core.lesson_status", status]];
  const isJudged = status === "passed" || status === "failed";
  return [
    ["cmi.completion_status", answered === tasks ? "completed" : "incomplete"],
    ["cmi.success_status", isJudged ? status : "unknown"],
  ];
}

/** The elements for a score; none before the first answer, since "not started" is not zero. */
export function scoreEntries(
  version: CourseApi["version"],
  { earned, possible, scaled }: SimScore,
): readonly Entry[] {
  if (scaled === null) return [];
  if (version === "1.2")
    return [
      ["cmi.core.score.min", "0"],
      ["cmi.core.score.max", "100"],
      ["cmi.core.score.raw", decimal(100 * scaled, 2)],
    ];
  return [
    ["cmi.score.min", "0"],
    ["cmi.score.max", decimal(possible, 4)],
    ["cmi.score.raw", decimal(earned, 4)],
    ["cmi.score.scaled", decimal(scaled, 7)],
  ];
}

/** The elements for one answer, as the interaction of this index. */
export function answerEntries(
  version: CourseApi["version"],
  index: number,
  { task, right, kind, answer, value, points }: SimTask,
): readonly Entry[] {
  const of = (name: string): string => `cmi.interactions.${index}.${name}`;
  const isOld = version === "1.2";
  const other = isOld ? "performance" : "other";
  const types = {
    ...{ number: "numeric", choice: "choice" },
    ...{ order: other, prediction: other, state: other },
  };
  const response =
    kind === "number"
      ? decimal(value, 10)
      : kind === "choice"
        ? isOld
          ? letter(value)
          : `choice_${letter(value)}`
        : answer.slice(0, 250);
  return [
    [of("id"), `task_${task}`],
    [of("type"), types[kind]],
    [of("weighting"), decimal(points, 4)],
    [of(isOld ? "student_response" : "learner_response"), response],
    [of("result"), right ? "correct" : isOld ? "wrong" : "incorrect"],
  ];
}

/** Choices are a, b, c, …: SCORM 1.2 allows one character for each. */
const letter = (index: number): string => "abcdefghijklmnopqrstuvwxyz"[index] ?? "z";

/** A decimal number without an exponent, which SCORM does not read. */
function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The duration of a session, s: HHHH:MM:SS.SS, or ISO 8601. */
export function duration(version: CourseApi["version"], seconds: number): string {
  const hundredths = Math.max(0, Math.round(100 * seconds));
  if (version === "2004") return `PT${decimal(hundredths / 100, 2)}S`;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const whole = Math.floor(hundredths / 100);
  const hours = String(Math.floor(whole / 3600)).padStart(4, "0");
  return `${hours}:${two((whole / 60) % 60)}:${two(whole % 60)}.${two(hundredths % 100)}`;
}
