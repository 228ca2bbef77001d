/** Longest line for a value on one line, characters. */
const longest = 100;

/** JSON with indentation and short values on one line. */
export function indented(value: unknown, before = "", after = 0): string {
  const short = onOneLine(value);
  if (before.length + short.length + after <= longest || !isBranch(value)) return short;
  const inner = `${before.replace(/\S/g, " ").slice(0, before.search(/\S|$/))}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? value.map((each) => inner + indented(each, inner, 1))
    : Object.entries(value).map(([key, each]) => {
        const head = `${inner}${JSON.stringify(key)}: `;
        return head + indented(each, head, 1);
      });
  return `${open}\n${lines.join(",\n")}\n${inner.slice(2)}${close}`;
}

function onOneLine(value: unknown): string {
  if (!isBranch(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${onOneLine(each)}`).join(", ")} }`;
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;
