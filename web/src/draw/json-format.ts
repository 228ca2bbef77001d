/** The longest line that is not broken, in characters. */
export const longest = 130;

/** A value as a text has it already. */
export class Raw {
  constructor(readonly text: string) {}
}

/** An object of which each member has a line of its own. */
export class Lines {
  constructor(readonly members: readonly (readonly [string, unknown])[]) {}
}

/**
 * A value as a person writes it: on one line where that has room, else with as many plain members on each line as have room.
 * `used` is what its key takes of the first line.
 */
export function memberText(value: unknown, indent: string, used = 0): string {
  if (value instanceof Raw) return value.text.replaceAll("\n", `\n${indent}`);
  if (value instanceof Lines) return linesText(value, indent);
  const line = lineText(value);
  const isShort = !line.includes("\n") && indent.length + used + line.length <= longest;
  if (isShort || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((entry: unknown) => memberText(entry, inner))
    : Object.entries(value).map(([name, member]) => {
        const key = JSON.stringify(name);
        return `${key}: ${memberText(member, inner, key.length + 2)}`;
      });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const isDeep = members.some((member) => member.includes("\n"));
  if (isDeep || (isList && value.some(isComposed)))
    return `${open}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${close}`;
  return isList
    ? filled(members, "[", "]", inner, indent.length + used)
    : filled(members, "{ ", " }", inner, indent.length + used);
}

function linesText({ members }: Lines, indent: string): string {
  const inner = `${indent}  `;
  const lines = members.map(([name, value]) => {
    const key = JSON.stringify(name);
    return `${inner}${key}: ${memberText(value, inner, key.length + 2)}`;
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

const isComposed = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Members of one line each, with breaks where a line has no more room. */
function filled(
  members: readonly string[],
  open: string,
  close: string,
  indent: string,
  used: number,
): string {
  let text = open;
  let room = longest - used - open.length - close.length - 1;
  members.forEach((member, index) => {
    if (index > 0) text += ",";
    if (index > 0 && member.length + 2 > room) {
      text += `\n${indent}`;
      room = longest - indent.length - close.length - 1;
    } else if (index > 0) text += " ";
    text += member;
    room -= member.length + 2;
  });
  return text + close;
}

/** A value on one line. */
export function lineText(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Lines) return linesText(value, "");
  if (Array.isArray(value)) return `[${value.map(lineText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${lineText(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
