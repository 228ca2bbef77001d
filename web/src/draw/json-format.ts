/** The longest line that is not broken, in characters. */
export const longest = 130;

/**
 * A value as a person writes it: on one line where that has room, else a member on each line. `used` is what its key
 * takes of the first line.
 */
export function memberText(value: unknown, indent: string, used = 0): string {
  const line = lineText(value);
  const isShort = indent.length + used + line.length <= longest;
  if (isShort || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => inner + memberText(entry, inner));
    return `[\n${entries.join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(([name, member]) => {
    const key = JSON.stringify(name);
    return `${inner}${key}: ${memberText(member, inner, key.length + 2)}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

/** A value on one line. */
export function lineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(lineText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${lineText(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
