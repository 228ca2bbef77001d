import type { TokenizerAndRendererExtension } from "marked";

/** $…$ inside a line and $$…$$ on separate lines, typeset by `render`. */
export function mathExtensions(
  render: (formula: string, isDisplay: boolean) => string,
): TokenizerAndRendererExtension[] {
  return [
    {
      name: "inlineMath",
      level: "inline",
      start: (source) => source.indexOf("$"),
      tokenizer(source) {
        const match = /^\$(?!\$)((?:\\.|[^$\\\n])+)\$([,.;:!?)]*)/.exec(source);
        return match
          ? { type: "inlineMath", raw: match[0], formula: match[1] ?? "", after: match[2] ?? "" }
          : undefined;
      },
      // Text that follows without a space must stay on the same line.
      renderer: ({ formula, after }) =>
        `<span class="math-run"><span class="math">${render(String(formula), false)}</span>${String(after)}</span>`,
    },
    {
      name: "displayMath",
      level: "block",
      start: (source) => source.indexOf("$$"),
      tokenizer(source) {
        const match = /^\$\$([\s\S]+?)\$\$(?:\n|$)/.exec(source);
        return match
          ? { type: "displayMath", raw: match[0], formula: (match[1] ?? "").trim() }
          : undefined;
      },
      renderer: (token) =>
        `<div class="display" tabindex="0">${piecesOf(String(token["formula"]), render)}</div>`,
    },
  ];
}

/** The parts of a formula between \quad and \qquad: a line may end between them. */
function piecesOf(
  formula: string,
  render: (formula: string, isDisplay: boolean) => string,
): string {
  const pieces: string[] = [];
  let begin = 0;
  let depth = 0;
  const add = (end: number): void => {
    pieces.push(`<span class="math">${render(formula.slice(begin, end).trim(), true)}</span>`);
  };
  for (const { 0: token, index } of formula.matchAll(/\\[a-zA-Z]+|\\.|[{}]/g)) {
    if (/^(\{|\\begin|\\left)$/.test(token)) depth += 1;
    else if (/^(\}|\\end|\\right)$/.test(token)) depth -= 1;
    else if (depth === 0 && /^\\q?quad$/.test(token)) {
      add(index);
      pieces.push(`<span class="${token.slice(1)}"> </span>`);
      begin = index + token.length;
    }
  }
  add(formula.length);
  return pieces.join("");
}
