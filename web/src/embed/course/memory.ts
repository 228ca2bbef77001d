import type { SimProgress, SimTaskRecord } from "../../../../bindings/js/element";

/** The characters that `cmi.suspend_data` holds at least. */
export const room = { "1.2": 4096, "2004": 64_000 } as const;

/** Earlier forms of the text could be read differently. */
const form = 1;
/** An answer that does not fit is cut to this length. */
const shortAnswer = 24;

/** The progress as the text of `cmi.suspend_data`: JSON of ASCII characters. */
type Kept = Pick<SimProgress, "settings" | "tasks">;

/**
 * Packs progress into at most `most` characters. If it is too long, answers are shortened, then
 * pulls and inputs are left out, then all settings, then the answers. Marks are always kept.
 */
export function pack({ settings, tasks }: Kept, most: number): string {
  const { set } = settings;
  const short = tasks.map((one) => ({ ...one, answer: one.answer.slice(0, shortAnswer) }));
  const bare = tasks.map((one) => ({ ...one, answer: "" }));
  const attempts: readonly Kept[] = [
    { settings, tasks },
    { settings, tasks: short },
    { settings: set ? { set } : {}, tasks: short },
    { settings: {}, tasks: short },
    { settings: {}, tasks: bare },
  ];
  const texts = attempts.map(write);
  return texts.find((text) => text.length <= most) ?? "";
}

function write({ settings, tasks }: Kept): string {
  const records = tasks.map(({ task, attempts, right, answer }) => [
    task,
    attempts,
    right ? 1 : 0,
    answer,
  ]);
  const text = JSON.stringify({ porthos: form, settings, tasks: records });
  // Some course systems damage characters beyond ASCII.
  return text.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Reads what `pack` wrote; null for any other text. */
export function unpack(text: string): Kept | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(given) || given["porthos"] !== form || !isObject(given["settings"])) return null;
  const records: unknown = given["tasks"];
  const tasks = Array.isArray(records) ? records.flatMap((one: unknown) => readRecord(one)) : [];
  return { settings: given["settings"], tasks };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readRecord(record: unknown): SimTaskRecord[] {
  if (!Array.isArray(record)) return [];
  const [task, attempts, right, answer] = record as unknown[];
  if (typeof task !== "number" || typeof attempts !== "number" || typeof answer !== "string")
    return [];
  return [{ task, attempts, right: right === 1, answer }];
}
