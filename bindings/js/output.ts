// The output of the command, for Node.
import { createWriteStream } from "node:fs";
import { UsageError } from "./command.js";
import { exact } from "./csv.js";
import type { Chunk } from "./types.js";

/** Writes text and waits until the reader can take more. */
export type Write = (text: string) => Promise<void>;

export const out = writerTo(process.stdout);
export const say = writerTo(process.stderr);

/** Comma-separated lines in a file, or in the standard output if the name is "-". */
export class Table {
  readonly #write: Write;
  readonly #end: () => Promise<void>;

  private constructor(write: Write, end: () => Promise<void>) {
    this.#write = write;
    this.#end = end;
  }

  /** Creates it with a first line, which may be empty. */
  static async create(file: string, first: string): Promise<Table> {
    const table = file === "-" ? new Table(out, async () => {}) : await Table.#toFile(file);
    await table.#write(first);
    return table;
  }

  static async #toFile(file: string): Promise<Table> {
    const stream = createWriteStream(file);
    await new Promise<void>((resolve, reject) => {
      stream.once("open", () => resolve());
      stream.once("error", (error) =>
        reject(new UsageError(`cannot write ${file}: ${reasonOf(error)}`)),
      );
    });
    return new Table(writerTo(stream), () => new Promise((resolve) => stream.end(() => resolve())));
  }

  add(lines: string): Promise<void> {
    return this.#write(lines);
  }

  close(): Promise<void> {
    return this.#end();
  }
}

/** The lines of a chunk of a run. */
export function rowsOf({ table, columns: { length: width } }: Chunk): string {
  const lines: string[] = [];
  for (let row = 0; row < table.length; row += width)
    lines.push(`${Array.from(table.subarray(row, row + width), exact).join()}\n`);
  return lines.join("");
}

export function reasonOf(error: NodeJS.ErrnoException): string {
  const words: { [code: string]: string } = {
    ENOENT: "no such file or directory",
    EACCES: "no permission",
    EISDIR: "a directory",
    ENOTDIR: "a part of the path is not a directory",
    ENOSPC: "no space left",
  };
  return words[error.code ?? ""] ?? error.message;
}

function writerTo(stream: NodeJS.WritableStream): Write {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has closed its end, as `head` does: the rest of the output is lost.
    if (error.code !== "EPIPE") process.stderr.write(`porthos: cannot write: ${reasonOf(error)}\n`);
    process.exit(1);
  });
  return (text) =>
    new Promise((resolve) => {
      if (stream.write(text)) resolve();
      else stream.once("drain", resolve);
    });
}
