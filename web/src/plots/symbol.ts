import { parseSymbol } from "../../../bindings/js/symbol-name";

export { parseSymbol };

/** A symbol as one line of text, for lists and screen readers: crank.phi1 is written φ₁ (crank). */
export function symbolText(name: string): string {
  const { owner, stem, index } = parseSymbol(name);
  const below = /^\d+$/.test(index) ? subscript(index) : index && `_${index}`;
  return `${stem}${below}${owner ? ` (${owner})` : ""}`;
}

function subscript(digits: string): string {
  return [...digits].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
}

/** A typeset symbol: italic letter (upright for a word), index below. */
export function symbolNode(name: string): HTMLElement {
  const { stem, index } = parseSymbol(name);
  const node = document.createElement("span");
  node.className = [...stem].length <= 2 ? "symbol" : "symbol word";
  node.append(stem);
  if (index) {
    const sub = document.createElement("sub");
    sub.append(index);
    node.append(sub);
  }
  return node;
}
