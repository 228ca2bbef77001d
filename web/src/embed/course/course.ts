import type { PorthosSim, SimProgress, SimTask } from "../../../../bindings/js/element";
import type { CourseRules } from "../../../../bindings/js/offline";
import { findApi, type CourseApi } from "./api";
import { answerEntries, duration, scoreEntries, statusEntries, statusOf } from "./elements";
import { pack, room, unpack } from "./memory";

/** The learner's session in a course system: it keeps progress there and takes it back. */
export class CourseSession {
  readonly #begin = performance.now();
  /** In browse and review the course system keeps nothing, so nothing is written. */
  readonly #isKept: boolean;
  readonly #pass: number;
  #interactions: number;
  /** Before the model is read, the tasks of the page are not known. */
  #isRead = false;
  #isOver = false;

  constructor(
    readonly api: CourseApi,
    readonly sim: PorthosSim,
    rules: CourseRules,
  ) {
    const isOld = api.version === "1.2";
    const mode = api.get(isOld ? "cmi.core.lesson_mode" : "cmi.mode");
    this.#isKept = mode !== "browse" && mode !== "review"; // a missing mode is normal
    const learner = api.get(isOld ? "cmi.core.student_id" : "cmi.learner_id");
    if (learner !== "") sim.setAttribute("seed", learner);
    this.#pass = this.#passMark(rules.pass);
    this.#interactions = Math.max(0, Number(api.get("cmi.interactions._count")) || 0);
    const before = unpack(api.get("cmi.suspend_data"));
    if (before) sim.progress = before;
    else this.#open();
  }

  /** The pass mark of the course system comes first, since a teacher can set it there. */
  #passMark(own: number): number {
    const isOld = this.api.version === "1.2";
    const text = this.api.get(
      isOld ? "cmi.student_data.mastery_score" : "cmi.scaled_passing_score",
    );
    const mark = text === "" ? NaN : Number(text) / (isOld ? 100 : 1);
    return mark >= 0 && mark <= 1 ? mark : own;
  }

  /**
   * The first visit. The status is set, since a course system may take a session without a status
   * for a completed one; the score stays empty.
   */
  #open(): void {
    const element = this.api.version === "1.2" ? "cmi.core.lesson_status" : "cmi.completion_status";
    this.#write([[element, "incomplete"]]);
  }

  /** Writes an answer as an interaction. It is optional in SCORM 1.2; a refusal ends it. */
  answer(task: SimTask): void {
    const { version } = this.api;
    if (this.#write(answerEntries(version, this.#interactions, task))) this.#interactions++;
  }

  /** The model and its page have been read. */
  start(): void {
    this.#isRead = true;
    this.keep(this.sim.progress);
  }

  /** Writes settings, answers, score and status. */
  keep({ settings, tasks, score }: SimProgress): void {
    const { version } = this.api;
    if (!this.#isRead) return;
    this.#write([
      ["cmi.suspend_data", pack({ settings, tasks }, room[version])],
      ...scoreEntries(version, score),
      ...statusEntries(version, statusOf(score, this.#pass), score),
    ]);
  }

  commit(): void {
    if (this.#isKept && !this.#isOver) this.api.commit();
  }

  end(): void {
    if (this.#isOver) return;
    const { api, sim } = this;
    this.keep(sim.progress);
    const seconds = (performance.now() - this.#begin) / 1000;
    const of = api.version === "1.2" ? "cmi.core." : "cmi.";
    this.#write([
      [`${of}session_time`, duration(api.version, seconds)],
      [`${of}exit`, "suspend"],
    ]);
    this.commit();
    this.#isOver = true;
    api.end();
  }

  /** False if the course system refused one of the values. */
  #write(entries: readonly (readonly [string, string])[]): boolean {
    if (!this.#isKept || this.#isOver) return false;
    const taken = entries.map(([element, value]) => this.api.set(element, value));
    return taken.every(Boolean);
  }
}

/**
 * Connects an element to the course system around this page, before its model is read. False if
 * there is none: the page then works without marks.
 */
export function joinCourse(sim: PorthosSim, rules: CourseRules): boolean {
  const api = findApi(window, rules.version);
  if (!api?.begin()) return false;
  const session = new CourseSession(api, sim, rules);
  sim.addEventListener("load", () => session.start());
  sim.addEventListener("task", ({ detail }) => session.answer(detail));
  sim.addEventListener("progress", ({ detail }) => session.keep(detail));
  sim.addEventListener("task", () => queueMicrotask(() => session.commit()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") session.commit();
  });
  window.addEventListener("pagehide", () => session.end());
  return true;
}
