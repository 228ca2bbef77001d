/**
 * The explanation of a problem code or an outcome in docs/problems.md, whose text is `problems`:
 * Markdown without links; undefined if there is none.
 */
export function explanationOf(problems: string, name: string): string | undefined {
  if (/^PH\d{3}$/i.test(name)) {
    const [, paragraph] = /^.*\n([^]*?)(?=^##|$(?![^]))/m.exec(after(problems, name)) ?? [];
    return paragraph && withoutLinks(paragraph.trim());
  }
  if (!/^[a-z-]+$/.test(name)) return undefined;
  const row = new RegExp(`^\\| \`${name}\` \\| (.*?) \\| ?(.*?) ?\\|$`, "m").exec(problems);
  if (!row) return undefined;
  const [, happened = "", advice = ""] = row;
  return withoutLinks(`${asSentence(happened)}${advice && ` What to do: ${advice}.`}`);
}

/** The text after the heading of a code. */
function after(problems: string, code: string): string {
  const heading = `### ${code.toUpperCase()}`;
  const at = problems.indexOf(heading);
  return at < 0 ? "" : problems.slice(at + heading.length);
}

const withoutLinks = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
