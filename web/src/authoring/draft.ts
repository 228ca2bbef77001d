/** The lines of a task that is being edited. Lines that are not understood stay as they are. */
export class Draft {
  #lines: (readonly [key: string, value: string])[];

  constructor(block: string) {
    this.#lines = block
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [, key, value = ""] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
        return key === undefined ? (["", line] as const) : ([key, value] as const);
      });
  }

  /** The block, one line for each entry. */
  get block(): string {
    return this.#lines.map(([key, value]) => (key === "" ? value : `${key}: ${value}`)).join("\n");
  }

  one(key: string): string {
    return this.all(key)[0] ?? "";
  }

  all(key: string): readonly string[] {
    return this.#lines.flatMap(([name, value]) => (name === key ? value : []));
  }

  /** Replaces the lines with this key; empty values are left out. */
  set(key: string, ...values: readonly string[]): void {
    const at = this.#lines.findIndex(([name]) => name === key);
    const lines = this.#lines.filter(([name]) => name !== key);
    const own = values
      .map((value) => value.replace(/\s*\n\s*/g, " ").trim())
      .filter((value) => value !== "")
      .map((value) => [key, value] as const);
    lines.splice(at < 0 ? lines.length : at, 0, ...own);
    this.#lines = lines;
  }
}
