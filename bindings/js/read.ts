// Reads a text from a file in Node or from an address, with limits.

/** The largest size of a model text, bytes; the engine has the same limit. */
export const mostBytes = 4_000_000;

/** Longest time that an address may take to answer completely, ms. */
const mostMilliseconds = 30_000;

/** The reason why a place is not read; it never contains any content. */
export class Refusal extends Error {
  readonly expected: string;
  readonly hint: string;

  /** @param why continues the sentence after the name of the place and ", which" */
  constructor(why: string, expected: string, hint: string) {
    super(why);
    this.expected = expected;
    this.hint = hint;
  }
}

const tooLarge = () =>
  new Refusal(
    `has more than ${mostBytes / 1e6} MB`,
    `at most ${mostBytes / 1e6} MB`,
    "is this the file that you mean?",
  );

/** Whether Node must read it. Its modules are imported by name, so that bundlers ignore them. */
export function isFile(url: URL): boolean {
  return url.protocol === "file:" && typeof globalThis.process === "object";
}

/** All bytes of a file, which the caller trusts. */
export function readBytes(url: URL): Promise<Uint8Array> {
  return globalThis.process.getBuiltinModule("node:fs/promises").readFile(url);
}

/**
 * The text of a regular file of at most `mostBytes` in Node. `admit` checks its real path, with all
 * links resolved. A device or a pipe is not even opened. Throws a Refusal, or the system's error.
 */
export async function readFile(url: URL, admit: (path: string) => void): Promise<string> {
  const { open, realpath, stat } = globalThis.process.getBuiltinModule("node:fs/promises");
  const { constants } = globalThis.process.getBuiltinModule("node:fs");
  const path = await realpath(url);
  admit(path);
  const mustBeRegular = (about: { isFile(): boolean; size: number }) => {
    if (!about.isFile())
      throw new Refusal("is not a regular file", "a file with the text of a model", "");
    if (about.size > mostBytes) throw tooLarge();
  };
  mustBeRegular(await stat(path));
  // The file may have been replaced since the check: links are not followed, pipes do not block.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    mustBeRegular(await file.stat());
    return decode(await takeAll(file.createReadStream({ autoClose: false })));
  } finally {
    await file.close();
  }
}

/** The text at an address, of at most `mostBytes`. A custom `fetch` has its own rules. */
export async function readAddress(
  url: URL,
  own: ((url: URL) => Promise<Response>) | undefined,
  redirect: RequestRedirect,
): Promise<string> {
  const signal = AbortSignal.timeout(mostMilliseconds);
  const response = await (own ? own(url) : fetch(url, { redirect, signal }));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  if (Number(response.headers.get("content-length")) > mostBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  return decode(response.body ? await takeAll(pieces(response.body)) : new Uint8Array());
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** All bytes, unless they are too many. */
export async function takeAll(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size > mostBytes) throw tooLarge();
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(
      "is not UTF-8 text",
      "the text of a model",
      "is this the file that you mean?",
    );
  }
}
