/** A task of a page with the words before it. */
export interface Step {
  /** Markdown before the task, without list numbers. */
  readonly prose: string;
  /** The lines of the block. */
  readonly block: string;
}

/** What stands before a task and stays there: headings, and words before them. */
interface Place extends Step {
  readonly fixed: string;
}

const blockPattern = /^ *```task[ \t]*\n([^]*?)^ *```[ \t]*$/gm;

/** The tasks of a page, Markdown. All other parts of the page stay as they are. */
export class TaskPage {
  private constructor(
    readonly places: readonly Place[],
    /** After the last task. */
    readonly rest: string,
  ) {}

  static read(markdown: string): TaskPage {
    const places: Place[] = [];
    let at = 0;
    for (const match of markdown.matchAll(blockPattern)) {
      const before = markdown.slice(at, match.index);
      const heading = [...before.matchAll(/^#{1,6} .*$/gm)].at(-1);
      const end = heading ? heading.index + heading[0].length : 0;
      const [fixed, prose] = [before.slice(0, end), before.slice(end)];
      places.push({ fixed, prose: plain(prose), block: dedent(match[1] ?? "").trimEnd() });
      at = match.index + match[0].length;
    }
    return new TaskPage(places, markdown.slice(at));
  }

  write(): string {
    const parts = this.places.flatMap(({ fixed, prose, block }) => [
      fixed.trim(),
      prose.trim(),
      `\`\`\`task\n${block.trim()}\n\`\`\``,
    ]);
    return `${[...parts, this.rest.trim()].filter(Boolean).join("\n\n")}\n`;
  }

  /** Adds a task behind the others, or below a heading of its own. */
  add(block: string, heading: string): TaskPage {
    const { places, rest } = this;
    if (places.length > 0) return new TaskPage([...places, { fixed: "", prose: "", block }], rest);
    const fixed = `${rest.trim()}\n\n## ${heading}`.trim();
    return new TaskPage([{ fixed, prose: "", block }], "");
  }

  change(index: number, step: Partial<Step>): TaskPage {
    const places = this.places.map((place, at) => (at === index ? { ...place, ...step } : place));
    return new TaskPage(places, this.rest);
  }

  remove(index: number): TaskPage {
    const kept = this.places[index]?.fixed ?? "";
    const places = this.places.filter((_, at) => at !== index);
    const join = (fixed: string): string => [kept, fixed].filter((one) => one.trim()).join("\n\n");
    const next = places[index];
    if (!next) return new TaskPage(places, join(this.rest));
    return new TaskPage(
      places.map((place, at) => (at === index ? { ...place, fixed: join(next.fixed) } : place)),
      this.rest,
    );
  }

  /** Exchanges a task with the next one; headings stay where they are. */
  swap(index: number): TaskPage {
    const [one, other] = [this.places[index], this.places[index + 1]];
    if (!one || !other) return this;
    const changed = this.change(index, { prose: other.prose, block: other.block });
    return changed.change(index + 1, { prose: one.prose, block: one.block });
  }
}

/** The words before a task as a paragraph of their own: without the number of a list. */
function plain(prose: string): string {
  return dedent(prose.replace(/^(\s*)\d+[.)] /, "$1")).trim();
}

/** Removes the indentation that all lines but the first have in common. */
function dedent(text: string): string {
  const lines = text.split("\n");
  const widths = lines.filter((line, at) => at > 0 && line.trim()).map((line) => line.search(/\S/));
  const first = lines[0]?.trimStart() ?? "";
  const least = widths.length > 0 ? Math.min(...widths) : 0;
  return [
    first,
    ...lines.slice(1).map((line) => line.slice(Math.min(least, line.search(/\S|$/)))),
  ].join("\n");
}
